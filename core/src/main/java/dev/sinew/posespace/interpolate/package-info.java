/** Interpolation of scattered data over poses: kernels, their solve and their cross-validation. */
@NullMarked
package dev.sinew.posespace.interpolate;

import org.jspecify.annotations.NullMarked;
