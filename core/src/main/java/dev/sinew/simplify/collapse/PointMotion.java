package dev.sinew.simplify.collapse;

/**
 * How points move over the sample poses of a price. In pose k a point is at A_k x, where A_k is its
 * own 3×4 matrix and x its rest position. A collapse may choose x freely.
 */
public interface PointMotion {
  /** Returns the number of sample poses. */
  int poseCount();

  /** Writes the matrices of a point, 12 values per pose, starting at an offset. */
  void copyMatrices(int point, double[] out, int offset);

  /** Returns true if two points are known to have the same matrices. */
  boolean haveSameMotion(int a, int b);

  /**
   * Sets the matrices of {@code into} to (1 - share) · into + share · from, as closely as the
   * skinning model allows, and its rest position to x, y, z.
   *
   * @return true if the matrices are exactly this blend
   */
  boolean blend(int from, int into, double share, double x, double y, double z);

  /**
   * Returns the motion of the same points by other matrices, without morph targets. Points that are
   * blended or lose influences change in both.
   *
   * @param matrices per pose, 12 values per joint; kept, not modified
   */
  PointMotion with(double[][] matrices);

  /** Returns a coordinate of the rest position of a point. */
  double rest(int point, int axis);

  /** Returns the number of influences a collapse removes; 0 if influences are not counted. */
  default int influencesRemoved(int from, int into, double share) {
    return 0;
  }
}
