/** The pictures that steps write beside their outputs. */
@NullMarked
package dev.sinew.pipeline.picture;

import org.jspecify.annotations.NullMarked;
