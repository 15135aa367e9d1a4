package dev.sinew.linalg;

import java.util.Arrays;

/**
 * The Cholesky factor of a sparse symmetric positive definite matrix: P A Pᵀ = L Lᵀ, for many right
 * sides. Up-looking: row by row, each row a sparse triangular solve along the elimination tree
 * (Davis, "Direct Methods for Sparse Linear Systems", 2006, chapter 4). The order P is {@link
 * NestedDissection}.
 *
 * <p>For matrices of surface meshes the factor takes O(n log n) memory and O(n<sup>1.5</sup>) time.
 */
public final class SparseCholesky {
  private final int n;
  private final int[] order;

  /** The diagonal entry comes first in each column. */
  private final int[] columnStart;

  private final int[] rows;
  private final double[] values;

  private SparseCholesky(int[] order, int[] columnStart, int[] rows, double[] values) {
    this.n = order.length;
    this.order = order;
    this.columnStart = columnStart;
    this.rows = rows;
    this.values = values;
  }

  /** Factors a matrix that is small enough not to be interrupted. */
  public static SparseCholesky of(SparseSymmetric a) {
    return of(a, () -> {});
  }

  /**
   * Factors a matrix.
   *
   * @param a symmetric and positive definite
   * @param check called once per some rows; may throw to end the work
   * @throws ArithmeticException if a pivot is not positive
   */
  public static SparseCholesky of(SparseSymmetric a, Runnable check) {
    int n = a.size();
    int[] order = NestedDissection.order(a);
    int[] place = new int[n];
    for (int i = 0; i < n; i++) {
      place[order[i]] = i;
    }
    int[] parent = eliminationTree(a, order, place);
    int[] columnStart = columnStarts(a, order, place, parent);
    int[] rows = new int[columnStart[n]];
    double[] values = new double[columnStart[n]];
    factor(a, order, place, parent, columnStart, rows, values, check);
    return new SparseCholesky(order, columnStart, rows, values);
  }

  /** Returns the number of entries of the factor. */
  public int entryCount() {
    return rows.length;
  }

  /** Returns for each column the first row below the diagonal in which the factor has an entry. */
  private static int[] eliminationTree(SparseSymmetric a, int[] order, int[] place) {
    int n = order.length;
    int[] parent = new int[n];
    int[] ancestor = new int[n];
    Arrays.fill(parent, -1);
    Arrays.fill(ancestor, -1);
    for (int k = 0; k < n; k++) {
      int row = order[k];
      for (int e = a.rowStart(row); e < a.rowStart(row + 1); e++) {
        int i = place[a.column(e)];
        while (i >= 0 && i < k) {
          int next = ancestor[i];
          ancestor[i] = k;
          if (next < 0) {
            parent[i] = k;
          }
          i = next;
        }
      }
    }
    return parent;
  }

  private static int[] columnStarts(SparseSymmetric a, int[] order, int[] place, int[] parent) {
    int n = order.length;
    int[] counts = new int[n + 1];
    int[] mark = new int[n];
    Arrays.fill(mark, -1);
    for (int k = 0; k < n; k++) {
      counts[k + 1]++;
      mark[k] = k;
      int row = order[k];
      for (int e = a.rowStart(row); e < a.rowStart(row + 1); e++) {
        for (int i = place[a.column(e)]; i < k && mark[i] != k; i = parent[i]) {
          mark[i] = k;
          counts[i + 1]++;
        }
      }
    }
    for (int k = 0; k < n; k++) {
      counts[k + 1] = Math.addExact(counts[k + 1], counts[k]);
    }
    return counts;
  }

  private static void factor(
      SparseSymmetric a,
      int[] order,
      int[] place,
      int[] parent,
      int[] columnStart,
      int[] rows,
      double[] values,
      Runnable check) {
    int n = order.length;
    int[] end = Arrays.copyOf(columnStart, n);
    int[] mark = new int[n];
    int[] pattern = new int[n];
    int[] path = new int[n];
    double[] x = new double[n];
    Arrays.fill(mark, -1);
    for (int k = 0; k < n; k++) {
      if (k % 1024 == 0) {
        check.run();
      }
      int row = order[k];
      int top = n;
      mark[k] = k;
      double pivot = 0;
      for (int e = a.rowStart(row); e < a.rowStart(row + 1); e++) {
        int i = place[a.column(e)];
        if (i > k) {
          continue;
        }
        if (i == k) {
          pivot = a.value(e);
          continue;
        }
        x[i] = a.value(e);
        int length = 0;
        for (int j = i; mark[j] != k; j = parent[j]) {
          mark[j] = k;
          path[length++] = j;
        }
        while (length > 0) {
          pattern[--top] = path[--length];
        }
      }
      for (int p = top; p < n; p++) {
        int j = pattern[p];
        int start = columnStart[j];
        double l = x[j] / values[start];
        x[j] = 0;
        int stop = end[j];
        for (int q = start + 1; q < stop; q++) {
          x[rows[q]] -= values[q] * l;
        }
        pivot -= l * l;
        rows[stop] = k;
        values[stop] = l;
        end[j] = stop + 1;
      }
      if (!(pivot > 0)) {
        throw new ArithmeticException("row " + row + ": expected a positive pivot, got " + pivot);
      }
      rows[end[k]] = k;
      values[end[k]++] = Math.sqrt(pivot);
    }
  }

  /**
   * Returns the solution of A x = b.
   *
   * @param b the right side; not modified
   */
  public double[] solve(double[] b) {
    if (b.length != n) {
      throw new IllegalArgumentException("b: expected " + n + " numbers, got " + b.length);
    }
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      y[i] = b[order[i]];
    }
    for (int j = 0; j < n; j++) {
      double v = y[j] / values[columnStart[j]];
      y[j] = v;
      for (int q = columnStart[j] + 1; q < columnStart[j + 1]; q++) {
        y[rows[q]] -= values[q] * v;
      }
    }
    for (int j = n - 1; j >= 0; j--) {
      double v = y[j];
      for (int q = columnStart[j] + 1; q < columnStart[j + 1]; q++) {
        v -= values[q] * y[rows[q]];
      }
      y[j] = v / values[columnStart[j]];
    }
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      x[order[i]] = y[i];
    }
    return x;
  }
}
