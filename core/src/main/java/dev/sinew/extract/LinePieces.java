package dev.sinew.extract;

import dev.sinew.math.Svd3;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Splits a limb into pieces at joints. The cost of a piece is its squared deviation, integrated
 * along the line: from the best rigid motion of its reference, summed over the poses, or with one
 * shape from a straight line. Every joint costs a constant, less where the mean curvature of the
 * surface changes much between the poses (equation 3.6 of the thesis "Character animation from
 * examples"). The pieces with the least total are found by dynamic programming.
 *
 * <p>A limb and its mirror image are split at the same samples.
 */
final class LinePieces {
  /** A piece has at least this number of samples. */
  private static final int MIN_SAMPLES = 5;

  /** A piece is at least this many radii long. */
  private static final double MIN_LENGTH = 1;

  /** The cost of a shorter piece, in box sides cubed: more than any joints save. */
  private static final double TOO_SHORT = 1;

  /** The change of mean curvature times radius that makes a joint cheapest. */
  private static final double FULL_CHANGE = 0.3;

  /** The radius of a limb whose joints have the given cost, in box sides. */
  private static final double COMMON_RADIUS = 0.04;

  /** Curvature is averaged over this number of samples on each side. */
  private static final int WINDOW = 2;

  private final List<LimbLine> lines;
  private final double unit;
  private final double[] matrix = new double[9];
  private final double[] work = new double[Svd3.WORK];

  private LinePieces(List<LimbLine> lines, double unit) {
    this.lines = lines;
    this.unit = unit;
  }

  /**
   * Returns the samples at which pieces meet, without the ends.
   *
   * @param lines a limb, or a limb and its mirror image
   * @param unit the box side of the reference
   * @param jointCost the cost of a joint, in the unit cubed
   */
  static int[] joints(List<LimbLine> lines, double unit, double jointCost) {
    LinePieces pieces = new LinePieces(lines, unit);
    boolean moving = lines.getFirst().poseCount() > 1;
    double[] prices = new double[LimbLine.SAMPLES];
    for (int s = 0; s < prices.length; s++) {
      double price = jointCost * (moving ? 1.5 - Math.min(1, pieces.change(s) / FULL_CHANGE) : 1);
      // The centre of a thick part is less certain, and small parts move less.
      double thickness = lines.getFirst().radius(0, s) / (COMMON_RADIUS * unit);
      prices[s] = price * Math.clamp(thickness * thickness, 0.5, 1.5);
    }
    return split(moving ? pieces.rigidCosts() : pieces.straightCosts(), prices);
  }

  private static int[] split(double[][] cost, double[] prices) {
    int n = cost.length;
    double[] best = new double[n];
    int[] from = new int[n];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
    best[0] = 0;
    for (int b = MIN_SAMPLES - 1; b < n; b++) {
      for (int a = 0; a <= b - MIN_SAMPLES + 1; a++) {
        double total = best[a] + cost[a][b] + (a > 0 ? prices[a] : 0);
        if (total < best[b]) {
          best[b] = total;
          from[b] = a;
        }
      }
    }
    List<Integer> joints = new ArrayList<>();
    for (int b = from[n - 1]; b > 0; b = from[b]) {
      joints.addFirst(b);
    }
    return joints.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Returns D of equation 3.6 at a sample, times the radius, so that it has no unit. */
  private double change(int sample) {
    double most = 0;
    for (LimbLine line : lines) {
      for (int k = 1; k < line.poseCount(); k++) {
        double sum = 0;
        int count = 0;
        for (int s = sample - WINDOW; s <= sample + WINDOW; s++) {
          if (s >= 0 && s < LimbLine.SAMPLES) {
            sum += (line.bending(k, s) - line.bending(0, s)) * line.radius(0, s);
            count++;
          }
        }
        most = Math.max(most, Math.abs(sum) / count);
      }
    }
    return most;
  }

  private double[][] rigidCosts() {
    double[][] cost = new double[LimbLine.SAMPLES][LimbLine.SAMPLES];
    for (LimbLine line : lines) {
      for (int k = 1; k < line.poseCount(); k++) {
        addCosts(line, k, cost);
      }
    }
    return cost;
  }

  private double[][] straightCosts() {
    double[][] cost = new double[LimbLine.SAMPLES][LimbLine.SAMPLES];
    for (LimbLine line : lines) {
      addCosts(line, 0, cost);
    }
    return cost;
  }

  private void addCosts(LimbLine line, int pose, double[][] cost) {
    double step = line.length(0) / (LimbLine.SAMPLES - 1) / unit;
    double[][] sums = prefixSums(line, pose);
    for (int a = 0; a < cost.length; a++) {
      for (int b = a + MIN_SAMPLES - 1; b < cost.length; b++) {
        double off =
            pose == 0
                ? fromLine(sums[a], sums[b + 1], b - a + 1)
                : fromRigid(sums[a], sums[b + 1], b - a + 1);
        double thickness = Math.min(line.radius(0, a), line.radius(0, b)) / unit;
        boolean tooShort = (b - a) * step < MIN_LENGTH * thickness;
        cost[a][b] += tooShort ? TOO_SHORT : step * off / lines.size();
      }
    }
  }

  /** Returns running sums of x, y, |x|² + |y|² and x yᵀ; x in the reference, y in the pose. */
  private double[][] prefixSums(LimbLine line, int pose) {
    double[][] sums = new double[LimbLine.SAMPLES + 1][16];
    double[] origin = line.centre(0, 0);
    double[] posed = line.centre(pose, 0);
    for (int s = 0; s < LimbLine.SAMPLES; s++) {
      double[] next = sums[s].clone();
      for (int i = 0; i < 3; i++) {
        double x = (line.centre(0, s, i) - origin[i]) / unit;
        double y = (line.centre(pose, s, i) - posed[i]) / unit;
        next[i] += x;
        next[3 + i] += y;
        next[6] += x * x + y * y;
        for (int j = 0; j < 3; j++) {
          next[7 + 3 * i + j] += x * (line.centre(pose, s, j) - posed[j]) / unit;
        }
      }
      sums[s + 1] = next;
    }
    return sums;
  }

  /** Returns min Σ |R x + t − y|² over rotations R: Σ|x|² + Σ|y|² − 2 (σ₁ + σ₂ ± σ₃), centred. */
  private double fromRigid(double[] before, double[] after, int count) {
    double spread = decompose(before, after, count);
    double along = work[Svd3.VALUES] + work[Svd3.VALUES + 1] + work[Svd3.VALUES + 2];
    return Math.max(0, spread - 2 * along);
  }

  /** Returns the sum of squared distances from the best line: Σ|x|² − σ₁, centred. */
  private double fromLine(double[] before, double[] after, int count) {
    double spread = decompose(before, after, count);
    return Math.max(0, spread / 2 - work[Svd3.VALUES]);
  }

  /** Decomposes the centred Σ x yᵀ; returns the centred Σ|x|² + Σ|y|². */
  private double decompose(double[] before, double[] after, int count) {
    double spread = after[6] - before[6];
    for (int i = 0; i < 6; i++) {
      double sum = after[i] - before[i];
      spread -= sum * sum / count;
    }
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        matrix[3 * i + j] =
            after[7 + 3 * i + j]
                - before[7 + 3 * i + j]
                - (after[i] - before[i]) * (after[3 + j] - before[3 + j]) / count;
      }
    }
    Svd3.decompose(matrix, 0, 3, work);
    return spread;
  }
}
