package dev.sinew.extract;

import dev.sinew.linalg.SimplexLeastSquares;
import dev.sinew.math.Affine;
import dev.sinew.model.Influences;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Refines weights to shapes whose vertices correspond (section 4.4.2 of the thesis "Character
 * animation from examples"): per vertex the w ≥ 0 with Σ w = 1 that minimise the distance from the
 * shapes, over the joints of the start and their parents and children. Where the shapes do not
 * decide, the start stays.
 */
final class WeightRefinement {
  private static final int CAPACITY = 12;

  private final JointTree tree;
  private final double[] rest;
  private final List<double[]> shapes;
  private final List<PoseParameters> poses;
  private final IntPredicate moves;

  /**
   * @param tree a skeleton
   * @param rest x, y, z of each vertex of the reference
   * @param shapes x, y, z of each vertex in every shape
   * @param poses the pose of every shape
   * @param moves tells the joints that may have weights
   */
  WeightRefinement(
      JointTree tree,
      double[] rest,
      List<double[]> shapes,
      List<PoseParameters> poses,
      IntPredicate moves) {
    this.tree = tree;
    this.moves = moves;
    this.rest = rest;
    this.shapes = shapes;
    this.poses = poses;
  }

  /** Returns the refined weights with at most some joints per vertex. */
  Influences refine(Influences start, int maxInfluences, RunContext context) {
    int n = start.vertexCount();
    int[][] joints = new int[n][];
    double[][] weights = new double[n][];
    context.runRanges(
        "refining weights",
        n,
        (from, to) -> {
          SimplexLeastSquares solver = new SimplexLeastSquares(CAPACITY);
          for (int v = from; v < to; v++) {
            joints[v] = candidates(start, v);
            weights[v] = solve(start, v, joints[v], maxInfluences, solver);
          }
        });
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < n; v++) {
      for (int i = 0; i < joints[v].length; i++) {
        if (weights[v][i] > 1e-4) {
          rows.add(joints[v][i], weights[v][i]);
        }
      }
      rows.endRow();
    }
    return rows.build().heaviest(maxInfluences);
  }

  /** Returns the joints of the start, then parents and children of the heaviest. */
  private int[] candidates(Influences start, int v) {
    int[] out = new int[CAPACITY];
    int n = 0;
    for (int i = 0; i < start.count(v) && n < CAPACITY; i++) {
      out[n++] = start.joint(v, i);
    }
    int heaviest = start.joint(v, 0);
    for (int j = 0; j < tree.count() && n < CAPACITY; j++) {
      boolean next =
          moves.test(j) && (tree.parents()[j] == heaviest || tree.parents()[heaviest] == j);
      boolean known = false;
      for (int i = 0; i < n; i++) {
        known |= out[i] == j;
      }
      if (next && !known) {
        out[n++] = j;
      }
    }
    return Arrays.copyOf(out, n);
  }

  private double[] solve(
      Influences start, int v, int[] joints, int maxInfluences, SimplexLeastSquares solver) {
    int n = joints.length;
    double[] w = new double[n];
    for (int i = 0; i < start.count(v) && i < n; i++) {
      w[i] = start.weight(v, i);
    }
    double[] a = gram(v, joints);
    solver.improve(n, a, normalised(w));
    double[] best = w;
    while (count(best) > maxInfluences) {
      best = withoutSmallest(best, a, n, solver);
    }
    return best;
  }

  private static double[] normalised(double[] w) {
    double sum = 0;
    for (double x : w) {
      sum += x;
    }
    for (int i = 0; i < w.length; i++) {
      w[i] /= sum;
    }
    return w;
  }

  private static int count(double[] w) {
    int n = 0;
    for (double x : w) {
      n += x > 0 ? 1 : 0;
    }
    return n;
  }

  /** Drops the smallest weight and solves the others again. */
  private static double[] withoutSmallest(
      double[] w, double[] a, int n, SimplexLeastSquares solver) {
    int smallest = -1;
    for (int i = 0; i < n; i++) {
      if (w[i] > 0 && (smallest < 0 || w[i] < w[smallest])) {
        smallest = i;
      }
    }
    int[] kept = new int[n];
    int m = 0;
    for (int i = 0; i < n; i++) {
      if (w[i] > 0 && i != smallest) {
        kept[m++] = i;
      }
    }
    double[] part = new double[m * m];
    double[] some = new double[m];
    for (int i = 0; i < m; i++) {
      some[i] = w[kept[i]];
      for (int j = 0; j < m; j++) {
        part[m * i + j] = a[n * kept[i] + kept[j]];
      }
    }
    solver.improve(m, part, normalised(some));
    double[] out = new double[n];
    for (int i = 0; i < m; i++) {
      out[kept[i]] = some[i];
    }
    return out;
  }

  /** Returns (M_i x − v) · (M_j x − v) summed over the shapes. */
  private double[] gram(int v, int[] joints) {
    int n = joints.length;
    double[] a = new double[n * n];
    double[] moved = new double[3];
    double[] off = new double[3 * n];
    for (int k = 0; k < shapes.size(); k++) {
      for (int i = 0; i < n; i++) {
        Affine.transformPoint(
            poses.get(k).motions(), Affine.SIZE * joints[i], rest, 3 * v, moved, 0);
        for (int axis = 0; axis < 3; axis++) {
          off[3 * i + axis] = moved[axis] - shapes.get(k)[3 * v + axis];
        }
      }
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          for (int axis = 0; axis < 3; axis++) {
            a[n * i + j] += off[3 * i + axis] * off[3 * j + axis];
          }
        }
      }
    }
    return a;
  }
}
