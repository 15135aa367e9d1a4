/** Decoder of Draco meshes, bitstream 2.2. */
@NullMarked
package dev.sinew.io.draco;

import org.jspecify.annotations.NullMarked;
