package dev.sinew.simplify.price;

import dev.sinew.metric.AnimationVector;
import dev.sinew.model.AnimationCoords;
import java.util.Arrays;

/**
 * Animation coordinates of points that are mixed with one another, each joint's four numbers taken
 * back into the mesh's own space: v = Σ_j M_j p_j with M_j what takes a point at rest where the
 * joint carries it. A point's weights are its fourth numbers ω_j, its place x at rest is Σ_j p_j,
 * and what p_j has beyond ω_j (x, 1) is its correction: nothing for linear blend skinning.
 */
public final class CoordRows {
  /** Weights that come to less are not scaled to 1. */
  private static final double LEAST_SUM = 0.1;

  private final int[][] joints;
  private final double[][] values;
  private final double[] rest;
  private final int most;

  /**
   * @param coords a row a point, in the mesh's own space
   * @param most how many joints a mixed row may have, at least 1
   */
  public CoordRows(AnimationCoords coords, int most) {
    this.most = most;
    joints = new int[coords.rowCount()][];
    values = new double[joints.length][];
    rest = new double[3 * joints.length];
    for (int p = 0; p < joints.length; p++) {
      int[] own = new int[coords.count(p)];
      double[] row = new double[4 * own.length];
      for (int i = 0; i < own.length; i++) {
        own[i] = coords.joint(p, i);
        for (int c = 0; c < 4; c++) {
          row[4 * i + c] = coords.value(p, i, c);
        }
      }
      put(p, own, row);
    }
  }

  /** Makes a row a point's own, and finds its place at rest. */
  private void put(int point, int[] newJoints, double[] row) {
    joints[point] = newJoints;
    values[point] = row;
    double x = 0, y = 0, z = 0;
    for (int i = 0; i < row.length; i += 4) {
      x += row[i];
      y += row[i + 1];
      z += row[i + 2];
    }
    rest[3 * point] = x;
    rest[3 * point + 1] = y;
    rest[3 * point + 2] = z;
  }

  /** Joints of a point, rising; not to be modified. */
  public int[] joints(int point) {
    return joints[point];
  }

  /** Four numbers a joint; not to be modified. */
  public double[] values(int point) {
    return values[point];
  }

  /** Writes a point as a vector. */
  void copyTo(int point, AnimationVector out) {
    out.set(joints[point], values[point]);
  }

  /** Gives a point other joints and numbers. */
  void set(int point, AnimationVector row) {
    int[] newJoints = new int[row.count()];
    double[] out = new double[4 * newJoints.length];
    for (int i = 0; i < newJoints.length; i++) {
      newJoints[i] = row.joint(i);
      for (int c = 0; c < 4; c++) {
        out[4 * i + c] = row.value(i, c);
      }
    }
    put(point, newJoints, out);
  }

  /** Takes a joint from a point and gives the others new numbers, four each; kept. */
  public void remove(int point, int joint, double[] row) {
    int at = Arrays.binarySearch(joints[point], joint);
    if (at < 0 || row.length == 0 || row.length != values[point].length - 4) {
      throw new IllegalArgumentException(
          "removal: expected one of "
              + joints[point].length
              + " joints of point "
              + point
              + " and numbers for the others, got joint "
              + joint
              + " and "
              + row.length
              + " numbers");
    }
    int[] kept = new int[joints[point].length - 1];
    System.arraycopy(joints[point], 0, kept, 0, at);
    System.arraycopy(joints[point], at + 1, kept, at, kept.length - at);
    put(point, kept, row);
  }

  /** How many influences there are fewer when one point becomes part of another. */
  int removedBy(int from, int into, double share) {
    int left =
        share == 0
            ? joints[into].length
            : share == 1 ? joints[from].length : unionSize(joints[into], joints[from]);
    return joints[from].length + joints[into].length - Math.min(most, left);
  }

  /** Coordinate {@code axis} of a point at rest. */
  public double rest(int point, int axis) {
    return rest[3 * point + axis];
  }

  /**
   * Makes {@code into} a mixture of weights and corrections, at another place at rest.
   *
   * @return whether it has all joints of the mixture
   */
  public boolean mix(int from, int into, double share, double[] x) {
    int[] merged =
        share == 0 ? joints[into] : share == 1 ? joints[from] : union(joints[into], joints[from]);
    double[] out = new double[4 * merged.length];
    if (share < 1) {
      add(into, 1 - share, merged, out);
    }
    if (share > 0) {
      add(from, share, merged, out);
    }
    for (int i = 0; i < merged.length; i++) {
      for (int c = 0; c < 3; c++) {
        out[4 * i + c] += out[4 * i + 3] * x[c];
      }
    }
    put(into, merged, out);
    if (merged.length > most) {
      drop(into, x);
    }
    return merged.length <= most;
  }

  /** Adds a share of a point's weights and corrections. */
  private void add(int point, double share, int[] merged, double[] out) {
    double[] x = {rest(point, 0), rest(point, 1), rest(point, 2)};
    for (int i = 0; i < joints[point].length; i++) {
      int at = 4 * Arrays.binarySearch(merged, joints[point][i]);
      double weight = values[point][4 * i + 3];
      for (int c = 0; c < 3; c++) {
        out[at + c] += share * (values[point][4 * i + c] - weight * x[c]);
      }
      out[at + 3] += share * weight;
    }
  }

  /** Leaves the joints of the least weight out; what is left has the sum 1 and the same place. */
  private void drop(int point, double[] x) {
    Integer[] order = new Integer[joints[point].length];
    Arrays.setAll(order, i -> i);
    double[] v = values[point];
    Arrays.sort(order, (a, b) -> Double.compare(Math.abs(v[4 * b + 3]), Math.abs(v[4 * a + 3])));
    int[] kept = Arrays.stream(order).limit(most).mapToInt(Integer::intValue).sorted().toArray();
    double sum = 0;
    for (int i : kept) {
      sum += v[4 * i + 3];
    }
    if (!(Math.abs(sum) > LEAST_SUM)) {
      return; // Weights of both signs: nothing can be left out.
    }
    int[] newJoints = new int[most];
    double[] out = new double[4 * most];
    for (int i = 0; i < most; i++) {
      newJoints[i] = joints[point][kept[i]];
      System.arraycopy(v, 4 * kept[i], out, 4 * i, 4);
      out[4 * i + 3] /= sum;
    }
    put(point, newJoints, out);
    for (int c = 0; c < 3; c++) {
      double off = x[c] - rest(point, c);
      for (int i = 0; i < most; i++) {
        out[4 * i + c] += off * out[4 * i + 3];
      }
    }
    put(point, newJoints, out);
  }

  /** The joints of two rising lists, each once. */
  private static int[] union(int[] a, int[] b) {
    int[] all = new int[unionSize(a, b)];
    for (int i = 0, j = 0, n = 0; n < all.length; n++) {
      int next = j == b.length || (i < a.length && a[i] <= b[j]) ? a[i] : b[j];
      i += i < a.length && a[i] == next ? 1 : 0;
      j += j < b.length && b[j] == next ? 1 : 0;
      all[n] = next;
    }
    return all;
  }

  private static int unionSize(int[] a, int[] b) {
    int shared = 0;
    for (int i = 0, j = 0; i < a.length && j < b.length; ) {
      shared += a[i] == b[j] ? 1 : 0;
      boolean forward = a[i] <= b[j];
      j += b[j] <= a[i] ? 1 : 0;
      i += forward ? 1 : 0;
    }
    return a.length + b.length - shared;
  }
}
