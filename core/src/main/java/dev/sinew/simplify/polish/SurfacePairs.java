package dev.sinew.simplify.polish;

import dev.sinew.distance.SurfaceSamples;
import dev.sinew.distance.TriangleTree;
import dev.sinew.math.Vec3;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Pairs of points on the original and the level in one pose, found from samples on each of them and
 * their closest points on the same part of the other. The samples of the original have equal
 * weights, those of the level are one per element. Every call uses other samples.
 */
final class SurfacePairs extends FitPairs {
  /** Stands for an element whose part has vanished from the other surface. */
  static final int NONE = -1;

  /** Barycentric coordinates below this are on an edge or at a vertex. */
  private static final double ON_EDGE = 1e-9;

  /** Numbers of samples repeat after this many: large ones lose their fraction. */
  private static final int SEQUENCE_LENGTH = 1_000_003;

  private final SurfaceElements originals;
  private final SurfaceElements levels;
  private final Trees trees;
  private final float[] original;
  private final PartSamples samples;

  /** The element of every sample of the original, and its share. */
  private final int[] chosen;

  private final float[] chosenShare;
  private final int[] originalHints;
  private final int[] levelHints;
  private final double[] bary = new double[3];
  private final double[] from = new double[3];
  private final TriangleTree.Hit hit = new TriangleTree.Hit();
  private final int[] scratch = TriangleTree.newScratch();

  /** Trees of the elements of both surfaces, shared by the poses: as many as there are threads. */
  static final class Trees {
    private final TriangleTree original;
    private final TriangleTree level;
    private final Queue<Trees> idle;

    Trees(TriangleTree original, TriangleTree level) {
      this(original, level, new ConcurrentLinkedQueue<>());
    }

    private Trees(TriangleTree original, TriangleTree level, Queue<Trees> idle) {
      this.original = original;
      this.level = level;
      this.idle = idle;
    }

    private Trees take() {
      Trees free = idle.poll();
      return free == null ? new Trees(original.copy(), level.copy(), idle) : free;
    }
  }

  /**
   * Prepares one pose.
   *
   * @param pose its number
   * @param original the posed points of the original; kept
   * @param originalHints an element of the original near each element of the level, of the same
   *     part, or {@link #NONE}; kept, not modified
   * @param levelHints likewise of the level near each element of the original
   */
  SurfacePairs(
      int pose,
      float[] original,
      SurfaceElements originals,
      SurfaceElements levels,
      PartSamples samples,
      Trees trees,
      int[] originalHints,
      int[] levelHints) {
    super(pose, samples.ofLevel.length + samples.originalCount);
    this.original = original;
    this.originals = originals;
    this.levels = levels;
    this.trees = trees;
    this.originalHints = originalHints;
    this.levelHints = levelHints;
    this.samples = samples;
    chosen = new int[samples.originalCount];
    chosenShare = new float[samples.originalCount];
  }

  @Override
  double find(float[] level, int round, RunContext context) {
    Trees own = trees.take();
    own.original.refit(original);
    own.level.refit(level);
    double squares = 0;
    int count = samples.ofLevel.length;
    for (int i = 0; i < count; i++) {
      check(i, context);
      squares += fromLevel(i, (long) round * count + i, level, own.original);
    }
    double jitter = (0.6180339887498949 * (round + 1)) % 1;
    samples.choose(jitter, chosen, chosenShare);
    for (int i = 0; i < chosen.length; i++) {
      check(i, context);
      squares += fromOriginal(i, (long) round * chosen.length + i, level, own.level);
    }
    own.idle.add(own);
    return squares / 2;
  }

  private void sample(long number) {
    SurfaceSamples.barycentric(number % SEQUENCE_LENGTH, bary);
    levels.adapt(bary);
  }

  private double fromLevel(int pair, long number, float[] level, TriangleTree originalTree) {
    int e = samples.ofLevel[pair];
    sample(number);
    blend(levels.corners(), e, level);
    if (!query(originalTree, originals, originalHints[e])) {
      return leftOut(pair);
    }
    triangle[pair] = levels.triangle(e);
    share[pair] = (float) (levels.share(e) / samples.perElement(levels.part(e)));
    levels.copyWeights(e, bary, weights, 3 * pair);
    for (int k = 0; k < 3; k++) {
      gap[3 * pair + k] = (float) (onHit(originals.corners(), original, k) - from[k]);
    }
    setNormal(pair, originals.corners(), original);
    return share[pair] * hit.squaredDistance();
  }

  private double fromOriginal(int i, long number, float[] level, TriangleTree levelTree) {
    int e = chosen[i];
    int pair = samples.ofLevel.length + i;
    sample(number);
    blend(originals.corners(), e, original);
    if (!query(levelTree, levels, levelHints[e])) {
      return leftOut(pair);
    }
    int found = hit.triangle();
    triangle[pair] = levels.triangle(found);
    share[pair] = chosenShare[i];
    for (int k = 0; k < 3; k++) {
      bary[k] = hit.weight(k);
      gap[3 * pair + k] = (float) (from[k] - onHit(levels.corners(), level, k));
    }
    levels.copyWeights(found, bary, weights, 3 * pair);
    setNormal(pair, levels.corners(), level);
    return share[pair] * hit.squaredDistance();
  }

  /** Finds the closest point of the hint's part; returns false if there is none. */
  private boolean query(TriangleTree tree, SurfaceElements elements, int hint) {
    if (hint == NONE) {
      return false;
    }
    hit.onlyPart(elements.parts(), elements.part(hint));
    tree.closest(from[0], from[1], from[2], hint, hit, scratch);
    return true;
  }

  private void blend(int[] corners, int e, float[] points) {
    for (int k = 0; k < 3; k++) {
      from[k] = 0;
      for (int c = 0; c < 3; c++) {
        from[k] += bary[c] * points[3 * corners[3 * e + c] + k];
      }
    }
  }

  private double onHit(int[] corners, float[] points, int axis) {
    double sum = 0;
    for (int c = 0; c < 3; c++) {
      sum += hit.weight(c) * points[3 * corners[3 * hit.triangle() + c] + axis];
    }
    return sum;
  }

  private void setNormal(int pair, int[] corners, float[] points) {
    double[] n = new double[3];
    if (hit.weight(0) > ON_EDGE && hit.weight(1) > ON_EDGE && hit.weight(2) > ON_EDGE) {
      n = Triangles.normal(points, corners, 3 * hit.triangle());
    }
    double length = Math.sqrt(Vec3.dot(n, n));
    for (int k = 0; k < 3; k++) {
      normal[3 * pair + k] = length > 0 ? (float) (n[k] / length) : 0;
    }
  }

  /** Makes a pair one that does not count; returns its squared distance, 0. */
  private double leftOut(int pair) {
    triangle[pair] = 0;
    share[pair] = 0;
    Arrays.fill(gap, 3 * pair, 3 * pair + 3, 0);
    Arrays.fill(normal, 3 * pair, 3 * pair + 3, 0);
    Arrays.fill(weights, 3 * pair, 3 * pair + 3, 0);
    return 0;
  }

  private static void check(int step, RunContext context) {
    if ((step & 1023) == 0) {
      context.checkCancelled();
    }
  }
}
