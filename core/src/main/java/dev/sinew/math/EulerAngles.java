package dev.sinew.math;

/**
 * Euler angles of rotations, in degrees (equation 4.5 of the thesis "Character animation from
 * examples"): R = Rx(x) · Ry(y) · Rz(z), so that a vector is rotated about z first, then y, then x,
 * all axes fixed. y is from −90 to 90. Where y is ±90 only the sum or difference of x and z counts,
 * and z is 0.
 *
 * @param x the angle about the x axis
 * @param y the angle about the y axis
 * @param z the angle about the z axis
 */
public record EulerAngles(double x, double y, double z) {
  /** The order of the axes in the product. */
  public static final String ORDER = "XYZ";

  /** cos y below this is gimbal lock. */
  private static final double LOCK = 1e-9;

  /** Returns the angles of a unit quaternion x, y, z, w. */
  public static EulerAngles of(double[] q, int o) {
    double[] m = new double[Affine.SIZE];
    Affine.fromTrs(new double[3], 0, q, o, new double[] {1, 1, 1}, 0, m, 0);
    double sin = Math.clamp(m[2], -1, 1);
    double cos = Math.hypot(m[0], m[1]);
    double y = Math.atan2(sin, cos);
    if (cos < LOCK) {
      return degrees(Math.atan2(m[9], m[5]), y, 0);
    }
    return degrees(Math.atan2(-m[6], m[10]), y, Math.atan2(-m[1], m[0]));
  }

  /**
   * Returns the angles of the same rotation that are nearest to others, so that a motion has no
   * jumps by whole turns. y may then exceed 90 degrees.
   */
  public EulerAngles near(EulerAngles other) {
    EulerAngles same = wrapped(x, y, z, other);
    EulerAngles flipped = wrapped(x + 180, 180 - y, z + 180, other);
    return same.distance(other) <= flipped.distance(other) ? same : flipped;
  }

  private static EulerAngles wrapped(double x, double y, double z, EulerAngles other) {
    return new EulerAngles(wrapped(x, other.x), wrapped(y, other.y), wrapped(z, other.z));
  }

  private static double wrapped(double angle, double other) {
    return angle + 360 * Math.rint((other - angle) / 360);
  }

  private double distance(EulerAngles other) {
    return Math.abs(x - other.x) + Math.abs(y - other.y) + Math.abs(z - other.z);
  }

  private static EulerAngles degrees(double x, double y, double z) {
    // Adding 0 removes the sign of a negative zero.
    return new EulerAngles(
        Math.toDegrees(x) + 0.0, Math.toDegrees(y) + 0.0, Math.toDegrees(z) + 0.0);
  }

  /** Writes the unit quaternion of these angles. */
  public void toQuaternion(double[] out, int o) {
    double[] turn = new double[Quaternion.SIZE];
    Quaternion.fromAxisAngle(1, 0, 0, Math.toRadians(x), out, o);
    Quaternion.fromAxisAngle(0, 1, 0, Math.toRadians(y), turn, 0);
    Quaternion.multiply(out, o, turn, 0, out, o);
    Quaternion.fromAxisAngle(0, 0, 1, Math.toRadians(z), turn, 0);
    Quaternion.multiply(out, o, turn, 0, out, o);
  }
}
