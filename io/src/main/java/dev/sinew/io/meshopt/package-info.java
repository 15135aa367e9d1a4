/** Decoder and encoder of the meshopt compression of buffer views. */
@NullMarked
package dev.sinew.io.meshopt;

import org.jspecify.annotations.NullMarked;
