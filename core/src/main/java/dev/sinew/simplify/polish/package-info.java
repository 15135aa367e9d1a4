/**
 * Fits finished levels to their original over poses: positions and weights, then attributes. The
 * collapses choose the triangles, this package chooses where they are.
 */
@NullMarked
package dev.sinew.simplify.polish;

import org.jspecify.annotations.NullMarked;
