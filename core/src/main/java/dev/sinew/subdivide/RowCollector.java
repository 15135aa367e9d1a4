package dev.sinew.subdivide;

import java.util.Arrays;

/**
 * Collects sparse rows one after the other: repeated columns are added up, entries come out sorted
 * by column, and entries whose numbers are all exactly zero are dropped. Work and memory are
 * proportional to what is added, plus one int a column.
 */
final class RowCollector {
  private static final int MOST_NUMBERS = Integer.MAX_VALUE - 8;

  private final int components;

  /** Where each column was put last: the place belongs to the open row if it is not before it. */
  private final int[] lastPlace;

  private int[] rowStart;
  private int[] columns;
  private double[] values;
  private int rows;
  private int size;
  private long[] order = new long[16];
  private double[] sorted = new double[16];

  /**
   * @param rowCount how many rows will come, if known; more may
   * @param columnCount one more than the largest column
   * @param components numbers per entry
   */
  RowCollector(int rowCount, int columnCount, int components) {
    this.components = components;
    lastPlace = new int[columnCount];
    Arrays.fill(lastPlace, -1);
    rowStart = new int[rowCount + 1];
    int room = Math.max(16, Math.min(MOST_NUMBERS / components, 4 * Math.min(rowCount, 1 << 28)));
    columns = new int[room];
    values = new double[components * room];
  }

  /**
   * Adds {@code weight} times the {@code components} numbers at {@code from[offset]} to a column.
   */
  void add(int column, double weight, double[] from, int offset) {
    int at = components * place(column);
    for (int k = 0; k < components; k++) {
      values[at + k] += weight * from[offset + k];
    }
  }

  /** Adds a number to a column, with one component per entry. */
  void add(int column, double value) {
    int at = place(column);
    values[at] += value;
  }

  private int place(int column) {
    int at = lastPlace[column];
    if (at >= rowStart[rows]) {
      return at;
    }
    if (size == columns.length) {
      grow();
    }
    columns[size] = column;
    Arrays.fill(values, components * size, components * (size + 1), 0);
    lastPlace[column] = size;
    return size++;
  }

  private void grow() {
    int most = MOST_NUMBERS / components;
    if (size == most) {
      throw new IllegalArgumentException(
          "sparse rows: expected at most " + most + " entries, got more");
    }
    int room = (int) Math.min(most, size + size / 2L + 16);
    columns = Arrays.copyOf(columns, room);
    values = Arrays.copyOf(values, components * room);
  }

  /** Ends the open row and opens the next. */
  void endRow() {
    int from = rowStart[rows];
    for (int i = from; i < size; i++) {
      lastPlace[columns[i]] = -1;
    }
    sort(from);
    dropZeros(from);
    rows++;
    if (rows == rowStart.length) {
      rowStart = Arrays.copyOf(rowStart, rows + rows / 2 + 16);
    }
    rowStart[rows] = size;
  }

  private void sort(int from) {
    int n = size - from;
    if (order.length < n) {
      order = new long[n + n / 2];
    }
    if (sorted.length < components * n) {
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

  private void dropZeros(int from) {
    int kept = from;
    for (int i = from; i < size; i++) {
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

  /** The rows ended so far, as masks; with one component per entry. */
  Masks toMasks() {
    return new Masks(lastPlace.length, trimmedStart(), trimmedColumns(), trimmedValues());
  }

  /** The rows ended so far. */
  SparseRows toSparseRows() {
    return new SparseRows(
        lastPlace.length, components, trimmedStart(), trimmedColumns(), trimmedValues());
  }

  private int[] trimmedStart() {
    return rowStart.length == rows + 1 ? rowStart : Arrays.copyOf(rowStart, rows + 1);
  }

  private int[] trimmedColumns() {
    return columns.length == size ? columns : Arrays.copyOf(columns, size);
  }

  private double[] trimmedValues() {
    int used = components * size;
    return values.length == used ? values : Arrays.copyOf(values, used);
  }
}
