/** Places in a JSON document, with their checks, limits and references. Internal. */
@NullMarked
package dev.sinew.io.gltf.json;

import org.jspecify.annotations.NullMarked;
