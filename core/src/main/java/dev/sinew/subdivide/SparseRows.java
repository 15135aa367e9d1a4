package dev.sinew.subdivide;

import dev.sinew.model.Influences;
import java.util.Arrays;

/**
 * A matrix whose rows hold a few entries of several numbers each: weights per joint (one number),
 * animation coordinates per joint (four). Within a row columns rise and none comes twice.
 */
public final class SparseRows {
  private final int columnCount;
  private final int components;
  private final int[] rowStart;
  private final int[] columns;
  private final double[] values;

  /** Takes arrays already in order, and keeps them. */
  SparseRows(int columnCount, int components, int[] rowStart, int[] columns, double[] values) {
    this.columnCount = columnCount;
    this.components = components;
    this.rowStart = rowStart;
    this.columns = columns;
    this.values = values;
  }

  /**
   * Rows from compressed arrays, which are copied; entries may come in any order within a row,
   * repeated columns are added up and entries that are exactly zero dropped.
   *
   * @param columnCount one more than the largest column allowed
   * @param components numbers per entry, 1 or more
   * @param rowStart where each row's entries begin, one more than there are rows
   * @param columns the column of every entry
   * @param values the numbers of every entry in a row, finite
   */
  public static SparseRows of(
      int columnCount, int components, int[] rowStart, int[] columns, double[] values) {
    if (columnCount < 0 || components < 1) {
      throw new IllegalArgumentException(
          "columns, components: expected 0, 1 or more, got " + columnCount + ", " + components);
    }
    if (rowStart.length == 0 || rowStart[0] != 0) {
      throw new IllegalArgumentException("rowStart: expected to begin with 0");
    }
    Sizes.same("rowStart's end", rowStart[rowStart.length - 1], columns.length);
    Sizes.same("values", values.length, (long) components * columns.length);
    RowCollector rows = new RowCollector(rowStart.length - 1, columnCount, components);
    for (int r = 0; r + 1 < rowStart.length; r++) {
      if (rowStart[r + 1] < rowStart[r] || rowStart[r + 1] > columns.length) {
        throw new IllegalArgumentException(
            "rowStart[" + (r + 1) + "]: expected rising up to " + columns.length);
      }
      for (int i = rowStart[r]; i < rowStart[r + 1]; i++) {
        if (columns[i] < 0 || columns[i] >= columnCount) {
          throw new IllegalArgumentException(
              "columns[" + i + "]: expected 0 to " + (columnCount - 1) + ", got " + columns[i]);
        }
        rows.add(columns[i], 1, values, components * i);
      }
      rows.endRow();
    }
    return rows.toSparseRows();
  }

  /** Weights as rows of one number per joint. */
  public static SparseRows of(Influences influences) {
    RowCollector rows = new RowCollector(influences.vertexCount(), influences.jointsNeeded(), 1);
    for (int v = 0; v < influences.vertexCount(); v++) {
      for (int i = 0; i < influences.count(v); i++) {
        rows.add(influences.joint(v, i), influences.weight(v, i));
      }
      rows.endRow();
    }
    return rows.toSparseRows();
  }

  /**
   * Rows of one number as weights: negative ones are an error, and every row is scaled to the sum
   * 1.
   */
  public Influences toInfluences() {
    Sizes.same("components", components, 1);
    Influences.Builder builder = Influences.builder();
    for (int r = 0; r < rowCount(); r++) {
      for (int i = rowStart[r]; i < rowStart[r + 1]; i++) {
        builder.add(columns[i], values[i]);
      }
      builder.endRow();
    }
    return builder.build();
  }

  public int rowCount() {
    return rowStart.length - 1;
  }

  /** One more than the largest column allowed. */
  public int columnCount() {
    return columnCount;
  }

  /** Numbers per entry. */
  public int components() {
    return components;
  }

  /** All entries of all rows. */
  public int entryCount() {
    return columns.length;
  }

  /** How many entries a row has. */
  public int length(int row) {
    return rowStart[row + 1] - rowStart[row];
  }

  /** The column of entry i of a row. */
  public int column(int row, int i) {
    return columns[rowStart[row] + i];
  }

  /** Number {@code component} of entry i of a row. */
  public double value(int row, int i, int component) {
    return values[components * (rowStart[row] + i) + component];
  }

  /** Where each row's entries begin, one more than there are rows, in a new array. */
  public int[] rowStarts() {
    return rowStart.clone();
  }

  /** The column of every entry, in a new array. */
  public int[] columns() {
    return columns.clone();
  }

  /** The numbers of every entry, in a new array. */
  public double[] values() {
    return values.clone();
  }

  /** Adds {@code weight} times a row to the row being collected. */
  void addTo(RowCollector out, int row, double weight) {
    for (int i = rowStart[row]; i < rowStart[row + 1]; i++) {
      out.add(columns[i], weight, values, components * i);
    }
  }

  @Override
  public String toString() {
    return "SparseRows["
        + rowCount()
        + " x "
        + columnCount
        + ", "
        + components
        + " each]"
        + Arrays.toString(Arrays.copyOf(columns, Math.min(8, columns.length)));
  }
}
