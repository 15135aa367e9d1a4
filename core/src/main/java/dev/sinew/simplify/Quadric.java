package dev.sinew.simplify;

/**
 * A quadric: the weighted sum of squared distances from planes and points, as ten numbers (Garland
 * and Heckbert, "Surface Simplification Using Quadric Error Metrics", 1997). In order: xx, xy, xz,
 * xw, yy, yz, yw, zz, zw, ww of the symmetric 4×4 matrix.
 */
final class Quadric {
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

  /** The value at a point. */
  static double at(double[] q, int o, double x, double y, double z) {
    return x * (q[o] * x + 2 * (q[o + 1] * y + q[o + 2] * z + q[o + 3]))
        + y * (q[o + 4] * y + 2 * (q[o + 5] * z + q[o + 6]))
        + z * (q[o + 7] * z + 2 * q[o + 8])
        + q[o + 9];
  }

  /**
   * Finds the point of the least value.
   *
   * @param out receives x, y, z at offset p
   * @return false, and nothing is written, when the quadric does not hold the point in every
   *     direction
   */
  static boolean minimise(double[] q, int o, double[] out, int p) {
    double a = q[o], b = q[o + 1], c = q[o + 2];
    double d = q[o + 4], e = q[o + 5], f = q[o + 7];
    // L D Lᵀ: the pivots are positive as far as the quadric is definite.
    double least = 1e-13 * (a + d + f);
    if (!(a > least)) {
      return false;
    }
    double l1 = b / a;
    double l2 = c / a;
    double d2 = d - l1 * b;
    if (!(d2 > least)) {
      return false;
    }
    double e2 = e - l1 * c;
    double l3 = e2 / d2;
    double d3 = f - l2 * c - l3 * e2;
    if (!(d3 > least)) {
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
