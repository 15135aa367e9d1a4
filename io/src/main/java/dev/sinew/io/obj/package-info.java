/** Wavefront OBJ: single meshes, and sequences of them in correspondence. */
@NullMarked
package dev.sinew.io.obj;

import org.jspecify.annotations.NullMarked;
