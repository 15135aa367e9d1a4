package dev.sinew.extract;

import dev.sinew.math.Quaternion;

/** The rotation by the smallest angle that takes one direction to another. */
final class ShortestTurn {
  private ShortestTurn() {}

  /**
   * Returns a unit quaternion; the identity if a vector has no length. Opposite directions are half
   * a turn about any axis perpendicular to them.
   */
  static double[] between(double[] from, double[] to) {
    double dot = 0;
    double before = 0;
    double after = 0;
    for (int i = 0; i < 3; i++) {
      dot += from[i] * to[i];
      before += from[i] * from[i];
      after += to[i] * to[i];
    }
    double lengths = Math.sqrt(before * after);
    if (!(lengths > 0)) {
      return new double[] {0, 0, 0, 1};
    }
    double[] q = {
      from[1] * to[2] - from[2] * to[1],
      from[2] * to[0] - from[0] * to[2],
      from[0] * to[1] - from[1] * to[0],
      lengths + dot
    };
    if (!(q[3] > 1e-12 * lengths)) {
      boolean x = Math.abs(from[0]) < 0.9 * Math.sqrt(before);
      q[0] = x ? 0 : from[2];
      q[1] = x ? -from[2] : 0;
      q[2] = x ? from[1] : -from[0];
      q[3] = 0;
    }
    Quaternion.normalize(q, 0);
    return q;
  }

  /** Returns the angle of a rotation in radians, 0 to π. */
  static double angle(double[] q) {
    double sine = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
    return 2 * Math.atan2(sine, Math.abs(q[3]));
  }
}
