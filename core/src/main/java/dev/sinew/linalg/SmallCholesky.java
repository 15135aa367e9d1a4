package dev.sinew.linalg;

/**
 * A = L Lᵀ of small dense matrices in place, in arrays of the caller: no allocation, and never a
 * failure. A pivot that is not above a floor is lifted to it, which for a singular A solves a
 * nearby system instead.
 */
public final class SmallCholesky {
  private SmallCholesky() {}

  /**
   * Factors a symmetric positive semidefinite matrix.
   *
   * @param n rows
   * @param a n × n, row by row; its lower triangle is read and overwritten with L
   * @param floor added to the diagonal, and the least a pivot may be; above 0 where A may be
   *     singular
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
   * @param n rows
   * @param l what {@link #factor} left
   * @param x b, overwritten with x
   */
  public static void solve(int n, double[] l, double[] x) {
    solve(n, l, x, 0, 1);
  }

  /**
   * Solves A x = b for numbers that do not lie side by side, as a column of a matrix does not.
   *
   * @param n rows
   * @param l what {@link #factor} left
   * @param x holds b, overwritten with x
   * @param from where the first of its n numbers is
   * @param stride how far it is to the next
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
