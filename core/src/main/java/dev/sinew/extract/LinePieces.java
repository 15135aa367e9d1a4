package dev.sinew.extract;

import dev.sinew.math.Svd3;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Splits a limb into pieces at joints. The cost of a piece is its squared deviation, integrated
 * along the line: from the best rigid motion of its reference, summed over the poses, or with one
 * shape from a straight line, as in a limb that never bends. Next to a joint a limb bends softly,
 * which no rigid motion follows; that part of a piece is not judged. The pieces with the least
 * total for a number of joints are found by dynamic programming.
 *
 * <p>Joints are added as long as each removes a given part of the deviation that is left: the
 * logarithm of the deviation plus a constant per joint is minimal, as in information criteria. This
 * has no unit, so thin and thick limbs, large and small motions are judged alike. A joint counts
 * less where the mean curvature of the surface changes much between the poses (equation 3.6 of the
 * thesis "Character animation from examples").
 *
 * <p>A limb and its mirror image are split at the same samples.
 */
final class LinePieces {
  /** A piece has at least this number of samples. */
  private static final int MIN_SAMPLES = 5;

  /** A piece is at least this many radii long. */
  private static final double MIN_LENGTH = 0.5;

  /**
   * The part of a piece on each side of a joint that is not judged, in radii. With 0.25 to 0.5 the
   * numbers of joints of six sets of poses differ from the true ones by 10 to 13 in all, with 0 by
   * 18 to 20: docs/decisions/skeleton-joints.md.
   */
  private static final double SOFT = 0.4;

  /** The cost of a shorter piece, in box sides cubed: more than any joints save. */
  private static final double TOO_SHORT = 1;

  /** The change of mean curvature times radius that makes a joint cheapest. */
  private static final double FULL_CHANGE = 0.3;

  /** Deviations of this size, in box sides, are noise of the centre lines. */
  private static final double NOISE = 4e-4;

  /** A line within this deviation of a rigid motion does not bend, in box sides. */
  private static final double STILL = 1.5e-3;

  /** A single shape bends more than joints need. */
  private static final double STATIC_NOISE = 0.015;

  /** The range of prices of a joint, relative to the deviation without joints. */
  private static final double LEAST_PRICE = 1e-7;

  private static final double PRICE_STEP = 1.2;

  /** Curvature is averaged over this number of samples on each side. */
  private static final int WINDOW = 2;

  private final List<LimbLine> lines;
  private final double unit;
  private final boolean moving;
  private final double[] matrix = new double[9];
  private final double[] work = new double[Svd3.WORK];

  /**
   * @param lines a limb, or a limb and its mirror image
   * @param unit the box side of the reference
   */
  LinePieces(List<LimbLine> lines, double unit) {
    this.lines = lines;
    this.unit = unit;
    moving = largestDeviation() > STILL;
  }

  /** Returns true if the limb bends in some pose; otherwise it is split as a single shape. */
  boolean isMoving() {
    return moving;
  }

  /** Returns the largest rms deviation of a whole line from a rigid motion, in box sides. */
  private double largestDeviation() {
    double most = 0;
    for (LimbLine line : lines) {
      for (int k = 1; k < line.poseCount(); k++) {
        double[][] sums = prefixSums(line, k);
        double off = fromRigid(sums[0], sums[LimbLine.SAMPLES], LimbLine.SAMPLES);
        most = Math.max(most, Math.sqrt(off / LimbLine.SAMPLES));
      }
    }
    return most;
  }

  /**
   * Returns the samples at which pieces meet, without the ends: the split with the least penalised
   * logarithm of the deviation.
   *
   * @param gain the least part of the deviation that a joint must remove, 0 to 1
   */
  int[] joints(double gain) {
    double[][] costs = moving ? rigidCosts() : straightCosts();
    double[] shares = shares();
    double[] prices = new double[shares.length];
    int[] best = {};
    double least = Double.POSITIVE_INFINITY;
    // Every price of a joint has its best split; those of all prices are the candidates.
    for (double price = 1; price > LEAST_PRICE; price /= PRICE_STEP) {
      for (int s = 0; s < prices.length; s++) {
        prices[s] = price * costs[0][prices.length - 1] * shares[s];
      }
      int[] joints = split(costs, prices);
      double score = score(joints, costs, shares, -Math.log(1 - gain));
      if (score < least) {
        least = score;
        best = joints;
      }
    }
    return best;
  }

  /** Returns what a joint at each sample counts: less where the mean curvature changes much. */
  private double[] shares() {
    double[] shares = new double[LimbLine.SAMPLES];
    for (int s = 0; s < shares.length; s++) {
      shares[s] = moving ? 1.25 - 0.5 * Math.min(1, change(s) / FULL_CHANGE) : 1;
    }
    return shares;
  }

  /** Returns ln σ + Σ penalty, σ² the mean squared deviation of a split and the noise. */
  private double score(int[] joints, double[][] costs, double[] shares, double penalty) {
    double deviation = 0;
    double paid = 0;
    int start = 0;
    for (int joint : joints) {
      deviation += costs[start][joint];
      paid += penalty * shares[joint];
      start = joint;
    }
    deviation += costs[start][LimbLine.SAMPLES - 1];
    LimbLine line = lines.getFirst();
    double mean = deviation / (line.length(0) / unit * Math.max(1, line.poseCount() - 1));
    double noise = moving ? NOISE : STATIC_NOISE;
    return Math.log(mean + noise * noise) / 2 + paid;
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
            pose == 0 ? fromLine(sums[a], sums[b + 1], b - a + 1) : offRigid(line, sums, a, b);
        double thickness = Math.min(line.radius(0, a), line.radius(0, b)) / unit;
        boolean tooShort = (b - a) * step < MIN_LENGTH * thickness;
        cost[a][b] += tooShort ? TOO_SHORT : step * off / lines.size();
      }
    }
  }

  /**
   * Returns the deviation of a piece from a rigid motion, as its part between soft bends has it.
   */
  private double offRigid(LimbLine line, double[][] sums, int a, int b) {
    int first = a == 0 ? a : a + softSamples(line, a);
    int last = b == LimbLine.SAMPLES - 1 ? b : b - softSamples(line, b);
    if (last - first + 1 < MIN_SAMPLES) {
      first = Math.max(a, (a + b) / 2 - MIN_SAMPLES / 2);
      last = first + MIN_SAMPLES - 1;
    }
    int judged = last - first + 1;
    return fromRigid(sums[first], sums[last + 1], judged) * (b - a + 1) / judged;
  }

  /** Returns the number of samples of the soft bend on one side of a joint. */
  private static int softSamples(LimbLine line, int joint) {
    double length = line.length(0);
    return length > 0
        ? (int) Math.round(SOFT * line.radius(0, joint) * (LimbLine.SAMPLES - 1) / length)
        : 0;
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
