/** Checked access to the JSON tree of a document: places, limits, references. Internal. */
@NullMarked
package dev.sinew.io.gltf.json;

import org.jspecify.annotations.NullMarked;
