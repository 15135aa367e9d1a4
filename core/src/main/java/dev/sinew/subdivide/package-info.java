/**
 * Subdivision surfaces as sparse linear maps.
 *
 * <p>A step of subdivision makes every new vertex a fixed combination of old ones, and the
 * combination depends on the connectivity alone. So the coefficients ({@link
 * dev.sinew.subdivide.Masks}) are computed once and serve any attribute: positions, texture
 * coordinates, morph targets, weights, and animation coordinates. For the last of these it matters
 * that an animation-space vertex is posed linearly, {@code v = G p}: with the masks S, {@code G (P
 * S) = (G P) S}, so that subdividing before posing equals subdividing every pose. Subdividing the
 * rest positions and the weights of a linearly blended skin does not.
 *
 * <p>{@link dev.sinew.subdivide.Subdivision} is the way in.
 */
@NullMarked
package dev.sinew.subdivide;

import org.jspecify.annotations.NullMarked;
