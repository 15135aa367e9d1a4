package dev.sinew.simplify.polish;

import dev.sinew.math.Vec3;

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
    double[] out = new double[3];
    Vec3.areaNormal(s, a, b, c, out);
    return out;
  }

  /** The same with a first point of its own. */
  static double[] normalFrom(double[] a, float[] s, int b, int c) {
    double ux = s[b] - a[0], uy = s[b + 1] - a[1], uz = s[b + 2] - a[2];
    double vx = s[c] - a[0], vy = s[c + 1] - a[1], vz = s[c + 2] - a[2];
    return new double[] {uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx};
  }

  static double area(double[] a, double[] b, double[] c) {
    double[] n = new double[3];
    Vec3.areaNormal(a, b, c, n);
    return Vec3.length(n) / 2;
  }

  /**
   * Returns true if a triangle turns by more than 60 degrees, or loses nearly all of its area.
   *
   * @param before its normal, as long as the area; after likewise
   */
  static boolean turns(double[] before, double[] after) {
    double dot = Vec3.dot(before, after);
    double old = Vec3.dot(before, before);
    double size = Vec3.dot(after, after);
    return dot <= 0
        || dot * dot < MIN_COSINE_SQUARED * old * size
        || size < MIN_AREA_SHARE * MIN_AREA_SHARE * old;
  }
}
