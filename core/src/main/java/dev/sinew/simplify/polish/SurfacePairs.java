package dev.sinew.simplify.polish;

import dev.sinew.distance.TriangleTree;
import dev.sinew.run.RunContext;

/**
 * Pairs of points on the original and the level in one pose, found from samples on each of them and
 * their closest points on the other. The samples of the original have equal areas, those of the
 * level are one per triangle. Every call uses other samples.
 */
final class SurfacePairs {
  /** Barycentric coordinates below this are on an edge or at a vertex. */
  private static final double ON_EDGE = 1e-9;

  /** Additive recurrence that fills a square evenly: inverse powers of the plastic number. */
  private static final double STEP_U = 0.7548776662466927;

  private static final double STEP_V = 0.5698402909980532;

  private final int[] originalTriangles;
  private final int[] levelTriangles;
  private final TriangleTree originalTree;
  private final TriangleTree levelTree;
  private final float[] original;
  private final double[] originalAreas;
  private final double[] levelAreas;
  private final int[] originalHints;
  private final int[] levelHints;
  private final TriangleTree.Hit hit = new TriangleTree.Hit();
  private final int[] scratch = TriangleTree.newScratch();

  /** The triangle of the level of each pair. */
  final int[] triangle;

  /** Its barycentric coordinates on the level, 3 per pair. */
  final float[] weights;

  /** From the point on the level to the point on the original, 3 per pair. */
  final float[] gap;

  /** The unit normal of the surface that was hit, 3 per pair; 0 for edges and vertices. */
  final float[] normal;

  /** The share of the area. */
  final float[] share;

  /**
   * Prepares one pose.
   *
   * @param original the posed points of the original; kept
   * @param originalTree fitted to them; kept
   * @param originalAreas area of all triangles up to each, at rest; the last is the whole area
   * @param levelTree refitted by every call; kept
   * @param levelAreas likewise
   */
  SurfacePairs(
      float[] original,
      int[] originalTriangles,
      TriangleTree originalTree,
      double[] originalAreas,
      int[] levelTriangles,
      TriangleTree levelTree,
      double[] levelAreas) {
    this.original = original;
    this.originalTriangles = originalTriangles;
    this.originalTree = originalTree;
    this.originalAreas = originalAreas;
    this.levelTriangles = levelTriangles;
    this.levelTree = levelTree;
    this.levelAreas = levelAreas;
    originalHints = new int[levelAreas.length - 1];
    levelHints = new int[originalAreas.length - 1];
    java.util.Arrays.fill(levelHints, -1);
    java.util.Arrays.fill(originalHints, -1);
    int pairs = 2 * (levelAreas.length - 1);
    triangle = new int[pairs];
    weights = new float[3 * pairs];
    gap = new float[3 * pairs];
    normal = new float[3 * pairs];
    share = new float[pairs];
  }

  /** Returns area of all triangles up to each; the first value is 0. */
  static double[] areas(double[] positions, int[] triangles) {
    double[] upTo = new double[triangles.length / 3 + 1];
    for (int t = 0; t + 1 < upTo.length; t++) {
      int a = 3 * triangles[3 * t], b = 3 * triangles[3 * t + 1], c = 3 * triangles[3 * t + 2];
      double ux = positions[b] - positions[a];
      double uy = positions[b + 1] - positions[a + 1];
      double uz = positions[b + 2] - positions[a + 2];
      double vx = positions[c] - positions[a];
      double vy = positions[c + 1] - positions[a + 1];
      double vz = positions[c + 2] - positions[a + 2];
      double x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
      upTo[t + 1] = upTo[t] + Math.sqrt(x * x + y * y + z * z) / 2;
    }
    return upTo;
  }

  /**
   * Finds new pairs.
   *
   * @param level the posed points of the level
   * @param round a number that differs from call to call and from pose to pose
   * @return the mean squared distance
   */
  double find(float[] level, int round, RunContext context) {
    levelTree.refit(level);
    double squares = 0;
    int count = levelAreas.length - 1;
    double total = levelAreas[count];
    for (int t = 0; t < count; t++) {
      check(t, context);
      double area = (levelAreas[t + 1] - levelAreas[t]) / total;
      squares += area * fromLevel(t, (long) round * count + t, level, (float) area);
    }
    double whole = originalAreas[originalAreas.length - 1];
    double jitter = (0.6180339887498949 * (round + 1)) % 1;
    int t = 0;
    for (int i = 0; i < count; i++) {
      check(i, context);
      double at = whole * (i + jitter) / count;
      while (t + 2 < originalAreas.length && originalAreas[t + 1] < at) {
        t++;
      }
      squares += fromOriginal(count + i, t, (long) round * count + i, level, 1f / count) / count;
    }
    return squares / 2;
  }

