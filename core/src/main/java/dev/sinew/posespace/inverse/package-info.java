/** The inverse of any deformer: offsets of rest points that give posed points. */
@NullMarked
package dev.sinew.posespace.inverse;

import org.jspecify.annotations.NullMarked;
