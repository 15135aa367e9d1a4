/** Welding: the vertices and weights of a glTF file made into those of a mesh. Internal. */
@NullMarked
package dev.sinew.io.gltf.weld;

import org.jspecify.annotations.NullMarked;
