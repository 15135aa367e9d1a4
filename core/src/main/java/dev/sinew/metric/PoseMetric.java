package dev.sinew.metric;

import dev.sinew.model.AnimationCoords;

/**
 * An inner product on the vectors of animation space: the expected dot product over all poses. For
 * one pose it is the Euclidean one.
 *
 * <p>Influence limits use it; influence removal uses the matrix of {@link ExpectationMetric}
 * directly. UV unwrapping takes the lengths of edges from it. Collapse prices by quadrics do not
 * use it.
 *
 * <p>Vectors are differences of points, of weight 0. For other vectors the result depends on the
 * choice of origin. Implementations are immutable, allocate nothing (code that uses the Vector API,
 * once compiled), and take at most quadratic time in the number of entries.
 */
public interface PoseMetric {
  /** Returns the number of joints of the skin. Vectors with other joints are refused. */
  int jointCount();

  /** Returns the expected dot product of two vectors over all poses. */
  double inner(AnimationVector s, AnimationVector t);

  /** Returns the expected squared length of a vector over all poses. */
  default double squaredNorm(AnimationVector s) {
    return inner(s, s);
  }

  /**
   * Returns the expected squared distance of two points over all poses.
   *
   * @param work is overwritten with the difference of the points
   */
  default double squaredDistance(
      AnimationCoords from, int a, AnimationCoords to, int b, AnimationVector work) {
    return squaredNorm(work.setDifference(from, a, to, b));
  }
}
