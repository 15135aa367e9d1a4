/** Files of collapse streams. */
@NullMarked
package dev.sinew.io.progressive;

import org.jspecify.annotations.NullMarked;
