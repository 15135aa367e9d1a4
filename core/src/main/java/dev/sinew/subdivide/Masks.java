package dev.sinew.subdivide;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.SparseRowBuilder;
import java.util.Arrays;

/**
 * A sparse linear map from old points to new ones, as compressed rows: row r lists the old points
 * that make new point r, and their coefficients. The maps subdivision makes are affine: each row
 * sums to 1, and no coefficient is negative. Within a row columns rise.
 *
 * <p>Immutable.
 */
public final class Masks {
  private final int columnCount;
  private final int[] rowStart;
  private final int[] columns;
  private final double[] coefficients;

  /** Masks with the rows of a builder with one component. */
  Masks(int columnCount, SparseRowBuilder rows) {
    this(columnCount, rows.rowStarts(), rows.columns(), rows.values());
  }

  private Masks(int columnCount, int[] rowStart, int[] columns, double[] coefficients) {
    this.columnCount = columnCount;
    this.rowStart = rowStart;
    this.columns = columns;
    this.coefficients = coefficients;
  }

  /** New point r is old point {@code choice[r]}; repeats allowed. */
  public static Masks select(int columnCount, int[] choice) {
    int[] start = new int[choice.length + 1];
    double[] ones = new double[choice.length];
    for (int r = 0; r < choice.length; r++) {
      if (choice[r] < 0 || choice[r] >= columnCount) {
        throw new IllegalArgumentException(
            "choice[" + r + "]: expected 0 to " + (columnCount - 1) + ", got " + choice[r]);
      }
      start[r + 1] = r + 1;
      ones[r] = 1;
    }
    return new Masks(columnCount, start, choice.clone(), ones);
  }

  /** How many new points there are. */
  public int rowCount() {
    return rowStart.length - 1;
  }

  /** How many old points there are. */
  public int columnCount() {
    return columnCount;
  }

  /** All coefficients of all rows. */
  public int entryCount() {
    return columns.length;
  }

  /** How many old points make a new one. */
  public int length(int row) {
    return rowStart[row + 1] - rowStart[row];
  }

  /** Old point number i of a new point. */
  public int column(int row, int i) {
    return columns[rowStart[row] + i];
  }

  /** Returns the coefficient of old point number i of a new point. */
  public double coefficient(int row, int i) {
    return coefficients[rowStart[row] + i];
  }

  /** Returns the coefficient of an old point in a new one, 0 where it has no part in it. */
  public double coefficientOf(int row, int column) {
    int at = Arrays.binarySearch(columns, rowStart[row], rowStart[row + 1], column);
    return at < 0 ? 0 : coefficients[at];
  }

  /**
   * The new points' values.
   *
   * @param values {@code components} numbers per old point, not modified
   * @return {@code components} numbers per new point, in a new array
   */
  public double[] apply(double[] values, int components) {
    Sizes.same("values", values.length, (long) components * columnCount);
    double[] out = new double[Math.multiplyExact(components, rowCount())];
    for (int r = 0; r < rowCount(); r++) {
      int to = components * r;
      for (int i = rowStart[r]; i < rowStart[r + 1]; i++) {
        int from = components * columns[i];
        double c = coefficients[i];
        for (int k = 0; k < components; k++) {
          out[to + k] += c * values[from + k];
        }
      }
    }
    return out;
  }

  /** As {@link #apply(double[], int)}, added up in double. */
  public float[] apply(float[] values, int components) {
    Sizes.same("values", values.length, (long) components * columnCount);
    float[] out = new float[Math.multiplyExact(components, rowCount())];
    for (int r = 0; r < rowCount(); r++) {
      for (int k = 0; k < components; k++) {
        double sum = 0;
        for (int i = rowStart[r]; i < rowStart[r + 1]; i++) {
          sum += coefficients[i] * values[components * columns[i] + k];
        }
        out[components * r + k] = (float) sum;
      }
    }
    return out;
  }

  /** Returns the new points' animation coordinates; entries that are exactly zero are dropped. */
  public AnimationCoords apply(AnimationCoords coords) {
    Sizes.same("rows", coords.rowCount(), columnCount);
    SparseRowBuilder out = new SparseRowBuilder(AnimationCoords.SIZE, rowCount());
    for (int r = 0; r < rowCount(); r++) {
      for (int i = rowStart[r]; i < rowStart[r + 1]; i++) {
        coords.addTo(out, columns[i], coefficients[i]);
      }
      out.endRow();
    }
    return AnimationCoords.vectors(out);
  }

  /**
   * These masks followed by others as one map: {@code compose(next).apply(x)} is {@code
   * next.apply(apply(x))}. Composed rows are longer: after several levels every new point lists all
   * the control points near it, and beside a vertex of valence n each of about n points lists n.
   */
  public Masks compose(Masks next) {
    Sizes.same("columns of the next masks", next.columnCount, rowCount());
    SparseRowBuilder out = new SparseRowBuilder(1, next.rowCount());
    for (int r = 0; r < next.rowCount(); r++) {
      for (int i = next.rowStart[r]; i < next.rowStart[r + 1]; i++) {
        int middle = next.columns[i];
        for (int k = rowStart[middle]; k < rowStart[middle + 1]; k++) {
          out.add(columns[k], next.coefficients[i] * coefficients[k]);
        }
      }
      out.endRow();
    }
    return new Masks(columnCount, out);
  }
}
