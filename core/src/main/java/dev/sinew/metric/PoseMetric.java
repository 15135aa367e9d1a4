package dev.sinew.metric;

import dev.sinew.model.AnimationCoords;

/**
 * An inner product on the vectors of animation space: what "near" means to unwrapping,
 * simplification and the removal of influences. Over one pose it is that of ordinary space, and
 * each of those becomes the classic algorithm for a mesh that does not move.
 *
 * <p>Vectors are differences of points: their weight is 0. Of others the result depends on where
 * the origin lies. Implementations are immutable, allocate nothing (where they use the Vector API,
 * nothing once compiled), and take a time quadratic in the number of entries at most.
 */
public interface PoseMetric {
  /** How many joints the skin has. Vectors with others are refused. */
  int jointCount();

  /** The expected dot product of two vectors over all poses. */
  double inner(AnimationVector s, AnimationVector t);

  /** The expected squared length of a vector. */
  default double squaredNorm(AnimationVector s) {
    return inner(s, s);
  }

  /**
   * The expected squared distance of two points.
   *
   * @param work is overwritten with the way from the first to the second
   */
  default double squaredDistance(
      AnimationCoords from, int a, AnimationCoords to, int b, AnimationVector work) {
    return squaredNorm(work.setDifference(from, a, to, b));
  }
}
