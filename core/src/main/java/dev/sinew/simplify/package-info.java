/**
 * Simpler characters that hold in every pose.
 *
 * <p>Fewer influences: {@link dev.sinew.simplify.InfluenceRemoval} takes one bone after another
 * from a point of animation space at the least cost, {@link dev.sinew.simplify.InfluenceLimit}
 * finds the best weights on a few bones for linear blending.
 */
@NullMarked
package dev.sinew.simplify;

import org.jspecify.annotations.NullMarked;
