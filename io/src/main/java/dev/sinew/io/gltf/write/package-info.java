/** New content of documents: the buffer, accessors, primitives and materials. Internal. */
@NullMarked
package dev.sinew.io.gltf.write;

import org.jspecify.annotations.NullMarked;
