package dev.sinew.skin;

/** Computes two tangents orthogonal to a normal. */
final class TangentBasis {
  private TangentBasis() {}

  /**
   * Writes orthogonal s and t with s × t = the normal. Both are unit vectors if the normal is one,
   * and zero if it is zero.
   */
  static void of(double x, double y, double z, double[] s, double[] t) {
    double length = Math.sqrt(x * x + y * y + z * z);
    double ax = Math.abs(x), ay = Math.abs(y), az = Math.abs(z);
    // Orthogonal to the axis of the smallest component: never nearly parallel to the normal.
    if (ax <= ay && ax <= az) {
      put(s, 0, -z, y);
    } else if (ay <= az) {
      put(s, z, 0, -x);
    } else {
      put(s, -y, x, 0);
    }
    double n = Math.sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
    if (length == 0 || n == 0) {
      put(s, 0, 0, 0);
      put(t, 0, 0, 0);
      return;
    }
    put(s, s[0] / n, s[1] / n, s[2] / n);
    // t = n × s, because s × (n × s) = n.
    put(t, y * s[2] - z * s[1], z * s[0] - x * s[2], x * s[1] - y * s[0]);
  }

  private static void put(double[] out, double x, double y, double z) {
    out[0] = x;
    out[1] = y;
    out[2] = z;
  }
}
