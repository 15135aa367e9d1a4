package dev.sinew.simplify.polish;

import dev.sinew.distance.SurfaceSamples;
import dev.sinew.distance.TriangleTree;
import dev.sinew.run.RunContext;
import java.util.Arrays;

/**
 * Pairs of points on the original and the level in one pose, found from samples on each of them and
 * their closest points on the other. The samples of the original have equal areas, those of the
 * level are one per triangle. Every call uses other samples.
 */
final class SurfacePairs {
  /** Barycentric coordinates below this are on an edge or at a vertex. */
  private static final double ON_EDGE = 1e-9;

  private static final int SEQUENCE_LENGTH = 1_000_003;

  private final int[] originalTriangles;
  private final int[] levelTriangles;
  private final TriangleTree originalTree;
  private final TriangleTree levelTree;
  private final float[] original;
  private final double[] originalAreas;
  private final double[] levelAreas;
  private final int[] originalHints;
  private final int[] levelHints;
  private final double[] bary = new double[3];
  private final double[] from = new double[3];
  private final TriangleTree.Hit hit = new TriangleTree.Hit();
  private final int[] scratch = TriangleTree.newScratch();

  /** The triangle of the last hit on the same surface; negative if there is none. */
  private int last = -1;

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
    Arrays.fill(levelHints, -1);
    Arrays.fill(originalHints, -1);
    int pairs = 2 * (levelAreas.length - 1);
    triangle = new int[pairs];
    weights = new float[3 * pairs];
    gap = new float[3 * pairs];
    normal = new float[3 * pairs];
    share = new float[pairs];
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
    last = -1;
    double squares = 0;
    int count = levelAreas.length - 1;
    double total = levelAreas[count];
    for (int t = 0; t < count; t++) {
      check(t, context);
      double area = (levelAreas[t + 1] - levelAreas[t]) / total;
      squares += area * fromLevel(t, (long) round * count + t, level, (float) area);
    }
    last = -1;
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

  /** Numbers repeat after a while: large ones lose their fraction. */
  private void sample(long number) {
    SurfaceSamples.barycentric(number % SEQUENCE_LENGTH, bary);
  }

  private double fromLevel(int t, long number, float[] level, float area) {
    sample(number);
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
    sample(number);
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
    // Samples follow the order of the triangles: the last one was mostly near.
    int near = hints[hint] >= 0 ? hints[hint] : last;
    if (near < 0) {
      tree.closest(from[0], from[1], from[2], hit, scratch);
    } else {
      tree.closest(from[0], from[1], from[2], near, hit, scratch);
    }
    last = hit.triangle();
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

  private void setNormal(int pair, int[] triangles, float[] points) {
    double[] n = new double[3];
    if (hit.weight(0) > ON_EDGE && hit.weight(1) > ON_EDGE && hit.weight(2) > ON_EDGE) {
      n = Triangles.normal(points, triangles, 3 * hit.triangle());
    }
    double length = Math.sqrt(Triangles.dot(n, n));
    for (int k = 0; k < 3; k++) {
      normal[3 * pair + k] = length > 0 ? (float) (n[k] / length) : 0;
    }
  }
}
