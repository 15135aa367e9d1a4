package dev.sinew.simplify.price;

/**
 * A quadric: the weighted sum of squared distances from planes and points, as 10 values (Garland
 * and Heckbert, "Surface Simplification Using Quadric Error Metrics", 1997). In order: xx, xy, xz,
 * xw, yy, yz, yw, zz, zw, ww of the symmetric 4×4 matrix.
 */
final class Quadric {
  /** Values per quadric. */
  static final int SIZE = 10;

  private Quadric() {}

  /** Adds the squared distance from the plane n · x + d = 0, n a unit vector. */
  static void addPlane(double[] q, int o, double a, double b, double c, double d, double weight) {
    q[o] += weight * a * a;
    q[o + 1] += weight * a * b;
    q[o + 2] += weight * a * c;
    q[o + 3] += weight * a * d;
    q[o + 4] += weight * b * b;
    q[o + 5] += weight * b * c;
    q[o + 6] += weight * b * d;
    q[o + 7] += weight * c * c;
    q[o + 8] += weight * c * d;
    q[o + 9] += weight * d * d;
  }

  /** Adds the squared distance from a point. */
  static void addPoint(double[] q, int o, double x, double y, double z, double weight) {
    q[o] += weight;
    q[o + 3] -= weight * x;
    q[o + 4] += weight;
    q[o + 6] -= weight * y;
    q[o + 7] += weight;
    q[o + 8] -= weight * z;
    q[o + 9] += weight * (x * x + y * y + z * z);
  }

  /** Returns the value at a point. */
  static double at(double[] q, int o, double x, double y, double z) {
    return x * (q[o] * x + 2 * (q[o + 1] * y + q[o + 2] * z + q[o + 3]))
        + y * (q[o + 4] * y + 2 * (q[o + 5] * z + q[o + 6]))
        + z * (q[o + 7] * z + 2 * q[o + 8])
        + q[o + 9];
  }

  /**
   * Adds Aᵀ Q A: the quadric Q as a function of a point before a 3×4 matrix A is applied to it.
   *
   * @param q contains Q at offset o
   * @param a A
   * @param out receives the sum at offset p
   */
  static void addPulledBack(double[] q, int o, double[] a, double[] out, int p) {
    double xx = q[o], xy = q[o + 1], xz = q[o + 2], yy = q[o + 4], yz = q[o + 5], zz = q[o + 7];
    double nx = q[o + 3], ny = q[o + 6], nz = q[o + 8];
    double a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3];
    double b0 = a[4], b1 = a[5], b2 = a[6], b3 = a[7];
    double c0 = a[8], c1 = a[9], c2 = a[10], c3 = a[11];
    double u0 = xx * a0 + xy * b0 + xz * c0;
    double v0 = xy * a0 + yy * b0 + yz * c0;
    double w0 = xz * a0 + yz * b0 + zz * c0;
    double u1 = xx * a1 + xy * b1 + xz * c1;
    double v1 = xy * a1 + yy * b1 + yz * c1;
    double w1 = xz * a1 + yz * b1 + zz * c1;
    double u2 = xx * a2 + xy * b2 + xz * c2;
    double v2 = xy * a2 + yy * b2 + yz * c2;
    double w2 = xz * a2 + yz * b2 + zz * c2;
    double u3 = xx * a3 + xy * b3 + xz * c3 + nx;
    double v3 = xy * a3 + yy * b3 + yz * c3 + ny;
    double w3 = xz * a3 + yz * b3 + zz * c3 + nz;
    out[p] += a0 * u0 + b0 * v0 + c0 * w0;
    out[p + 1] += a0 * u1 + b0 * v1 + c0 * w1;
    out[p + 2] += a0 * u2 + b0 * v2 + c0 * w2;
    out[p + 3] += a0 * u3 + b0 * v3 + c0 * w3;
    out[p + 4] += a1 * u1 + b1 * v1 + c1 * w1;
    out[p + 5] += a1 * u2 + b1 * v2 + c1 * w2;
    out[p + 6] += a1 * u3 + b1 * v3 + c1 * w3;
    out[p + 7] += a2 * u2 + b2 * v2 + c2 * w2;
    out[p + 8] += a2 * u3 + b2 * v3 + c2 * w3;
    out[p + 9] += a3 * (u3 + nx) + b3 * (v3 + ny) + c3 * (w3 + nz) + q[o + 9];
  }

  /**
   * Computes the point of the minimum.
   *
   * @param out receives x, y, z at offset p
   * @return false, with nothing written, if the quadric is not definite
   */
  static boolean minimise(double[] q, int o, double[] out, int p) {
    double a = q[o], b = q[o + 1], c = q[o + 2];
    double d = q[o + 4], e = q[o + 5], f = q[o + 7];
    // L D Lᵀ decomposition: all pivots are positive if the quadric is definite.
    double threshold = 1e-13 * (a + d + f);
    if (!(a > threshold)) {
      return false;
    }
    double l1 = b / a;
    double l2 = c / a;
    double d2 = d - l1 * b;
    if (!(d2 > threshold)) {
      return false;
    }
    double e2 = e - l1 * c;
    double l3 = e2 / d2;
    double d3 = f - l2 * c - l3 * e2;
    if (!(d3 > threshold)) {
      return false;
    }
    double x = -q[o + 3];
    double y = -q[o + 6] - l1 * x;
    double z = (-q[o + 8] - l2 * x - l3 * y) / d3;
    y = y / d2 - l3 * z;
    x = x / a - l1 * y - l2 * z;
    out[p] = x;
    out[p + 1] = y;
    out[p + 2] = z;
    return true;
  }
}
