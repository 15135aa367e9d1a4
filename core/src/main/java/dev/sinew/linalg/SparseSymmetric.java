package dev.sinew.linalg;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A sparse symmetric matrix in compressed row storage. Both triangles are stored, so that a product
 * reads memory in order.
 */
public record SparseSymmetric(int[] rowStart, int[] columns, double[] values) {
  /** Returns the number of rows and columns. */
  public int size() {
    return rowStart.length - 1;
  }

  /** Returns the number of stored entries, both triangles counted. */
  public int entryCount() {
    return columns.length;
  }

  /**
   * Computes {@code out = A x}.
   *
   * @param x {@link #size} values; not modified
   * @param out receives the product; another array than x
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

  /** Returns the entry in a row and a column, 0 if none is stored. */
  public double get(int row, int column) {
    int e = Arrays.binarySearch(columns, rowStart[row], rowStart[row + 1], column);
    return e < 0 ? 0 : values[e];
  }

  /** Returns the index of the first entry of a row; that of row {@link #size} is the end. */
  int rowStart(int row) {
    return rowStart[row];
  }

  /** Returns the column of an entry; columns rise within a row. */
  int column(int entry) {
    return columns[entry];
  }

  double value(int entry) {
    return values[entry];
  }

  void checkSize(String what, double[] vector) {
    if (vector.length != size()) {
      throw new IllegalArgumentException(
          what + ": expected " + size() + " numbers, got " + vector.length);
    }
  }

  /** Returns a builder for a matrix of zeros. */
  public static Builder builder(int size) {
    return new Builder(size);
  }

  /** Collects entries in any order; entries of the same row and column are added. */
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

    /** Adds to the entry in a row and a column, and to its mirror image off the diagonal. */
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

    /** Returns the matrix of all entries so far. */
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

    /**
     * Returns the entries in ascending order of a key, equal ones in the given order, by counting
     * sort.
     */
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
