package dev.sinew.pose;

import dev.sinew.math.Quaternion;

/**
 * A rotation about an axis by an angle uniformly distributed in a range. Several in sequence
 * describe a joint with several degrees of freedom; three about the coordinate axes are Euler
 * angles.
 *
 * @param x first component of the axis, which has any length but zero
 * @param y second component of the axis
 * @param z third component of the axis
 * @param from smallest angle in radians
 * @param to largest angle in radians, at least {@code from}
 */
public record Turn(double x, double y, double z, double from, double to) {
  /** Checks the axis and the range. */
  public Turn {
    double length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0) || !Double.isFinite(length)) {
      throw new IllegalArgumentException("axis: expected a finite length above 0, got " + length);
    }
    if (!Double.isFinite(from) || !Double.isFinite(to) || from > to) {
      throw new IllegalArgumentException(
          "angles: expected a finite range, got " + from + " to " + to);
    }
  }

  /** Returns a turn about the x axis. */
  public static Turn aboutX(double from, double to) {
    return new Turn(1, 0, 0, from, to);
  }

  /** Returns a turn about the y axis. */
  public static Turn aboutY(double from, double to) {
    return new Turn(0, 1, 0, from, to);
  }

  /** Returns a turn about the z axis. */
  public static Turn aboutZ(double from, double to) {
    return new Turn(0, 0, 1, from, to);
  }

  /**
   * Returns the rotation at a fraction of the range, as x, y, z, w.
   *
   * @param share 0 for {@code from}, 1 for {@code to}
   */
  public double[] rotation(double share) {
    double[] q = new double[Quaternion.SIZE];
    Quaternion.fromAxisAngle(x, y, z, from + share * (to - from), q, 0);
    return q;
  }
}
