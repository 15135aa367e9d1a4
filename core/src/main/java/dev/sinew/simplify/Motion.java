package dev.sinew.simplify;

/**
 * How points move over the poses that prices look at. In pose k a point is at A_k x, with A_k a 3×4
 * matrix of its own and x three coordinates of its own, which a collapse may choose.
 */
interface Motion {
  int pointCount();

  int poseCount();

  /** Writes a point's matrices, twelve numbers a pose. */
  void copyMatrices(int point, double[] out);

  /** Coordinate {@code axis} of a point's x. */
  double coordinate(int point, int axis);

  /** Whether two points have the same matrices. */
  boolean moveAlike(int a, int b);

  /**
   * Makes one point the mixture of two: its matrices become those of {@code from} and {@code into}
   * mixed by the share of {@code from}, as near as the model allows. The coordinates become those
   * given.
   */
  void mix(int from, int into, double share, double x, double y, double z);

  /** Moves a point to other coordinates. */
  void move(int point, double x, double y, double z);

  /** Coordinate {@code axis} of a point at rest. */
  double rest(int point, int axis);
}
