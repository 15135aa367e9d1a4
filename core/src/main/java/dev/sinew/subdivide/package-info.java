/**
 * Subdivision surfaces as sparse linear maps.
 *
 * <p>Every new vertex is a linear combination of old vertices whose coefficients depend only on the
 * connectivity. So the coefficients ({@link dev.sinew.subdivide.Masks}) are computed once and apply
 * to any attribute: positions, texture coordinates, morph targets, weights, and animation
 * coordinates. An animation-space vertex is posed linearly, {@code v = G p}: with the masks S,
 * {@code G (P S) = (G P) S}, so subdividing before posing equals subdividing every pose. This does
 * not hold for the rest positions and weights of a linear blend skin.
 *
 * <p>The entry points are {@link dev.sinew.subdivide.Subdivision} for meshes and {@link
 * dev.sinew.subdivide.Subdivide} for characters.
 */
@NullMarked
package dev.sinew.subdivide;

import org.jspecify.annotations.NullMarked;
