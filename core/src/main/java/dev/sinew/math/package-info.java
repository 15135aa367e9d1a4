/**
 * Small linear algebra on flat arrays with offsets, for inner loops.
 *
 * <p>The convention of the whole project: vectors are columns and a transform is applied from the
 * left, {@code v' = M v}. An affine transform is the top three rows of its 4×4 matrix, stored row
 * by row in 12 values: element (r, c) at {@code offset + 4 r + c}, the translation at {@code offset
 * + 3, 7, 11}. A quaternion is stored {@code x, y, z, w}.
 */
@NullMarked
package dev.sinew.math;

import org.jspecify.annotations.NullMarked;
