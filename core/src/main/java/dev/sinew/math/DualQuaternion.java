package dev.sinew.math;

/**
 * Rigid motions as unit dual quaternions {@code q + ε d} in flat arrays: x, y, z, w of the rotation
 * q, then x, y, z, w of the dual part {@code d = ½ t q}, with the translation t as a quaternion
 * without scalar part (Kavan, Collins, Žára and O'Sullivan, "Geometric skinning with approximate
 * dual quaternion blending", 2008). Outputs may alias inputs.
 */
public final class DualQuaternion {
  /** Values per dual quaternion. */
  public static final int SIZE = 8;

  private DualQuaternion() {}

  /** Writes the identity. */
  public static void identity(double[] out, int o) {
    for (int i = 0; i < SIZE; i++) {
      out[o + i] = i == 3 ? 1 : 0;
    }
  }

  /** Writes the motion that rotates by a unit quaternion, then translates. */
  public static void fromRotationTranslation(
      double[] q, int qo, double tx, double ty, double tz, double[] out, int o) {
    double x = q[qo], y = q[qo + 1], z = q[qo + 2], w = q[qo + 3];
    out[o] = x;
    out[o + 1] = y;
    out[o + 2] = z;
    out[o + 3] = w;
    out[o + 4] = (w * tx + ty * z - tz * y) / 2;
    out[o + 5] = (w * ty + tz * x - tx * z) / 2;
    out[o + 6] = (w * tz + tx * y - ty * x) / 2;
    out[o + 7] = -(tx * x + ty * y + tz * z) / 2;
  }

  /** Computes {@code out = a b}: applies b first, then a. */
  public static void multiply(double[] a, int ao, double[] b, int bo, double[] out, int o) {
    double qx = a[ao], qy = a[ao + 1], qz = a[ao + 2], qw = a[ao + 3];
    double dx = a[ao + 4], dy = a[ao + 5], dz = a[ao + 6], dw = a[ao + 7];
    double px = b[bo], py = b[bo + 1], pz = b[bo + 2], pw = b[bo + 3];
    double ex = b[bo + 4], ey = b[bo + 5], ez = b[bo + 6], ew = b[bo + 7];
    out[o] = qw * px + qx * pw + qy * pz - qz * py;
    out[o + 1] = qw * py - qx * pz + qy * pw + qz * px;
    out[o + 2] = qw * pz + qx * py - qy * px + qz * pw;
    out[o + 3] = qw * pw - qx * px - qy * py - qz * pz;
    out[o + 4] = qw * ex + qx * ew + qy * ez - qz * ey + dw * px + dx * pw + dy * pz - dz * py;
    out[o + 5] = qw * ey - qx * ez + qy * ew + qz * ex + dw * py - dx * pz + dy * pw + dz * px;
    out[o + 6] = qw * ez + qx * ey - qy * ex + qz * ew + dw * pz + dx * py - dy * px + dz * pw;
    out[o + 7] = qw * ew - qx * ex - qy * ey - qz * ez + dw * pw - dx * px - dy * py - dz * pz;
  }

  /**
   * Normalises in place to a rigid motion: scales q to unit length and removes the component of d
   * along q. If q is zero or not finite, the result is the identity.
   */
  public static void normalize(double[] dq, int o) {
    double x = dq[o], y = dq[o + 1], z = dq[o + 2], w = dq[o + 3];
    double n = Math.sqrt(x * x + y * y + z * z + w * w);
    if (n == 0 || !Double.isFinite(n)) {
      identity(dq, o);
      return;
    }
    double along = (x * dq[o + 4] + y * dq[o + 5] + z * dq[o + 6] + w * dq[o + 7]) / (n * n);
    for (int i = 0; i < 4; i++) {
      dq[o + 4 + i] = (dq[o + 4 + i] - along * dq[o + i]) / n;
      dq[o + i] /= n;
    }
  }

  /** Writes the motion as an affine transform. */
  public static void toAffine(double[] dq, int qo, double[] out, int o) {
    double x = dq[qo], y = dq[qo + 1], z = dq[qo + 2], w = dq[qo + 3];
    double dx = dq[qo + 4], dy = dq[qo + 5], dz = dq[qo + 6], dw = dq[qo + 7];
    out[o] = 1 - 2 * (y * y + z * z);
    out[o + 1] = 2 * (x * y - z * w);
    out[o + 2] = 2 * (x * z + y * w);
    out[o + 3] = 2 * (w * dx - dw * x + y * dz - z * dy);
    out[o + 4] = 2 * (x * y + z * w);
    out[o + 5] = 1 - 2 * (x * x + z * z);
    out[o + 6] = 2 * (y * z - x * w);
    out[o + 7] = 2 * (w * dy - dw * y + z * dx - x * dz);
    out[o + 8] = 2 * (x * z - y * w);
    out[o + 9] = 2 * (y * z + x * w);
    out[o + 10] = 1 - 2 * (x * x + y * y);
    out[o + 11] = 2 * (w * dz - dw * z + x * dy - y * dx);
  }
}
