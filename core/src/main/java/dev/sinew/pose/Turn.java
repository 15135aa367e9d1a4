package dev.sinew.pose;

import dev.sinew.math.Quaternion;

/**
 * A hinge: turning about an axis by an angle that is equally likely to be anything in a range.
 * Several after one another make a joint with several degrees of freedom; three about the
 * coordinate axes are Euler angles.
 *
 * @param x the axis, of any length but zero
 * @param y the axis
 * @param z the axis
 * @param from least angle in radians
 * @param to greatest angle in radians, equal to {@code from} for a turn that does not vary
 */
public record Turn(double x, double y, double z, double from, double to) {
  /** Checks that there is an axis and a range. */
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

  /** Turning about the x axis. */
  public static Turn aboutX(double from, double to) {
    return new Turn(1, 0, 0, from, to);
  }

  /** Turning about the y axis. */
  public static Turn aboutY(double from, double to) {
    return new Turn(0, 1, 0, from, to);
  }

  /** Turning about the z axis. */
  public static Turn aboutZ(double from, double to) {
    return new Turn(0, 0, 1, from, to);
  }

  /**
   * Returns the rotation at a share of the range, as x, y, z, w.
   *
   * @param share 0 for {@code from}, 1 for {@code to}
   */
  public double[] rotation(double share) {
    double[] q = new double[Quaternion.SIZE];
    Quaternion.fromAxisAngle(x, y, z, from + share * (to - from), q, 0);
    return q;
  }
}
