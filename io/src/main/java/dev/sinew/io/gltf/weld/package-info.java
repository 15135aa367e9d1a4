/** Vertices and weights as files have them, made into those of a mesh. Internal. */
@NullMarked
package dev.sinew.io.gltf.weld;

import org.jspecify.annotations.NullMarked;
