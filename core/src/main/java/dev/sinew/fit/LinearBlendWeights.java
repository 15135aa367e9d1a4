package dev.sinew.fit;

import dev.sinew.fit.system.BoneRegions;
import dev.sinew.fit.system.Reach;
import dev.sinew.fit.system.SkinError;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.linalg.SimplexLeastSquares;
import dev.sinew.math.Affine;
import dev.sinew.rig.Articulation;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.ShapeSet;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Weights of linear blend skinning for given bones: per vertex the w ≥ 0 with Σ w = 1 that minimise
 * Σ_k |Σ_j w_j M_jᵏ x − vᵏ|² over a limited number of bones (James and Twigg 2005; the thesis
 * "Character animation from examples", section 4.4.2). Starts with all candidates. The bone with
 * the smallest weight is dropped and the others are solved again, until few enough are left.
 */
final class LinearBlendWeights {
  /** Smaller weights are dropped. */
  private static final double MIN_WEIGHT = 1e-4;

  /** Rounds of candidates and weights for final motions. */
  private static final int ROUNDS = 3;

  /** An edge that is torn apart by this part of its length weighs as much as the rms error. */
  private static final double TORN = 0.25;

  /** Lower bound of the length of an edge, in box sides. */
  private static final double MIN_LENGTH = 1e-9;

  /** Rounds in which weights follow those of the neighbours in the round before. */
  private static final int SMOOTH_ROUNDS = 10;

  /** Shorter edges than this part of the mean one count as so long. */
  private static final double MIN_EDGE = 0.05;

  private final double[] rest;
  private final ShapeSet shapes;
  private final BoneMotions motions;
  private final int maxInfluences;
  private final SimplexLeastSquares solver;
  private final double[] residuals;
  private final double[] a;
  private final double[] w;
  private final int[] kept;
  private final @Nullable Neighbours neighbours;

  /** The number of residuals of a bone. */
  private final int length;

  /** Creates scratch for one vertex at a time; not thread-safe. */
  private LinearBlendWeights(
      double[] rest, ShapeSet shapes, BoneMotions motions, int capacity, int maxInfluences) {
    this(rest, shapes, motions, null, capacity, maxInfluences);
  }

  private LinearBlendWeights(
      double[] rest,
      ShapeSet shapes,
      BoneMotions motions,
      @Nullable Neighbours neighbours,
      int capacity,
      int maxInfluences) {
    this.neighbours = neighbours;
    this.rest = rest;
    this.shapes = shapes;
    this.motions = motions;
    this.maxInfluences = maxInfluences;
    solver = new SimplexLeastSquares(capacity);
    length = 3 * shapes.frameCount() + (neighbours == null ? 0 : neighbours.length());
    residuals = new double[length * capacity];
    a = new double[capacity * capacity];
    w = new double[capacity];
    kept = new int[capacity];
  }

  /** Returns weights over the bones within reach of each vertex. */
  static SkinRows search(
      Examples examples,
      BoneMotions motions,
      BoneRegions regions,
      Reach reach,
      int maxInfluences,
      RunContext context) {
    SkinRows rows = new SkinRows(examples.vertexCount(), maxInfluences);
    context.runRanges(
        rows.vertexCount(),
        (from, to) -> {
          LinearBlendWeights one =
              new LinearBlendWeights(
                  examples.rest, examples.shapes(), motions, CandidateList.MAX, maxInfluences);
          Candidates candidates = new Candidates(examples, motions, reach);
          for (int v = from; v < to; v++) {
            one.solve(v, candidates.bones(), candidates.find(v, regions.bone[v], rows, 0), rows);
          }
        });
    return rows;
  }

  /**
   * Returns weights for final motions, over the {@link BlendCandidates} of each vertex.
   *
   * @param start a bone of each vertex
   * @param given the bones that may move each vertex, or null for all
   */
  static SkinRows forMotions(
      Examples examples,
      BoneMotions motions,
      int[] start,
      int @Nullable [][] given,
      int maxInfluences,
      RunContext context) {
    SkinRows rows = SkinRows.rigid(start, maxInfluences);
    for (int i = 0; i < ROUNDS; i++) {
      context.report("fitting the fallback skin", i, ROUNDS);
      rows = improve(examples, motions, rows, given, context);
    }
    context.report("fitting the fallback skin", ROUNDS, ROUNDS);
    return rows;
  }

