package dev.sinew.simplify.polish;

/**
 * The points of a level in several poses, as functions of unknowns. A point has {@value #UNKNOWNS}
 * unknowns; those that it does not need have no effect.
 */
interface LevelPoints {
  /** Unknowns per point. */
  int UNKNOWNS = 6;

  int pointCount();

  /** Writes x, y, z of all points in a pose. */
  void pose(int k, float[] out);

  /**
   * Writes the derivatives of a point in a pose: x, y and z of every unknown, one unknown after the
   * other.
   */
  void derivatives(int k, int point, double[] out);

  /**
   * Adds a step to the unknowns of a point.
   *
   * @param step the unknowns of all points
   * @param share the share of the step, 0 to 1
   */
  void add(int point, double[] step, double share);

  /** Saves the state of all points. */
  void save();

  /** Sets a point back to the saved state. */
  void restore(int point);
}
