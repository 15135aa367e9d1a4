package dev.sinew.solve;

import dev.sinew.math.Affine;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Sums over the points of a frame, from which errors and derivatives of any pose follow without
 * visiting the points again: C_de = Σ_v p_d p_eᵀ for joints d and e that share points, X_d = Σ_v
 * x_v p_dᵀ with the target x_v, and Σ_v |x_v|². All are divided by the number of points.
 *
 * <p>The joints with coordinates are the movers; a mover is an index into {@link #movers}.
 */
final class PointSums {
  private final SurfacePoints points;
  private final PointTargets targets;
  private final int[] present;

  /** The skeleton joint of each mover, rising. */
  final int[] movers;

  /** The movers that share points with each mover, itself included, rising. */
  final int[][] partners;

  /** C of a mover and each of its partners, 16 values each. */
  final double[][] moments;

  private final Map<Integer, Integer> moverOf = new HashMap<>();

  /**
   * Sums the moments of some points.
   *
   * @param present the points to use, indices into the targets
   */
  PointSums(SurfacePoints points, PointTargets targets, int[] present) {
    this.points = points;
    this.targets = targets;
    this.present = present;
    movers = moversOf();
    for (int d = 0; d < movers.length; d++) {
      moverOf.put(movers[d], d);
    }
    partners = new int[movers.length][];
    moments = new double[movers.length][];
    sumMoments();
  }

  private int[] moversOf() {
    return Arrays.stream(present)
        .map(targets::vertex)
        .flatMap(v -> IntStream.range(0, points.count(v)).map(i -> points.joint(v, i)))
        .distinct()
        .sorted()
        .toArray();
  }

  private int mover(int vertex, int i) {
    return moverOf.getOrDefault(points.joint(vertex, i), -1);
  }

  private void sumMoments() {
    // Sorted, so that later sums always have the same order.
    Map<Long, double[]> pairs = new TreeMap<>();
    double share = 1.0 / Math.max(1, present.length);
    for (int point : present) {
      int v = targets.vertex(point);
      for (int i = 0; i < points.count(v); i++) {
        for (int k = 0; k < points.count(v); k++) {
          long key = (long) mover(v, i) << 32 | mover(v, k);
          double[] c = pairs.computeIfAbsent(key, any -> new double[16]);
          for (int r = 0; r < 4; r++) {
            double p = share * points.value(v, i, r);
            for (int s = 0; s < 4; s++) {
              c[4 * r + s] += p * points.value(v, k, s);
            }
          }
        }
      }
    }
    int[] count = new int[movers.length];
    pairs.keySet().forEach(key -> count[(int) (key >> 32)]++);
    for (int d = 0; d < movers.length; d++) {
      partners[d] = new int[count[d]];
      moments[d] = new double[16 * count[d]];
      count[d] = 0;
    }
    pairs.forEach(
        (key, c) -> {
          int d = (int) (key >> 32);
          partners[d][count[d]] = (int) (long) key;
          System.arraycopy(c, 0, moments[d], 16 * count[d]++, 16);
        });
  }

  /**
   * The targets of one frame.
   *
   * @param origin the mean of the targets
   * @param sums X of each mover, 12 values each, of targets relative to the origin and in units of
   *     a length
   * @param squares the mean squared distance of the targets from the origin in these units
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  record Frame(double[] origin, double[] sums, double squares) {}

  /**
   * Sums the targets of a frame.
   *
   * @param unit the length that counts as 1
   */
  Frame frame(int frame, double unit) {
    double share = 1.0 / Math.max(1, present.length);
    double[] origin = new double[3];
    for (int point : present) {
      for (int axis = 0; axis < 3; axis++) {
        origin[axis] += share * targets.position(frame, point, axis);
      }
    }
    double[] sums = new double[Affine.SIZE * movers.length];
    double squares = 0;
    for (int point : present) {
      int v = targets.vertex(point);
      for (int axis = 0; axis < 3; axis++) {
        double x = (targets.position(frame, point, axis) - origin[axis]) / unit;
        squares += share * x * x;
        for (int i = 0; i < points.count(v); i++) {
          int at = Affine.SIZE * mover(v, i) + 4 * axis;
          for (int s = 0; s < 4; s++) {
            sums[at + s] += share * x * points.value(v, i, s);
          }
        }
      }
    }
    return new Frame(origin, sums, squares);
  }
}
