package dev.sinew.simplify.price;

import dev.sinew.model.Influences;
import java.util.Arrays;

/**
 * Joints and weights of points that are mixed with one another: non-negative, heaviest first, of
 * sum 1, and never more than a given number.
 */
public final class WeightRows {
  private final int[][] joints;
  private final double[][] weights;
  private final int most;

  /** Copies the rows; later ones hold {@code most} joints, at least 1. */
  public WeightRows(Influences influences, int most) {
    this.most = most;
    joints = new int[influences.vertexCount()][];
    weights = new double[joints.length][];
    for (int v = 0; v < joints.length; v++) {
      joints[v] = new int[influences.count(v)];
      weights[v] = new double[joints[v].length];
      for (int i = 0; i < joints[v].length; i++) {
        joints[v][i] = influences.joint(v, i);
        weights[v][i] = influences.weight(v, i);
      }
    }
  }

  public int count(int point) {
    return joints[point].length;
  }

  /** Not to be modified. */
  public int[] joints(int point) {
    return joints[point];
  }

  /** Not to be modified. */
  public double[] weights(int point) {
    return weights[point];
  }

  /**
   * Makes {@code into} a mixture, the lightest joints beyond the limit left out.
   *
   * @return whether none had to be
   */
  public boolean mix(int from, int into, double share) {
    if (share == 0) {
      return true;
    }
    Influences.Builder mixture = Influences.builder();
    add(mixture, into, 1 - share);
    add(mixture, from, share);
    mixture.endRow();
    Influences row = mixture.build();
    int count = Math.min(most, row.count(0));
    int[] j = new int[count];
    double[] w = new double[count];
    double sum = 0;
    for (int i = 0; i < count; i++) {
      j[i] = row.joint(0, i);
      w[i] = row.weight(0, i);
      sum += w[i];
    }
    for (int i = 0; i < count && row.count(0) > most; i++) {
      w[i] /= sum;
    }
    joints[into] = j;
    weights[into] = w;
    return row.count(0) <= most;
  }

  private void add(Influences.Builder mixture, int point, double scale) {
    for (int i = 0; i < joints[point].length; i++) {
      mixture.add(joints[point][i], scale * weights[point][i]);
    }
  }

  /** The rows of some points. */
  Influences rows(int[] points) {
    int[] start = new int[points.length + 1];
    for (int r = 0; r < points.length; r++) {
      start[r + 1] = start[r] + count(points[r]);
    }
    int[] j = new int[start[points.length]];
    double[] w = new double[j.length];
    for (int r = 0; r < points.length; r++) {
      System.arraycopy(joints[points[r]], 0, j, start[r], count(points[r]));
      System.arraycopy(weights[points[r]], 0, w, start[r], count(points[r]));
    }
    return new Influences(start, j, w);
  }

  /** Gives a point the joints and weights of another row. */
  void set(int point, int[] newJoints, double[] newWeights) {
    joints[point] = Arrays.copyOf(newJoints, newJoints.length);
    weights[point] = Arrays.copyOf(newWeights, newWeights.length);
  }
}
