package dev.sinew.posespace.interpolate;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The squared distances between K poses. Poses that coincide form a cluster; the first of it stands
 * for all.
 */
public final class PoseDistances {
  private final int count;
  private final double[] squares;
  private final int[] leader;
  private final int[] leaders;
  private final double median;

  /**
   * @param count K
   * @param squares K × K; kept
   * @param resolution distances up to this fraction of the largest count as zero
   */
  public PoseDistances(int count, double[] squares, double resolution) {
    if (squares.length != (long) count * count) {
      throw new IllegalArgumentException(
          "squares: expected " + (long) count * count + ", got " + squares.length);
    }
    this.count = count;
    this.squares = squares;
    leader = new int[count];
    double same = resolution * resolution * Arrays.stream(squares).max().orElse(0);
    for (int k = 0; k < count; k++) {
      leader[k] = k;
      for (int l = 0; l < k && leader[k] == k; l++) {
        if (leader[l] == l && squares[count * k + l] <= same) {
          leader[k] = l;
        }
      }
    }
    leaders = IntStream.range(0, count).filter(k -> leader[k] == k).toArray();
    median = findMedian();
  }

  /** Returns K. */
  public int count() {
    return count;
  }

  /** Returns the squared distance of two poses. */
  public double square(int a, int b) {
    return squares[count * a + b];
  }

  /** Writes the squared distances of a pose from all. */
  public void copyRow(int pose, double[] out) {
    System.arraycopy(squares, count * pose, out, 0, count);
  }

  /** Returns the pose that stands for all that coincide with a pose. */
  public int leader(int pose) {
    return leader[pose];
  }

  /** Returns the poses that stand for themselves. */
  public int[] leaders() {
    return leaders.clone();
  }

  /** Returns the median distance between different poses; 1 if there is one only. */
  public double median() {
    return median;
  }

  /** Returns the largest distance of a pose from the nearest other; 0 if there is one only. */
  public double largestGap() {
    double largest = 0;
    for (int a : leaders) {
      double nearest = leaders.length > 1 ? Double.POSITIVE_INFINITY : 0;
      for (int b : leaders) {
        nearest = a == b ? nearest : Math.min(nearest, square(a, b));
      }
      largest = Math.max(largest, nearest);
    }
    return Math.sqrt(largest);
  }

  /** Returns the distance of a pose from the nearest other; infinite if there is one only. */
  double nearest(int pose) {
    double least = Double.POSITIVE_INFINITY;
    for (int other = 0; other < count; other++) {
      least = other == pose ? least : Math.min(least, square(pose, other));
    }
    return Math.sqrt(least);
  }

  /**
   * Returns how far from all poses the middle between two of them can be: the largest distance of
   * such a middle from the nearest pose; 0 if there is one pose only.
   */
  double farthestMiddle() {
    double farthest = 0;
    for (int a : leaders) {
      for (int b : leaders) {
        double half = square(a, b) / 4;
        if (b < a && half > farthest) {
          farthest = Math.max(farthest, fromMiddle(a, b, half, farthest));
        }
      }
    }
    return Math.sqrt(farthest);
  }

  /**
   * Returns the squared distance of a middle from the nearest pose.
   *
   * @param half that of its two ends
   * @param enough smaller ones do not matter
   */
  private double fromMiddle(int a, int b, double half, double enough) {
    double nearest = half;
    for (int i = 0; i < leaders.length && nearest > enough; i++) {
      // The median of a triangle from its sides.
      double median = (square(a, leaders[i]) + square(b, leaders[i])) / 2 - half;
      nearest = Math.min(nearest, Math.max(0, median));
    }
    return nearest;
  }

  private double findMedian() {
    double[] all = new double[leaders.length * (leaders.length - 1) / 2];
    int n = 0;
    for (int a = 0; a < leaders.length; a++) {
      for (int b = 0; b < a; b++) {
        all[n++] = Math.sqrt(square(leaders[a], leaders[b]));
      }
    }
    Arrays.sort(all);
    return n == 0 ? 1 : all[n / 2];
  }

  /**
   * Returns the mean of the values of each cluster, at all of its poses.
   *
   * @param values K rows
   */
  public double[] means(double[] values, int width) {
    double[] out = new double[values.length];
    int[] sizes = new int[count];
    for (int k = 0; k < count; k++) {
      sizes[leader[k]]++;
      for (int c = 0; c < width; c++) {
        out[width * leader[k] + c] += values[width * k + c];
      }
    }
    for (int k = 0; k < count; k++) {
      for (int c = 0; c < width; c++) {
        if (leader[k] == k) {
          out[width * k + c] /= sizes[k];
        } else {
          out[width * k + c] = out[width * leader[k] + c];
        }
      }
    }
    return out;
  }
}
