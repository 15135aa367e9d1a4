package dev.sinew.model;

import java.util.Arrays;

/** Rows of entries, one row per point: each entry has a joint and the same number of values. */
public abstract sealed class EntryRows permits AnimationCoords, Influences, MultiWeights {
  final int[] rowStart;
  final int[] joints;
  final double[] values;

  EntryRows(int[] rowStart, int[] joints, double[] values) {
    this.rowStart = rowStart;
    this.joints = joints;
    this.values = values;
  }

  /** Returns the number of rows. */
  public final int rowCount() {
    return rowStart.length - 1;
  }

  /** Returns the number of entries of all rows. */
  public final int totalCount() {
    return joints.length;
  }

  /** Returns the number of joints of a row. */
  public final int count(int row) {
    return rowStart[row + 1] - rowStart[row];
  }

  /** Returns the largest number of joints of a row; 0 without rows. */
  public final int maxCount() {
    int max = 0;
    for (int r = 0; r < rowCount(); r++) {
      max = Math.max(max, count(r));
    }
    return max;
  }

  /** Returns joint i of a row, an index into the skin's joint list. */
  public final int joint(int row, int i) {
    return joints[rowStart[row] + i];
  }

  /** Returns the number of joints a skin must have: the largest joint in use plus 1. */
  public int jointsNeeded() {
    return Arrays.stream(joints).max().orElse(-1) + 1;
  }

  /** Returns the index of each row's first entry, and the end of the last, in a new array. */
  public final int[] rowStarts() {
    return rowStart.clone();
  }

  /** Returns the joint of every entry, in a new array. */
  public final int[] joints() {
    return joints.clone();
  }

  /** Returns the values of every entry, in a new array. */
  public final double[] values() {
    return values.clone();
  }
}
