/** Streams of collapses as files. */
@NullMarked
package dev.sinew.io.progressive;

import org.jspecify.annotations.NullMarked;
