/** Decoder of WebP images. */
@NullMarked
package dev.sinew.io.webp;

import org.jspecify.annotations.NullMarked;
