/** Pictures as PNG files. */
@NullMarked
package dev.sinew.io.png;

import org.jspecify.annotations.NullMarked;
