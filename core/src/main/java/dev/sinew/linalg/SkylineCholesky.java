package dev.sinew.linalg;

/**
 * Cholesky decomposition A = L Lᵀ of a symmetric matrix whose row i is zero before column {@code
 * first[i]}. L has zeros in the same places, so only the skyline is stored and visited. If the
 * unknowns are a tree in post-order and only those on one path to the root meet, the cost of n
 * unknowns at depth d is O(n d²).
 *
 * <p>It never fails: pivots below a floor are raised to it. Rows are in one flat array: entry (i,
 * j) has index {@code at(i) + j}.
 */
public final class SkylineCholesky {
  private final int[] first;
  private final int[] start;

  /**
   * Creates the layout.
   *
   * @param first the first column of each row that may be nonzero, at most the row itself; not
   *     modified
   */
  public SkylineCholesky(int[] first) {
    this.first = first.clone();
    start = new int[first.length + 1];
    for (int i = 0; i < first.length; i++) {
      if (first[i] < 0 || first[i] > i) {
        throw new IllegalArgumentException(
            "row " + i + ": expected 0 to " + i + ", got " + first[i]);
      }
      start[i + 1] = Math.addExact(start[i], i + 1 - first[i]);
    }
  }

  /** Returns the number of rows. */
  public int size() {
    return first.length;
  }

  /** Returns the number of stored entries. */
  public int entryCount() {
    return start[first.length];
  }

  /** Returns the number to add to a column to get the index of an entry of a row. */
  public int at(int row) {
    return start[row] - first[row];
  }

  /**
   * Factors a matrix in place.
   *
   * @param a the rows of the lower triangle from their first column on; overwritten with L
   * @param floor the lower bound of pivots, above 0
   */
  public void factor(double[] a, double floor) {
    for (int i = 0; i < first.length; i++) {
      int row = at(i);
      for (int j = first[i]; j <= i; j++) {
        int other = at(j);
        double sum = a[row + j];
        for (int k = Math.max(first[i], first[j]); k < j; k++) {
          sum -= a[row + k] * a[other + k];
        }
        a[row + j] = i == j ? Math.sqrt(Math.max(sum, floor)) : sum / a[other + j];
      }
    }
  }

  /**
   * Solves A x = b.
   *
   * @param l the result of {@link #factor}
   * @param x holds b, overwritten with x
   */
  public void solve(double[] l, double[] x) {
    for (int i = 0; i < first.length; i++) {
      int row = at(i);
      double sum = x[i];
      for (int k = first[i]; k < i; k++) {
        sum -= l[row + k] * x[k];
      }
      x[i] = sum / l[row + i];
    }
    for (int i = first.length - 1; i >= 0; i--) {
      int row = at(i);
      x[i] /= l[row + i];
      for (int k = first[i]; k < i; k++) {
        x[k] -= l[row + k] * x[i];
      }
    }
  }
}
