package dev.sinew.simplify.polish;

/** Normals of triangles. */
final class Triangles {
  /** Squared cosine of the largest turn of a triangle, and its least share of the area. */
  private static final double MIN_COSINE_SQUARED = 0.25;

  private static final double MIN_AREA_SHARE = 0.05;

  private Triangles() {}

  /**
   * Returns the cross product of two sides: twice the area long.
   *
   * @param positions x, y, z per point
   * @param triangles 3 points per triangle
   * @param first the index of the triangle's first corner
   */
  static double[] normal(float[] positions, int[] triangles, int first) {
    return normal(
        positions, 3 * triangles[first], 3 * triangles[first + 1], 3 * triangles[first + 2]);
  }

  /**
   * The same of three points.
   *
   * @param a the index of the first point's x; b and c likewise
   */
  static double[] normal(float[] s, int a, int b, int c) {
    double ux = s[b] - s[a], uy = s[b + 1] - s[a + 1], uz = s[b + 2] - s[a + 2];
    double vx = s[c] - s[a], vy = s[c + 1] - s[a + 1], vz = s[c + 2] - s[a + 2];
    return new double[] {uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx};
  }

  /** The same with a first point of its own. */
  static double[] normalFrom(double[] a, float[] s, int b, int c) {
    double ux = s[b] - a[0], uy = s[b + 1] - a[1], uz = s[b + 2] - a[2];
    double vx = s[c] - a[0], vy = s[c + 1] - a[1], vz = s[c + 2] - a[2];
    return new double[] {uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx};
  }

  /** Returns the area of a triangle. */
  static double area(double[] a, double[] b, double[] c) {
    double ux = b[0] - a[0], uy = b[1] - a[1], uz = b[2] - a[2];
    double vx = c[0] - a[0], vy = c[1] - a[1], vz = c[2] - a[2];
    double[] n = {uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx};
    return Math.sqrt(dot(n, n)) / 2;
  }

  /**
   * Returns true if a triangle turns by more than 60 degrees, or loses nearly all of its area.
   *
   * @param before its normal, as long as the area; after likewise
   */
  static boolean turns(double[] before, double[] after) {
    double dot = dot(before, after);
    double old = dot(before, before);
    double size = dot(after, after);
    return dot <= 0
        || dot * dot < MIN_COSINE_SQUARED * old * size
        || size < MIN_AREA_SHARE * MIN_AREA_SHARE * old;
  }

  static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }
}