  private static void check(int step, RunContext context) {
    if ((step & 1023) == 0) {
      context.checkCancelled();
    }
  }

  /** Sets weights of a sample in a triangle. */
  private static void sample(long number, double[] out) {
    double u = (STEP_U * (number % 1_000_003 + 1)) % 1;
    double v = (STEP_V * (number % 1_000_003 + 1)) % 1;
    if (u + v > 1) {
      u = 1 - u;
      v = 1 - v;
    }
    out[0] = 1 - u - v;
    out[1] = u;
    out[2] = v;
  }

  private final double[] bary = new double[3];
  private final double[] from = new double[3];

  private double fromLevel(int t, long number, float[] level, float area) {
    sample(number, bary);
    blend(levelTriangles, t, level);
    query(originalTree, originalHints, t);
    triangle[t] = t;
    share[t] = area;
    for (int k = 0; k < 3; k++) {
      weights[3 * t + k] = (float) bary[k];
      gap[3 * t + k] = (float) (onHit(originalTriangles, original, k) - from[k]);
    }
    setNormal(t, originalTriangles, original);
    return hit.distance() * hit.distance();
  }

  private double fromOriginal(int pair, int t, long number, float[] level, float area) {
    sample(number, bary);
    blend(originalTriangles, t, original);
    query(levelTree, levelHints, t);
    triangle[pair] = hit.triangle();
    share[pair] = area;
    for (int k = 0; k < 3; k++) {
      weights[3 * pair + k] = (float) hit.weight(k);
      gap[3 * pair + k] = (float) (from[k] - onHit(levelTriangles, level, k));
    }
    setNormal(pair, levelTriangles, level);
    return hit.distance() * hit.distance();
  }

  /** Hints come from the same pose only, so that results do not depend on the threads. */
  private void query(TriangleTree tree, int[] hints, int hint) {
    if (hints[hint] < 0) {
      tree.closest(from[0], from[1], from[2], hit, scratch);
    } else {
      tree.closest(from[0], from[1], from[2], hints[hint], hit, scratch);
    }
    hints[hint] = hit.triangle();
  }

  private void blend(int[] triangles, int t, float[] points) {
    for (int k = 0; k < 3; k++) {
      from[k] = 0;
      for (int c = 0; c < 3; c++) {
        from[k] += bary[c] * points[3 * triangles[3 * t + c] + k];
      }
    }
  }

  private double onHit(int[] triangles, float[] points, int axis) {
    double sum = 0;
    for (int c = 0; c < 3; c++) {
      sum += hit.weight(c) * points[3 * triangles[3 * hit.triangle() + c] + axis];
    }
    return sum;
  }

  private void setNormal(int pair, int[] triangles, float[] s) {
    double x = 0, y = 0, z = 0, length = 0;
    if (hit.weight(0) > ON_EDGE && hit.weight(1) > ON_EDGE && hit.weight(2) > ON_EDGE) {
      int o = 3 * hit.triangle();
      int a = 3 * triangles[o], b = 3 * triangles[o + 1], c = 3 * triangles[o + 2];
      double ux = s[b] - s[a], uy = s[b + 1] - s[a + 1], uz = s[b + 2] - s[a + 2];
      double vx = s[c] - s[a], vy = s[c + 1] - s[a + 1], vz = s[c + 2] - s[a + 2];
      x = uy * vz - uz * vy;
      y = uz * vx - ux * vz;
      z = ux * vy - uy * vx;
      length = Math.sqrt(x * x + y * y + z * z);
    }
    double scale = length > 0 ? 1 / length : 0;
    normal[3 * pair] = (float) (scale * x);
    normal[3 * pair + 1] = (float) (scale * y);
    normal[3 * pair + 2] = (float) (scale * z);
  }
}