  private static SkinRows improve(
      Examples examples,
      BoneMotions motions,
      SkinRows before,
      int @Nullable [][] given,
      RunContext context) {
    SkinRows rows = new SkinRows(examples.vertexCount(), before.stride);
    context.runRanges(
        rows.vertexCount(),
        (from, to) -> {
          LinearBlendWeights one =
              new LinearBlendWeights(
                  examples.rest, examples.shapes(), motions, BlendCandidates.MAX, before.stride);
          BlendCandidates candidates = new BlendCandidates(examples, motions, given);
          for (int v = from; v < to; v++) {
            one.solve(v, candidates.bones, candidates.find(v, before), rows);
          }
        });
    return rows;
  }

  /**
   * Returns weights for final motions that tear no edges in poses beyond the examples: what a
   * vertex does in {@link ImaginedPoses} should be what the weights of its neighbours would do. The
   * mean over poses and neighbours of (|y_a − y_b| / ℓ)² is added to the error of each frame: the
   * length by which an edge is torn apart, relative to its own length ℓ. Its weight follows from
   * the error of the start, so weights that reproduce the examples exactly stay.
   *
   * @param start the weights so far
   * @param given the bones that may move each vertex, or null for all
   */
  static SkinRows smooth(
      Examples examples,
      BoneMotions motions,
      Articulation skeleton,
      SkinRows start,
      int @Nullable [][] given,
      int maxInfluences,
      RunContext context) {
    BoneMotions imagined = ImaginedPoses.of(skeleton, context);
    double[] errors =
        SkinError.ofVertices(start, examples.rest, examples.shapes(), motions, context);
    double unit = SkinError.rms(errors, examples.frameCount()) / TORN;
    SkinRows rows = start;
    for (int i = 0; i < SMOOTH_ROUNDS; i++) {
      context.report("smoothing weights", i, SMOOTH_ROUNDS);
      Neighbours.Smoothness smoothness = new Neighbours.Smoothness(imagined, rows, given, unit);
      rows = smoother(examples, motions, smoothness, maxInfluences, context);
    }
    rows.keepBones(start, motions.boneCount());
    context.report("smoothing weights", SMOOTH_ROUNDS, SMOOTH_ROUNDS);
    return rows;
  }

  private static SkinRows smoother(
      Examples examples,
      BoneMotions motions,
      Neighbours.Smoothness smoothness,
      int maxInfluences,
      RunContext context) {
    SkinRows rows = new SkinRows(examples.vertexCount(), maxInfluences);
    double[] lengths = examples.edgeLengths();
    double shortest = MIN_EDGE * Arrays.stream(lengths).average().orElse(0);
    for (int e = 0; e < lengths.length; e++) {
      lengths[e] = Math.max(Math.max(lengths[e], shortest), MIN_LENGTH);
    }
    context.runRanges(
        rows.vertexCount(),
        (from, to) -> {
          Neighbours around = new Neighbours(examples, lengths, smoothness);
          LinearBlendWeights one =
              new LinearBlendWeights(
                  examples.rest, examples.shapes(), motions, around, Neighbours.MAX, maxInfluences);
          for (int v = from; v < to; v++) {
            one.solve(v, around.bones, around.find(v), rows);
          }
        });
    return rows;
  }

  /** Finds the weights of linear blending for the influence sets of a skin. */
  static void fillLinear(
      Examples examples, BoneMotions motions, SkinRows rows, RunContext context) {
    context.runRanges(
        rows.vertexCount(),
        (from, to) -> {
          LinearBlendWeights one =
              new LinearBlendWeights(
                  examples.rest, examples.shapes(), motions, rows.stride, rows.stride);
          for (int v = from; v < to; v++) {
            int n = rows.count[v];
            System.arraycopy(rows.bone, rows.at(v, 0), one.kept, 0, n);
            one.fillMatrix(v, n);
            one.solver.solve(n, one.a, one.w);
            System.arraycopy(one.w, 0, rows.linear, rows.at(v, 0), n);
          }
        });
  }

