package dev.sinew.simplify.price;

import dev.sinew.metric.AnimationVector;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.run.NumberRange;
import dev.sinew.run.RequestException;
import java.util.Arrays;

/**
 * Sparse rows of values per joint, one row per point, that can be blended with each other. The last
 * value of each joint is its weight.
 *
 * <p>Rows of <em>weights</em> have 1 value per joint: weights are positive, have the sum 1 and are
 * in descending order.
 *
 * <p>Rows of <em>animation coordinates</em> have 4 values per joint, joints in ascending order. The
 * coordinates p_j are in mesh space: the posed point is Σ_j M_j p_j, where M_j takes a point at
 * rest to its position if joint j alone moved it. The weights are ω_j, the rest position is x = Σ_j
 * p_j, and p_j − ω_j (x, 1) is the correction of joint j: 0 for linear blend skinning.
 */
public final class JointRows {
  /** Rows whose remaining weights have a smaller sum are not cut to the limit. */
  private static final double MIN_SUM = 0.1;

  private final int components;
  private final int axes;
  private final int maxJoints;
  private final int[][] joints;
  private final double[][] values;
  private final double[] rest;

  private JointRows(int rows, int components, int maxJoints) {
    this.components = components;
    this.maxJoints = maxJoints;
    axes = components - 1;
    joints = new int[rows][];
    values = new double[rows][];
    rest = new double[axes * rows];
  }

  /**
   * Copies rows of weights.
   *
   * @param maxJoints the largest number of joints of a blended row, at least 1
   */
  public static JointRows of(Influences influences, int maxJoints) {
    JointRows made = new JointRows(influences.vertexCount(), 1, maxJoints);
    for (int p = 0; p < influences.vertexCount(); p++) {
      made.set(p, influences, p);
    }
    return made;
  }

  /**
   * Copies rows of animation coordinates.
   *
   * @param coords one row per point, in mesh space
   * @param maxJoints the largest number of joints of a blended row, at least 1
   */
  public static JointRows of(AnimationCoords coords, int maxJoints) {
    JointRows made = new JointRows(coords.rowCount(), AnimationCoords.SIZE, maxJoints);
    AnimationVector row = new AnimationVector();
    for (int p = 0; p < coords.rowCount(); p++) {
      made.set(p, row.set(coords, p));
    }
    return made;
  }

  public int count(int point) {
    return joints[point].length;
  }

  /** Returns the joints of a point. The array must not be modified. */
  public int[] joints(int point) {
    return joints[point];
  }

  /** Returns the values of a point, joint after joint. The array must not be modified. */
  public double[] values(int point) {
    return values[point];
  }

  /** Returns a coordinate of the rest position of a point with animation coordinates. */
  public double rest(int point, int axis) {
    return rest[axes * point + axis];
  }

  /** Returns true if two points are moved by the same single joint. */
  boolean haveSameJoint(int a, int b) {
    return count(a) == 1 && count(b) == 1 && joints[a][0] == joints[b][0];
  }

  /** Stores a row, both arrays kept, and computes its rest position. */
  private void put(int point, int[] newJoints, double[] newValues) {
    joints[point] = newJoints;
    values[point] = newValues;
    for (int c = 0; c < axes; c++) {
      double sum = 0;
      for (int i = c; i < newValues.length; i += components) {
        sum += newValues[i];
      }
      rest[axes * point + c] = sum;
    }
  }

  private void set(int point, Influences rows, int row) {
    int[] newJoints = new int[rows.count(row)];
    double[] weights = new double[newJoints.length];
    for (int i = 0; i < newJoints.length; i++) {
      newJoints[i] = rows.joint(row, i);
      weights[i] = rows.weight(row, i);
    }
    put(point, newJoints, weights);
  }

  /** Sets the animation coordinates of a point. */
  void set(int point, AnimationVector row) {
    int[] newJoints = new int[row.count()];
    double[] out = new double[components * newJoints.length];
    for (int i = 0; i < newJoints.length; i++) {
      newJoints[i] = row.joint(i);
      for (int c = 0; c < components; c++) {
        out[components * i + c] = row.value(i, c);
      }
    }
    put(point, newJoints, out);
  }

  /** Copies the animation coordinates of a point to a vector. */
  void copyTo(int point, AnimationVector out) {
    out.set(joints[point], values[point]);
  }

  /**
   * Removes a joint of a point.
   *
   * @param row the new values of the remaining joints; kept
   */
  public void remove(int point, int joint, double[] row) {
    int at = indexOf(joints[point], joint);
    if (at < 0 || row.length == 0 || row.length != values[point].length - components) {
      throw new RequestException(
          "removal: expected one of the "
              + count(point)
              + " joints of point "
              + point
              + " and "
              + components
              + " values for each of the others, got joint "
              + joint
              + " and "
              + row.length
              + " values");
    }
    int[] left = new int[count(point) - 1];
    System.arraycopy(joints[point], 0, left, 0, at);
    System.arraycopy(joints[point], at + 1, left, at, left.length - at);
    put(point, left, row);
  }

