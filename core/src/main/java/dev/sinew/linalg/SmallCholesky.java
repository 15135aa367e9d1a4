package dev.sinew.linalg;

/**
 * Cholesky decomposition A = L Lᵀ of small dense matrices, in place and without allocation. It
 * never fails: pivots below a floor are raised to it, which for a singular A solves a nearby
 * system.
 */
public final class SmallCholesky {
  private SmallCholesky() {}

  /**
   * Factors a symmetric positive semidefinite matrix.
   *
   * @param n the number of rows
   * @param a n × n, row by row; its lower triangle is read and overwritten with L
   * @param floor added to the diagonal, and the lower bound of pivots; above 0 if A may be singular
   */
  public static void factor(int n, double[] a, double floor) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = a[n * i + j];
        for (int k = 0; k < j; k++) {
          sum -= a[n * i + k] * a[n * j + k];
        }
        if (i == j) {
          a[n * i + i] = Math.sqrt(Math.max(sum + floor, floor));
        } else {
          a[n * i + j] = sum / a[n * j + j];
        }
      }
    }
  }

  /**
   * Solves A x = b.
   *
   * @param n the number of rows
   * @param l the result of {@link #factor}
   * @param x holds b, overwritten with x
   */
  public static void solve(int n, double[] l, double[] x) {
    solve(n, l, x, 0, 1);
  }

  /**
   * Solves A x = b for values with a stride, such as a column of a matrix.
   *
   * @param n the number of rows
   * @param l the result of {@link #factor}
   * @param x holds b, overwritten with x
   * @param from the index of the first of its n values
   * @param stride the distance between successive values
   */
  public static void solve(int n, double[] l, double[] x, int from, int stride) {
    for (int i = 0; i < n; i++) {
      double sum = x[from + stride * i];
      for (int k = 0; k < i; k++) {
        sum -= l[n * i + k] * x[from + stride * k];
      }
      x[from + stride * i] = sum / l[n * i + i];
    }
    for (int i = n - 1; i >= 0; i--) {
      double sum = x[from + stride * i];
      for (int k = i + 1; k < n; k++) {
        sum -= l[n * k + i] * x[from + stride * k];
      }
      x[from + stride * i] = sum / l[n * i + i];
    }
  }
}