  /** Returns weights over all bones. */
  static SkinRows ofAllBones(
      double[] rest, ShapeSet shapes, BoneMotions motions, int maxInfluences, RunContext context) {
    SkinRows rows = new SkinRows(shapes.vertexCount(), maxInfluences);
    int bones = motions.boneCount();
    int[] all = new int[bones];
    Arrays.setAll(all, b -> b);
    context.runRanges(
        rows.vertexCount(),
        (from, to) -> {
          LinearBlendWeights one =
              new LinearBlendWeights(rest, shapes, motions, bones, maxInfluences);
          for (int v = from; v < to; v++) {
            one.solve(v, all, bones, rows);
          }
        });
    return rows;
  }

  private void solve(int vertex, int[] bones, int count, SkinRows rows) {
    System.arraycopy(bones, 0, kept, 0, count);
    int n = count;
    fillMatrix(vertex, n);
    solver.solve(n, a, w);
    n = dropBelow(n, MIN_WEIGHT);
    while (n > maxInfluences) {
      n = dropSmallest(n);
      fillMatrix(vertex, n);
      solver.solve(n, a, w);
      n = dropBelow(n, MIN_WEIGHT);
    }
    write(vertex, n, rows);
  }

  /**
   * Fills the matrix of inner products, relative to the vertex, so that small errors keep their
   * digits.
   */
  private void fillMatrix(int vertex, int n) {
    for (int i = 0; i < n; i++) {
      residual(vertex, kept[i], length * i);
      for (int j = 0; j <= i; j++) {
        double sum = 0;
        for (int q = 0; q < length; q++) {
          sum += residuals[length * i + q] * residuals[length * j + q];
        }
        a[n * i + j] = sum;
        a[n * j + i] = sum;
      }
    }
  }

  private void residual(int vertex, int bone, int start) {
    int o = start;
    double x = rest[3 * vertex];
    double y = rest[3 * vertex + 1];
    double z = rest[3 * vertex + 2];
    int p = 3 * shapes.frameCount() * vertex;
    for (int k = 0, g = motions.at(bone, 0); k < shapes.frameCount(); k++, g += Affine.SIZE) {
      for (int r = 0; r < 3; r++, o++, p++) {
        residuals[o] = motions.moved(g + 4 * r, x, y, z) - shapes.value(p);
      }
    }
    if (neighbours != null) {
      neighbours.residual(vertex, bone, residuals, o);
    }
  }

  /** Drops the bone with the smallest weight, the last of equals. Returns the remaining number. */
  private int dropSmallest(int n) {
    int smallest = 0;
    for (int i = 1; i < n; i++) {
      smallest = w[i] <= w[smallest] ? i : smallest;
    }
    System.arraycopy(kept, smallest + 1, kept, smallest, n - 1 - smallest);
    return n - 1;
  }

  /** Drops bones with smaller weights; the largest always stays. Returns the remaining number. */
  private int dropBelow(int n, double least) {
    double largest = Arrays.stream(w, 0, n).max().orElse(0);
    int left = 0;
    double sum = 0;
    for (int i = 0; i < n; i++) {
      if (w[i] >= least || w[i] == largest) {
        kept[left] = kept[i];
        w[left++] = w[i];
        sum += w[i];
      }
    }
    for (int i = 0; i < left; i++) {
      w[i] /= sum;
    }
    return left;
  }

  /** Writes the row with the largest weight first: it is the base. */
  private void write(int vertex, int n, SkinRows rows) {
    rows.count[vertex] = n;
    for (int i = 0; i < n; i++) {
      int best = i;
      for (int j = i + 1; j < n; j++) {
        best = w[j] > w[best] ? j : best;
      }
      double weight = w[best];
      int bone = kept[best];
      w[best] = w[i];
      kept[best] = kept[i];
      w[i] = weight;
      kept[i] = bone;
      rows.bone[rows.at(vertex, i)] = bone;
      rows.c[4 * rows.at(vertex, i) + 3] = weight;
    }
  }
}
