package dev.sinew.math;

/** Vectors of three numbers, and the sides of triangles; x, y, z lie side by side in an array. */
public final class Vec3 {
  private Vec3() {}

  /** Returns the scalar product. */
  public static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }

  /** Returns the length. */
  public static double length(double[] v) {
    return length(v, 0);
  }

  /** Returns the length of the vector at an index. */
  public static double length(double[] v, int at) {
    return Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
  }

  /** Returns the cross product. */
  public static double[] cross(double[] a, double[] b) {
    return cross(a, 0, b, 0);
  }

  /** Returns the cross product of the vectors at two indices. */
  public static double[] cross(double[] a, int i, double[] b, int j) {
    return new double[] {
      a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1],
      a[i + 2] * b[j] - a[i] * b[j + 2],
      a[i] * b[j + 1] - a[i + 1] * b[j]
    };
  }

  /** Writes the cross product, which must not be written over a factor. */
  public static void cross(double[] a, double[] b, double[] out) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
  }

  /**
   * Writes the cross product of two sides of a triangle: its normal, twice as long as its area.
   *
   * @param s x, y, z per point
   * @param a the index of the first corner's x; b and c likewise
   */
  public static void areaNormal(float[] s, int a, int b, int c, double[] out) {
    double ux = s[b] - s[a], uy = s[b + 1] - s[a + 1], uz = s[b + 2] - s[a + 2];
    double vx = s[c] - s[a], vy = s[c + 1] - s[a + 1], vz = s[c + 2] - s[a + 2];
    out[0] = uy * vz - uz * vy;
    out[1] = uz * vx - ux * vz;
    out[2] = ux * vy - uy * vx;
  }

  /** Writes the cross product of two sides of a triangle. */
  public static void areaNormal(double[] a, double[] b, double[] c, double[] out) {
    double ux = b[0] - a[0], uy = b[1] - a[1], uz = b[2] - a[2];
    double vx = c[0] - a[0], vy = c[1] - a[1], vz = c[2] - a[2];
    out[0] = uy * vz - uz * vy;
    out[1] = uz * vx - ux * vz;
    out[2] = ux * vy - uy * vx;
  }

  /** Scales a vector to length 1, or to 0 if it has no direction. */
  public static void normalise(double[] v) {
    double length = length(v);
    for (int k = 0; k < 3; k++) {
      v[k] = length > 0 ? v[k] / length : 0;
    }
  }
}
