/**
 * Levels of detail that hold in every pose: edges collapse one after the other, cheapest first, and
 * what a collapse costs is reckoned over poses.
 *
 * <p>One engine, {@link dev.sinew.simplify.Simplifier}, works a queue of edges off; a {@link
 * dev.sinew.simplify.Price} says what a collapse costs and where the new point goes; {@link
 * dev.sinew.simplify.CollapseMesh} says what may be collapsed; the {@link
 * dev.sinew.simplify.OperationStream} that comes out leads to any level.
 *
 * <p>Fewer influences: {@link dev.sinew.simplify.InfluenceRemoval} takes one bone after another
 * from a point of animation space at the least cost, {@link dev.sinew.simplify.InfluenceLimit}
 * finds the best weights on a few bones for linear blending.
 */
@NullMarked
package dev.sinew.simplify;

import org.jspecify.annotations.NullMarked;
