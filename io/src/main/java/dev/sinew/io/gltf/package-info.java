/** glTF 2.0 files: reading, writing, and the compression of their buffers. */
@NullMarked
package dev.sinew.io.gltf;

import org.jspecify.annotations.NullMarked;
