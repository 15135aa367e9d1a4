package dev.sinew.simplify.polish;

/** Normals of triangles. */
final class Triangles {
  private Triangles() {}

  /**
   * Returns the cross product of two sides: twice the area long.
   *
   * @param positions x, y, z per point
   * @param triangles 3 points per triangle
   * @param first the index of the triangle's first corner
   */
  static double[] normal(float[] positions, int[] triangles, int first) {
    int a = 3 * triangles[first], b = 3 * triangles[first + 1], c = 3 * triangles[first + 2];
    float[] s = positions;
    double ux = s[b] - s[a], uy = s[b + 1] - s[a + 1], uz = s[b + 2] - s[a + 2];
    double vx = s[c] - s[a], vy = s[c + 1] - s[a + 1], vz = s[c + 2] - s[a + 2];
    return new double[] {uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx};
  }

  static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }
}
