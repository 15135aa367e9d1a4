/** Motions of one skeleton brought to another one. */
@NullMarked
package dev.sinew.retarget;

import org.jspecify.annotations.NullMarked;
