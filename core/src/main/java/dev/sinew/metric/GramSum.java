package dev.sinew.metric;

import java.util.Arrays;

/**
 * Adds up XᵀX over many rows of X. Rows are gathered and taken in a batch, eight at once, so that
 * each pass over the sum does eight rows' work and the inner loop is one a compiler vectorises.
 */
final class GramSum {
  private static final int TOGETHER = 8;

  /** Columns of a stripe: eight pieces of rows and one of the sum stay in the first cache. */
  private static final int STRIPE = 128;

  private static final int BATCH = 64;

  private final int size;
  private final double[] rows;
  private final double[] sum;
  private int count;

  /** Rows of so many numbers. */
  GramSum(int size) {
    this.size = size;
    rows = new double[Math.multiplyExact(BATCH, size)];
    sum = new double[Math.multiplyExact(size, size)];
  }

  /** Where in {@link #rows} the next row is to be written before {@link #endRow}. */
  int next() {
    return count * size;
  }

  double[] rows() {
    return rows;
  }

  void endRow() {
    count++;
    if (count == BATCH) {
      take();
    }
  }

  /** The whole symmetric sum divided by a number, row by row. Ends the gathering. */
  double[] mean(double by) {
    take();
    for (int r = 0; r < size; r++) {
      for (int c = r; c < size; c++) {
        double value = sum[r * size + c] / by;
        sum[r * size + c] = value;
        sum[c * size + r] = value;
      }
    }
    return sum;
  }

  private void take() {
    int whole = (count + TOGETHER - 1) / TOGETHER * TOGETHER;
    Arrays.fill(rows, count * size, whole * size, 0);
    for (int from = 0; from < size; from += STRIPE) {
      int to = Math.min(size, from + STRIPE);
      for (int k = 0; k < whole; k += TOGETHER) {
        for (int r = 0; r < to; r++) {
          addEight(k * size, r, Math.max(r, from), to);
        }
      }
    }
    count = 0;
  }

  /** Row r of the sum, columns from to to, for the eight rows that begin at k. */
  private void addEight(int k, int r, int from, int to) {
    int k1 = k + size, k2 = k1 + size, k3 = k2 + size;
    int k4 = k3 + size, k5 = k4 + size, k6 = k5 + size, k7 = k6 + size;
    double a0 = rows[k + r], a1 = rows[k1 + r], a2 = rows[k2 + r], a3 = rows[k3 + r];
    double a4 = rows[k4 + r], a5 = rows[k5 + r], a6 = rows[k6 + r], a7 = rows[k7 + r];
    int out = r * size;
    for (int c = from; c < to; c++) {
      sum[out + c] +=
          a0 * rows[k + c]
              + a1 * rows[k1 + c]
              + a2 * rows[k2 + c]
              + a3 * rows[k3 + c]
              + a4 * rows[k4 + c]
              + a5 * rows[k5 + c]
              + a6 * rows[k6 + c]
              + a7 * rows[k7 + c];
    }
  }
}