  /** Returns the number of influences that merging {@code from} into {@code into} removes. */
  int removedBy(int from, int into, double share) {
    int left =
        share == 0
            ? count(into)
            : share == 1 ? count(from) : count(into) + newJoints(joints[into], joints[from]);
    return count(from) + count(into) - Math.min(maxJoints, left);
  }

  /**
   * Sets the row of {@code into} to (1 - share) · into + share · from. If this has more joints than
   * the limit, those of the smallest weights are dropped and the others are scaled to the sum 1.
   *
   * @param x the new rest position of a point with animation coordinates, whose corrections are
   *     blended; empty for weights
   * @return true if no joint was dropped
   */
  public boolean blend(int from, int into, double share, double... x) {
    NumberRange.require("share", share, 0, 1);
    if (x.length != axes) {
      throw new IllegalArgumentException("x: expected " + axes + " values, got " + x.length);
    }
    if (share == 0 && axes == 0) {
      return true;
    }
    int[] merged =
        share == 0 ? joints[into] : share == 1 ? joints[from] : union(joints[into], joints[from]);
    double[] out = new double[components * merged.length];
    if (share < 1) {
      addScaled(into, 1 - share, merged, out);
    }
    if (share > 0) {
      addScaled(from, share, merged, out);
    }
    for (int at = 0; at < out.length; at += components) {
      for (int c = 0; c < axes; c++) {
        out[at + c] += out[at + axes] * x[c];
      }
    }
    put(into, merged, out);
    if (axes == 0) {
      sortWeights(into);
    }
    boolean fits = count(into) <= maxJoints;
    if (!fits) {
      dropLightest(into, x);
    }
    return fits;
  }

  /** Adds the scaled weights and corrections of a point. */
  private void addScaled(int point, double scale, int[] merged, double[] out) {
    double[] v = values[point];
    for (int i = 0; i < count(point); i++) {
      int at = components * indexOf(merged, joints[point][i]);
      double weight = v[components * i + axes];
      for (int c = 0; c < axes; c++) {
        out[at + c] += scale * (v[components * i + c] - weight * rest(point, c));
      }
      out[at + axes] += scale * weight;
    }
  }

  /** Sorts a row of weights in descending order and scales it to the sum 1. */
  private void sortWeights(int point) {
    Influences.Builder row = Influences.builder();
    for (int i = 0; i < count(point); i++) {
      row.add(joints[point][i], values[point][i]);
    }
    row.endRow();
    set(point, row.build(), 0);
  }

  /** Drops the joints of the smallest weights beyond the limit; x stays the rest position. */
  private void dropLightest(int point, double[] x) {
    double[] v = values[point];
    Integer[] order = new Integer[count(point)];
    Arrays.setAll(order, i -> i);
    Arrays.sort(
        order,
        (a, b) ->
            Double.compare(Math.abs(v[components * b + axes]), Math.abs(v[components * a + axes])));
    int[] kept =
        Arrays.stream(order).limit(maxJoints).mapToInt(Integer::intValue).sorted().toArray();
    double sum = 0;
    for (int i : kept) {
      sum += v[components * i + axes];
    }
    if (!(Math.abs(sum) > MIN_SUM)) {
      // Weights of both signs nearly cancel each other: scaling to the sum 1 would enlarge them.
      return;
    }
    int[] newJoints = new int[kept.length];
    double[] out = new double[components * kept.length];
    for (int i = 0; i < kept.length; i++) {
      newJoints[i] = joints[point][kept[i]];
      System.arraycopy(v, components * kept[i], out, components * i, components);
      out[components * i + axes] /= sum;
    }
    put(point, newJoints, out);
    for (int c = 0; c < axes; c++) {
      double offset = x[c] - rest(point, c);
      for (int at = 0; at < out.length; at += components) {
        out[at + c] += offset * out[at + axes];
      }
    }
    put(point, newJoints, out);
  }

  /** Returns the index of a joint, or -1. Rows are short and not always sorted by joint. */
  private static int indexOf(int[] list, int joint) {
    for (int i = 0; i < list.length; i++) {
      if (list[i] == joint) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the joints of two rows in ascending order. */
  private static int[] union(int[] a, int[] b) {
    int[] all = Arrays.copyOf(a, a.length + newJoints(a, b));
    int n = a.length;
    for (int joint : b) {
      if (indexOf(a, joint) < 0) {
        all[n++] = joint;
      }
    }
    Arrays.sort(all);
    return all;
  }

  /** Returns the number of joints of b that a does not have. */
  private static int newJoints(int[] a, int[] b) {
    int count = 0;
    for (int joint : b) {
      count += indexOf(a, joint) < 0 ? 1 : 0;
    }
    return count;
  }
}
