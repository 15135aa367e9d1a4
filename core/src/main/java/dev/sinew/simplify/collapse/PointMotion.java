package dev.sinew.simplify.collapse;

/**
 * How points move over the poses that prices look at. In pose k a point is at A_k x, with A_k a 3×4
 * matrix of its own and x its place at rest, which a collapse may choose.
 */
public interface PointMotion {
  int poseCount();

  /** Writes a point's matrices, twelve numbers a pose, from a place on. */
  void copyMatrices(int point, double[] out, int at);

  /** Whether two points have the same matrices. */
  boolean moveAlike(int a, int b);

  /**
   * Makes one point the mixture of two: its matrices become those of {@code from} and {@code into}
   * mixed by the share of {@code from}, as near as the model allows. Its place at rest becomes the
   * one given.
   *
   * @return whether its matrices are just that mixture of the two
   */
  boolean mix(int from, int into, double share, double x, double y, double z);

  /** Coordinate {@code axis} of a point's x: its place at rest. */
  double rest(int point, int axis);

  /** Returns how many influences a collapse removes; 0 where influences are not counted. */
  default int influencesRemoved(int from, int into, double share) {
    return 0;
  }
}
