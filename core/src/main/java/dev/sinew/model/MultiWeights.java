package dev.sinew.model;

import dev.sinew.run.ArrayChecks;
import java.util.List;

/**
 * The weights of a multi-weight skin (Wang and Phillips 2002): a row per point, each entry a joint
 * with a 3×4 matrix U_j, so that coordinate r of the point is Σ_j Σ_s u_{j,rs} n_{j,rs} with N_j
 * the skinning matrix of the joint. The fourth entries of each coordinate sum to 1, so that points
 * move with the character.
 *
 * <p>Immutable.
 */
public final class MultiWeights extends EntryRows {
  /** Values per entry: U_j row by row. */
  public static final int SIZE = 12;

  /**
   * Copies the rows.
   *
   * @param rowStart the first entry of each point, and the number of entries
   * @param joints indices into the skin's joint list
   * @param values 12 values per entry
   */
  public MultiWeights(int[] rowStart, int[] joints, double[] values) {
    super(rowStart.clone(), joints.clone(), values.clone());
    if (rowStart.length == 0
        || rowStart[0] != 0
        || rowStart[rowStart.length - 1] != joints.length) {
      throw new IllegalArgumentException(
          "rowStart: expected to run from 0 to " + joints.length + ", the number of entries");
    }
    for (int r = 0; r + 1 < rowStart.length; r++) {
      if (rowStart[r + 1] <= rowStart[r]) {
        throw new IllegalArgumentException("entries of point " + r + ": expected 1 or more, got 0");
      }
    }
    ArrayChecks.size("multi-weights", values.length, Math.multiplyExact(SIZE, joints.length));
    for (int joint : joints) {
      if (joint < 0) {
        throw new IllegalArgumentException("joint: expected 0 or more, got " + joint);
      }
    }
  }

  /** Returns the rows of all parts, one after another. */
  public static MultiWeights join(List<MultiWeights> parts) {
    int rows = 0;
    int entries = 0;
    for (MultiWeights part : parts) {
      rows = Math.addExact(rows, part.rowCount());
      entries = Math.addExact(entries, part.joints.length);
    }
    int[] starts = new int[rows + 1];
    int[] joints = new int[entries];
    double[] values = new double[Math.multiplyExact(SIZE, entries)];
    int row = 0;
    int entry = 0;
    for (MultiWeights part : parts) {
      for (int r = 0; r < part.rowCount(); r++) {
        starts[row + r + 1] = entry + part.rowStart[r + 1];
      }
      System.arraycopy(part.joints, 0, joints, entry, part.joints.length);
      System.arraycopy(part.values, 0, values, SIZE * entry, part.values.length);
      row += part.rowCount();
      entry += part.joints.length;
    }
    return new MultiWeights(starts, joints, values);
  }

  /** Returns a value of entry i of a point, 0 to 11. */
  public double value(int row, int i, int index) {
    return values[SIZE * (rowStart[row] + i) + index];
  }

  /** Returns the rows of a list of points, in its order. */
  public MultiWeights rows(int[] list) {
    int[] starts = new int[list.length + 1];
    for (int i = 0; i < list.length; i++) {
      starts[i + 1] = Math.addExact(starts[i], count(list[i]));
    }
    int[] picked = new int[starts[list.length]];
    double[] u = new double[Math.multiplyExact(SIZE, picked.length)];
    for (int i = 0; i < list.length; i++) {
      int from = rowStart[list[i]];
      System.arraycopy(joints, from, picked, starts[i], count(list[i]));
      System.arraycopy(values, SIZE * from, u, SIZE * starts[i], SIZE * count(list[i]));
    }
    return new MultiWeights(starts, picked, u);
  }

  /**
   * Computes a point.
   *
   * @param matrices a 3×4 skinning matrix per joint, at a stride of {@code stride} values
   * @param out receives x, y, z at {@code o}
   */
  public void project(int row, double[] matrices, int from, int stride, double[] out, int o) {
    for (int r = 0; r < 3; r++) {
      double sum = 0;
      for (int e = rowStart[row]; e < rowStart[row + 1]; e++) {
        int m = from + stride * joints[e] + 4 * r;
        int u = SIZE * e + 4 * r;
        sum +=
            values[u] * matrices[m]
                + values[u + 1] * matrices[m + 1]
                + values[u + 2] * matrices[m + 2]
                + values[u + 3] * matrices[m + 3];
      }
      out[o + r] = sum;
    }
  }
}
