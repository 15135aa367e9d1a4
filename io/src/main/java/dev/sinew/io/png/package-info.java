/** PNG: writer of pictures. */
@NullMarked
package dev.sinew.io.png;

import org.jspecify.annotations.NullMarked;
