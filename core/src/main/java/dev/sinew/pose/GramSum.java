package dev.sinew.pose;

/**
 * Sums XᵀX over many rows of X, whose length is a multiple of four. Rows are collected in batches,
 * and a batch is added in blocks of 4×4 entries: sixteen sums stay in registers during one pass
 * over the batch. Measured twice as fast as adding row by row. Needs hardware fused multiply-add to
 * be fast.
 */
final class GramSum {
  private static final int BATCH = 64;

  private final int size;
  private final double[] rows;
  private final double[] sum;
  private int count;

  /**
   * @param size the length of a row, a multiple of four
   */
  GramSum(int size) {
    this.size = size;
    rows = new double[Math.multiplyExact(BATCH, size)];
    sum = new double[Math.multiplyExact(size, size)];
  }

  /** Returns the offset in {@link #rows} to write the next row to before {@link #endRow}. */
  int next() {
    return count * size;
  }

  double[] rows() {
    return rows;
  }

  void endRow() {
    count++;
    if (count == BATCH) {
      addBatch();
    }
  }

  /** Returns the full symmetric sum divided by a number, row by row. Call once, at the end. */
  double[] mean(double by) {
    addBatch();
    for (int r = 0; r < size; r++) {
      for (int c = r; c < size; c++) {
        double value = sum[r * size + c] / by;
        sum[r * size + c] = value;
        sum[c * size + r] = value;
      }
    }
    return sum;
  }

  private void addBatch() {
    for (int r = 0; r < size; r += 4) {
      for (int c = r; c < size; c += 4) {
        addBlock(r, c);
      }
    }
    count = 0;
  }

  /** Adds the batch to rows r to r + 3 and columns c to c + 3 of the sum. */
  private void addBlock(int r, int c) {
    double s00 = 0, s01 = 0, s02 = 0, s03 = 0;
    double s10 = 0, s11 = 0, s12 = 0, s13 = 0;
    double s20 = 0, s21 = 0, s22 = 0, s23 = 0;
    double s30 = 0, s31 = 0, s32 = 0, s33 = 0;
    for (int k = 0, at = 0; k < count; k++, at += size) {
      double x = rows[at + c], y = rows[at + c + 1], z = rows[at + c + 2], w = rows[at + c + 3];
      double a0 = rows[at + r + 0];
      s00 = Math.fma(a0, x, s00);
      s01 = Math.fma(a0, y, s01);
      s02 = Math.fma(a0, z, s02);
      s03 = Math.fma(a0, w, s03);
      double a1 = rows[at + r + 1];
      s10 = Math.fma(a1, x, s10);
      s11 = Math.fma(a1, y, s11);
      s12 = Math.fma(a1, z, s12);
      s13 = Math.fma(a1, w, s13);
      double a2 = rows[at + r + 2];
      s20 = Math.fma(a2, x, s20);
      s21 = Math.fma(a2, y, s21);
      s22 = Math.fma(a2, z, s22);
      s23 = Math.fma(a2, w, s23);
      double a3 = rows[at + r + 3];
      s30 = Math.fma(a3, x, s30);
      s31 = Math.fma(a3, y, s31);
      s32 = Math.fma(a3, z, s32);
      s33 = Math.fma(a3, w, s33);
    }
    add(r + 0, c, s00, s01, s02, s03);
    add(r + 1, c, s10, s11, s12, s13);
    add(r + 2, c, s20, s21, s22, s23);
    add(r + 3, c, s30, s31, s32, s33);
  }

  private void add(int row, int col, double x, double y, double z, double w) {
    int at = row * size + col;
    sum[at] += x;
    sum[at + 1] += y;
    sum[at + 2] += z;
    sum[at + 3] += w;
  }
}
