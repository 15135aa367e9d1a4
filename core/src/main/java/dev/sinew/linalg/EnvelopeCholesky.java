package dev.sinew.linalg;

/**
 * Cholesky decomposition A = L Lᵀ of a dense symmetric matrix whose rows begin with zeros, in place
 * (Jennings 1966). Zeros before the first nonzero of a row stay zeros in L, so their work is
 * skipped. Ordered from the leaves of a tree to its root, matrices of chains and limbs have short
 * rows. Like {@link SmallCholesky} it never fails: small pivots are raised to a floor.
 */
public final class EnvelopeCholesky {
  private EnvelopeCholesky() {}

  /** Returns the first nonzero column of each row of a lower triangle; the diagonal at most. */
  public static int[] firstNonZero(int n, double[] a) {
    int[] first = new int[n];
    for (int i = 0; i < n; i++) {
      int c = 0;
      while (c < i && a[n * i + c] == 0) {
        c++;
      }
      first[i] = c;
    }
    return first;
  }

  /**
   * Factors a symmetric positive semidefinite matrix.
   *
   * @param n the number of rows
   * @param a n × n, row by row; its lower triangle is read and overwritten with L
   * @param first the result of {@link #firstNonZero}
   * @param floor the lower bound of squared pivots, above 0
   */
  public static void factor(int n, double[] a, int[] first, double floor) {
    for (int i = 0; i < n; i++) {
      for (int j = first[i]; j <= i; j++) {
        double sum = a[n * i + j];
        for (int k = Math.max(first[i], first[j]); k < j; k++) {
          sum -= a[n * i + k] * a[n * j + k];
        }
        a[n * i + j] = i == j ? Math.sqrt(Math.max(sum, floor)) : sum / a[n * j + j];
      }
    }
  }

  /**
   * Solves A x = b.
   *
   * @param l the result of {@link #factor}
   * @param first as for it
   * @param x holds b, overwritten with x
   */
  public static void solve(int n, double[] l, int[] first, double[] x) {
    for (int i = 0; i < n; i++) {
      double sum = x[i];
      for (int k = first[i]; k < i; k++) {
        sum -= l[n * i + k] * x[k];
      }
      x[i] = sum / l[n * i + i];
    }
    for (int i = n - 1; i >= 0; i--) {
      x[i] /= l[n * i + i];
      for (int k = first[i]; k < i; k++) {
        x[k] -= l[n * i + k] * x[i];
      }
    }
  }
}
