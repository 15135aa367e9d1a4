package dev.sinew.linalg;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A sparse symmetric matrix in compressed rows. Both halves are stored, so that a product reads
 * memory in order.
 */
public final class SparseSymmetric {
  private final int[] rowStart;
  private final int[] columns;
  private final double[] values;

  private SparseSymmetric(int[] rowStart, int[] columns, double[] values) {
    this.rowStart = rowStart;
    this.columns = columns;
    this.values = values;
  }

  /** Rows, and as many columns. */
  public int size() {
    return rowStart.length - 1;
  }

  /** Entries stored, both halves counted. */
  public int entryCount() {
    return columns.length;
  }

  /**
   * {@code out = A x}.
   *
   * @param x {@link #size} numbers; not modified
   * @param out receives as many; not x's array
   */
  public void multiply(double[] x, double[] out) {
    checkSize("x", x);
    checkSize("out", out);
    for (int r = 0; r < size(); r++) {
      double sum = 0;
      for (int e = rowStart[r]; e < rowStart[r + 1]; e++) {
        sum += values[e] * x[columns[e]];
      }
      out[r] = sum;
    }
  }

  /** The entry in a row and a column, 0 where none is stored. */
  public double get(int row, int column) {
    int e = Arrays.binarySearch(columns, rowStart[row], rowStart[row + 1], column);
    return e < 0 ? 0 : values[e];
  }

  void checkSize(String what, double[] vector) {
    if (vector.length != size()) {
      throw new IllegalArgumentException(
          what + ": expected " + size() + " numbers, got " + vector.length);
    }
  }

  /** Starts a matrix of zeros. */
  public static Builder builder(int size) {
    return new Builder(size);
  }

  /** Collects entries in any order; those of the same place are added up. */
  public static final class Builder {
    private final int size;
    private int[] rows = new int[64];
    private int[] columns = new int[64];
    private double[] values = new double[64];
    private int count;

    private Builder(int size) {
      if (size < 0) {
        throw new IllegalArgumentException("size: expected 0 or more, got " + size);
      }
      this.size = size;
    }

    /** Adds to the entry in a row and a column, and to its mirror image where that is another. */
    public Builder add(int row, int column, double value) {
      put(row, column, value);
      if (row != column) {
        put(column, row, value);
      }
      return this;
    }

    private void put(int row, int column, double value) {
      if (row < 0 || row >= size || column < 0 || column >= size) {
        throw new IllegalArgumentException(
            "entry: expected within " + size + " rows, got (" + row + ", " + column + ")");
      }
      if (count == rows.length) {
        int capacity = Math.addExact(count, count);
        rows = Arrays.copyOf(rows, capacity);
        columns = Arrays.copyOf(columns, capacity);
        values = Arrays.copyOf(values, capacity);
      }
      rows[count] = row;
      columns[count] = column;
      values[count++] = value;
    }

    /** The matrix of all entries so far. */
    public SparseSymmetric build() {
      int[] byColumn = bucketed(columns, null);
      int[] sorted = bucketed(rows, byColumn);
      int[] start = new int[size + 1];
      int[] merged = new int[count];
      double[] sums = new double[count];
      int n = 0;
      int row = 0;
      for (int e : sorted) {
        while (row < rows[e]) {
          start[++row] = n;
        }
        if (n > start[row] && merged[n - 1] == columns[e]) {
          sums[n - 1] += values[e];
        } else {
          merged[n] = columns[e];
          sums[n++] = values[e];
        }
      }
      Arrays.fill(start, row + 1, size + 1, n);
      return new SparseSymmetric(start, Arrays.copyOf(merged, n), Arrays.copyOf(sums, n));
    }

    /** The entries in rising order of a key, equal ones in the given order: one counting sort. */
    private int[] bucketed(int[] key, int @Nullable [] order) {
      int[] next = new int[size + 1];
      for (int e = 0; e < count; e++) {
        next[key[e] + 1]++;
      }
      for (int i = 0; i < size; i++) {
        next[i + 1] += next[i];
      }
      int[] out = new int[count];
      for (int i = 0; i < count; i++) {
        int e = order == null ? i : order[i];
        out[next[key[e]]++] = e;
      }
      return out;
    }
  }
}
