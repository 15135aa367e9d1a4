/** The PLY polygon format, written only. */
@NullMarked
package dev.sinew.io.ply;

import org.jspecify.annotations.NullMarked;
