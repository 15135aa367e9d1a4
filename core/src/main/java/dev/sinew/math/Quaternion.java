package dev.sinew.math;

/** Unit quaternions {@code x, y, z, w} in flat arrays. Outputs may alias inputs. */
public final class Quaternion {
  /** Values per quaternion. */
  public static final int SIZE = 4;

  /** Above this dot product slerp interpolates linearly, because it would divide by about 0. */
  private static final double NEARLY_EQUAL_DOT = 1 - 1e-10;

  private Quaternion() {}

  /** Writes the identity. */
  public static void identity(double[] out, int o) {
    out[o] = 0;
    out[o + 1] = 0;
    out[o + 2] = 0;
    out[o + 3] = 1;
  }

  /** Writes the rotation by an angle in radians about an axis of any nonzero length. */
  public static void fromAxisAngle(
      double x, double y, double z, double angle, double[] out, int o) {
    double s = Math.sin(angle / 2) / Math.sqrt(x * x + y * y + z * z);
    out[o] = x * s;
    out[o + 1] = y * s;
    out[o + 2] = z * s;
    out[o + 3] = Math.cos(angle / 2);
  }

  /** Computes {@code out = a b}: applies b first, then a. */
  public static void multiply(double[] a, int ao, double[] b, int bo, double[] out, int o) {
    double ax = a[ao], ay = a[ao + 1], az = a[ao + 2], aw = a[ao + 3];
    double bx = b[bo], by = b[bo + 1], bz = b[bo + 2], bw = b[bo + 3];
    out[o] = aw * bx + ax * bw + ay * bz - az * by;
    out[o + 1] = aw * by - ax * bz + ay * bw + az * bx;
    out[o + 2] = aw * bz + ax * by - ay * bx + az * bw;
    out[o + 3] = aw * bw - ax * bx - ay * by - az * bz;
  }

  /** Computes the inverse of a unit quaternion. */
  public static void conjugate(double[] q, int qo, double[] out, int o) {
    for (int i = 0; i < 3; i++) {
      out[o + i] = -q[qo + i];
    }
    out[o + 3] = q[qo + 3];
  }

  /** Scales to unit length in place; a zero or non-finite quaternion becomes the identity. */
  public static void normalize(double[] q, int o) {
    double n =
        Math.sqrt(q[o] * q[o] + q[o + 1] * q[o + 1] + q[o + 2] * q[o + 2] + q[o + 3] * q[o + 3]);
    if (n == 0 || !Double.isFinite(n)) {
      identity(q, o);
      return;
    }
    for (int i = 0; i < SIZE; i++) {
      q[o + i] /= n;
    }
  }

  /** Interpolates spherically along the shorter arc from a (t = 0) to b (t = 1). */
  public static void slerp(double[] a, int ao, double[] b, int bo, double t, double[] out, int o) {
    double dot =
        a[ao] * b[bo] + a[ao + 1] * b[bo + 1] + a[ao + 2] * b[bo + 2] + a[ao + 3] * b[bo + 3];
    double sign = dot < 0 ? -1 : 1;
    dot = Math.abs(dot);
    double wa = 1 - t;
    double wb = t;
    if (dot < NEARLY_EQUAL_DOT) {
      double angle = Math.acos(dot);
      double sin = Math.sin(angle);
      wa = Math.sin(wa * angle) / sin;
      wb = Math.sin(wb * angle) / sin;
    }
    for (int i = 0; i < SIZE; i++) {
      out[o + i] = wa * a[ao + i] + sign * wb * b[bo + i];
    }
    normalize(out, o);
  }

  /** Writes the rotation of an affine transform whose linear part has orthonormal columns. */
  public static void fromMatrix(double[] m, int mo, double[] out, int o) {
    double xx = m[mo], yy = m[mo + 5], zz = m[mo + 10];
    double x, y, z, w;
    // Takes the root of the largest component's square; so the divisor is never near zero.
    if (xx + yy + zz > 0) {
      double s = 2 * Math.sqrt(1 + xx + yy + zz);
      w = s / 4;
      x = (m[mo + 9] - m[mo + 6]) / s;
      y = (m[mo + 2] - m[mo + 8]) / s;
      z = (m[mo + 4] - m[mo + 1]) / s;
    } else if (xx >= yy && xx >= zz) {
      double s = 2 * Math.sqrt(1 + xx - yy - zz);
      x = s / 4;
      w = (m[mo + 9] - m[mo + 6]) / s;
      y = (m[mo + 1] + m[mo + 4]) / s;
      z = (m[mo + 2] + m[mo + 8]) / s;
    } else if (yy >= zz) {
      double s = 2 * Math.sqrt(1 + yy - xx - zz);
      y = s / 4;
      w = (m[mo + 2] - m[mo + 8]) / s;
      x = (m[mo + 1] + m[mo + 4]) / s;
      z = (m[mo + 6] + m[mo + 9]) / s;
    } else {
      double s = 2 * Math.sqrt(1 + zz - xx - yy);
      z = s / 4;
      w = (m[mo + 4] - m[mo + 1]) / s;
      x = (m[mo + 2] + m[mo + 8]) / s;
      y = (m[mo + 6] + m[mo + 9]) / s;
    }
    out[o] = x;
    out[o + 1] = y;
    out[o + 2] = z;
    out[o + 3] = w;
    normalize(out, o);
  }
}
