/** Whole characters as one deforming surface, played in clips, alone and as crowds. */
@NullMarked
package dev.sinew.skin.surface;

import org.jspecify.annotations.NullMarked;
