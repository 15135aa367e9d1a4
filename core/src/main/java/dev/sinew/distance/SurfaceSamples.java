package dev.sinew.distance;

import dev.sinew.math.Vec3;

/**
 * Points spread evenly over a surface, each at fixed barycentric coordinates of a triangle, so that
 * they move with the surface. Deterministic.
 */
public final class SurfaceSamples {
  /** Additive recurrence that fills a square evenly: inverse powers of the plastic number. */
  private static final double STEP_U = 0.7548776662466927;

  private static final double STEP_V = 0.5698402909980532;

  private final int[] triangles;
  private final int[] triangle;
  private final float[] weights;

  /**
   * Spreads points in proportion to area.
   *
   * @param positions x, y, z per vertex of the shape whose areas count; not kept
   * @param triangles 3 vertices per triangle; kept, not modified
   * @param count number of points
   */
  public SurfaceSamples(float[] positions, int[] triangles, int count) {
    this.triangles = triangles;
    double[] upTo = areasUpTo(positions, triangles);
    double total = upTo[upTo.length - 1];
    int samples = total > 0 ? count : 0;
    triangle = new int[samples];
    weights = new float[3 * samples];
    double[] point = new double[3];
    int t = 0;
    for (int i = 0; i < samples; i++) {
      double at = total * (i + 0.5) / samples;
      while (t + 2 < upTo.length && upTo[t + 1] < at) {
        t++;
      }
      triangle[i] = t;
      barycentric(i, point);
      for (int k = 0; k < 3; k++) {
        weights[3 * i + k] = (float) point[k];
      }
    }
  }

  /**
   * Spreads points over the triangles, each with equal chance whatever its area.
   *
   * @param triangles 3 vertices per triangle; kept, not modified
   * @param count number of points
   */
  public static SurfaceSamples perTriangle(int[] triangles, int count) {
    return new SurfaceSamples(triangles, triangles.length == 0 ? 0 : count);
  }

  private SurfaceSamples(int[] triangles, int count) {
    this.triangles = triangles;
    int all = triangles.length / 3;
    triangle = new int[count];
    weights = new float[3 * count];
    double[] point = new double[3];
    for (int i = 0; i < count; i++) {
      triangle[i] = (int) ((i + 0.5) / count * all);
      barycentric(i, point);
      for (int k = 0; k < 3; k++) {
        weights[3 * i + k] = (float) point[k];
      }
    }
  }

  /**
   * Computes the barycentric coordinates of a point of a sequence that fills a triangle evenly.
   *
   * @param number the number of the point, 0 or more
   */
  public static void barycentric(long number, double[] out) {
    double u = (STEP_U * (number + 1)) % 1;
    double v = (STEP_V * (number + 1)) % 1;
    boolean beyond = u + v > 1;
    out[1] = beyond ? 1 - u : u;
    out[2] = beyond ? 1 - v : v;
    out[0] = 1 - out[1] - out[2];
  }

  /** Returns the area of all triangles before each; the last value is the whole area. */
  public static double[] areasUpTo(float[] positions, int[] triangles) {
    double[] upTo = new double[triangles.length / 3 + 1];
    for (int t = 0; t + 1 < upTo.length; t++) {
      upTo[t + 1] = upTo[t] + area(positions, triangles, t);
    }
    return upTo;
  }

  static double area(float[] s, int[] triangles, int t) {
    int a = 3 * triangles[3 * t], b = 3 * triangles[3 * t + 1], c = 3 * triangles[3 * t + 2];
    double[] n = new double[3];
    Vec3.areaNormal(s, a, b, c, n);
    return Vec3.length(n) / 2;
  }

  /** Returns the number of points; 0 on a surface without area. */
  public int count() {
    return triangle.length;
  }

  /** Returns the triangle of a point. */
  public int triangle(int sample) {
    return triangle[sample];
  }

  /** Returns a barycentric coordinate of a point. */
  public float weight(int sample, int corner) {
    return weights[3 * sample + corner];
  }

  /** Returns coordinate {@code axis} of a point on the surface in a given shape. */
  public double position(int sample, float[] positions, int axis) {
    int corner = 3 * triangle[sample];
    double sum = 0;
    for (int k = 0; k < 3; k++) {
      sum += weights[3 * sample + k] * positions[3 * triangles[corner + k] + axis];
    }
    return sum;
  }
}
