package dev.sinew.model;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects the rows of a sparse matrix in order. Entries of a row arrive in any order; values added
 * to the same column are summed in the order of arrival.
 */
public final class SparseRowBuilder {
  private static final int MAX_VALUES = Integer.MAX_VALUE - 8;

  /** Rows up to this length are searched linearly, longer ones with a map. */
  private static final int SHORT_ROW = 32;

  // Influences.Builder and AnimationCoords.Builder bring the open row into their own form.
  int[] columns;
  double[] values;
  int size;

  private final int components;
  private int[] rowStart;
  private int rows;
  private @Nullable Map<Integer, Integer> entryOfColumn;
  private long[] order = new long[0];
  private double[] sorted = new double[0];

  /**
   * @param components values per entry
   * @param expectedRows the expected number of rows; more are possible
   */
  public SparseRowBuilder(int components, int expectedRows) {
    this.components = components;
    rowStart = new int[Math.max(16, expectedRows + 1)];
    int room = Math.max(32, Math.min(MAX_VALUES / components, 4 * Math.min(expectedRows, 1 << 28)));
    columns = new int[room];
    values = new double[components * room];
  }

  /** Adds a value to a column of the open row; for one component per entry. */
  public void add(int column, double value) {
    int at = entry(column);
    values[at] += value;
  }

  /** Adds {@code scale} times the components at {@code from[offset]} to a column. */
  public void add(int column, double scale, double[] from, int offset) {
    int at = components * entry(column);
    for (int k = 0; k < components; k++) {
      values[at + k] += scale * from[offset + k];
    }
  }

  /** Returns the index of the first entry of the open row. */
  int openRow() {
    return rowStart[rows];
  }

  /** Returns the index of a column's entry in the open row; appends zeros if it has none. */
  int entry(int column) {
    int length = size - rowStart[rows];
    if (length <= SHORT_ROW) {
      for (int i = size - 1; i >= rowStart[rows]; i--) {
        if (columns[i] == column) {
          return i;
        }
      }
    } else {
      if (entryOfColumn == null) {
        entryOfColumn = new HashMap<>();
        for (int i = rowStart[rows]; i < size; i++) {
          entryOfColumn.put(columns[i], i);
        }
      }
      Integer known = entryOfColumn.putIfAbsent(column, size);
      if (known != null) {
        return known;
      }
    }
    if (size == columns.length) {
      grow();
    }
    columns[size] = column;
    Arrays.fill(values, components * size, components * (size + 1), 0);
    return size++;
  }

  private void grow() {
    int max = MAX_VALUES / components;
    if (size == max) {
      throw new IllegalArgumentException(
          "sparse rows: expected at most " + max + " entries, got more");
    }
    int room = (int) Math.min(max, size + size / 2L + 16);
    columns = Arrays.copyOf(columns, room);
    values = Arrays.copyOf(values, components * room);
  }

  /** Ends the open row: sorts it by column and drops entries whose values are all exactly zero. */
  public void endRow() {
    sortRow();
    dropZeros();
    closeRow();
  }

  /** Sorts the open row by column. */
  void sortRow() {
    int from = rowStart[rows];
    int n = size - from;
    boolean rising = true;
    for (int i = from + 1; i < size && rising; i++) {
      rising = columns[i] > columns[i - 1];
    }
    if (rising) {
      return;
    }
    if (order.length < n) {
      order = new long[n + n / 2];
      sorted = new double[components * (n + n / 2)];
    }
    for (int i = 0; i < n; i++) {
      order[i] = (long) columns[from + i] << 32 | i;
    }
    Arrays.sort(order, 0, n);
    for (int i = 0; i < n; i++) {
      columns[from + i] = (int) (order[i] >> 32);
      int source = components * (from + (int) order[i]);
      System.arraycopy(values, source, sorted, components * i, components);
    }
    System.arraycopy(sorted, 0, values, components * from, components * n);
  }

  private void dropZeros() {
    int kept = rowStart[rows];
    for (int i = kept; i < size; i++) {
      if (!isZero(i)) {
        columns[kept] = columns[i];
        System.arraycopy(values, components * i, values, components * kept, components);
        kept++;
      }
    }
    size = kept;
  }

  private boolean isZero(int entry) {
    for (int k = components * entry; k < components * (entry + 1); k++) {
      if (values[k] != 0) {
        return false;
      }
    }
    return true;
  }

  /** Ends the open row as it is. */
  void closeRow() {
    entryOfColumn = null;
    rows++;
    if (rows == rowStart.length) {
      rowStart = Arrays.copyOf(rowStart, rows + rows / 2 + 16);
    }
    rowStart[rows] = size;
  }

  /** Returns the index of each ended row's first entry, and the end of the last, in a new array. */
  public int[] rowStarts() {
    return Arrays.copyOf(rowStart, rows + 1);
  }

  /** Returns the column of every entry, in a new array. */
  public int[] columns() {
    return Arrays.copyOf(columns, rowStart[rows]);
  }

  /** Returns the values of every entry, in a new array. */
  public double[] values() {
    return Arrays.copyOf(values, components * rowStart[rows]);
  }
}
