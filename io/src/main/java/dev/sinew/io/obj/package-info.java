/** Wavefront OBJ: meshes, and sequences of meshes in correspondence. */
@NullMarked
package dev.sinew.io.obj;

import org.jspecify.annotations.NullMarked;
