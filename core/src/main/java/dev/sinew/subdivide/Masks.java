package dev.sinew.subdivide;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.SparseRowBuilder;
import dev.sinew.run.ArrayChecks;
import java.util.Arrays;

/**
 * A sparse linear map from old points to new points, as compressed rows: row r lists old points and
 * their coefficients in new point r, sorted by point. The maps of subdivision are affine: each row
 * sums to 1, and no coefficient is negative.
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

  /** Returns the map whose new point r is old point {@code choice[r]}; repeats are allowed. */
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

  /** Returns the number of new points. */
  public int rowCount() {
    return rowStart.length - 1;
  }

  /** Returns the number of old points. */
  public int columnCount() {
    return columnCount;
  }

  /** Returns the number of coefficients of all rows. */
  public int entryCount() {
    return columns.length;
  }

  /** Returns the number of old points in a new point. */
  public int length(int row) {
    return rowStart[row + 1] - rowStart[row];
  }

  /** Returns old point i of a new point. */
  public int column(int row, int i) {
    return columns[rowStart[row] + i];
  }

  /** Returns the coefficient of old point i of a new point. */
  public double coefficient(int row, int i) {
    return coefficients[rowStart[row] + i];
  }

  /** Returns the coefficient of an old point in a new point, 0 if it is not listed. */
  public double coefficientOf(int row, int column) {
    int at = Arrays.binarySearch(columns, rowStart[row], rowStart[row + 1], column);
    return at < 0 ? 0 : coefficients[at];
  }

  /**
   * Returns the new points' values.
   *
   * @param values {@code components} values per old point, not modified
   * @return {@code components} values per new point, in a new array
   */
  public double[] apply(double[] values, int components) {
    ArrayChecks.size("values", values.length, (long) components * columnCount);
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

  /** Returns the new points' values, summed in double precision. */
  public float[] apply(float[] values, int components) {
    ArrayChecks.size("values", values.length, (long) components * columnCount);
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
    ArrayChecks.size("rows", coords.rowCount(), columnCount);
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
   * Returns these masks followed by others as one map: {@code compose(next).apply(x)} is {@code
   * next.apply(apply(x))}. Rows become longer: after several levels every new point lists all
   * control points near it, and near a vertex of valence n about n points list n each.
   */
  public Masks compose(Masks next) {
    ArrayChecks.size("columns of the next masks", next.columnCount, rowCount());
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
