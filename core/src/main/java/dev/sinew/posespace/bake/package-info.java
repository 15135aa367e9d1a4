/** Correctives of given clips as morph targets with weight tracks, which any engine plays. */
@NullMarked
package dev.sinew.posespace.bake;

import org.jspecify.annotations.NullMarked;
