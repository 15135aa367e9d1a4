package dev.sinew.bench;

/**
 * Minimises |A x − b|² for any A that is given by its products (C. C. Paige and M. A. Saunders,
 * "LSQR: An algorithm for sparse linear equations and sparse least squares", ACM TOMS 8(1), 1982).
 * In exact arithmetic it is conjugate gradients on the normal equations, with less loss of
 * precision.
 *
 * @param maxIterations the maximum number of steps
 * @param tolerance stops when |Aᵀr| ≤ tolerance · |A| |r|, or |r| ≤ tolerance · |b|; |A| is the
 *     Frobenius norm estimated so far
 */
record Lsqr(int maxIterations, double tolerance) {
  /** Checks both limits. */
  Lsqr {
    if (maxIterations < 0 || !(tolerance >= 0)) {
      throw new IllegalArgumentException(
          "limits: expected 0 or more, got " + maxIterations + " and " + tolerance);
    }
  }

  /** A matrix, given by its products with vectors. */
  interface Operator {
    /** Computes {@code out = A x}. */
    void multiply(double[] x, double[] out);

    /** Computes {@code out = Aᵀ y}. */
    void multiplyTransposed(double[] y, double[] out);
  }

  /**
   * The outcome of a solve.
   *
   * @param x the solution, of minimum norm if it is not unique
   * @param iterations the number of steps
   * @param residual |A x − b|, as estimated by the recurrence
   * @param converged true if the tolerance was reached
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  record Result(double[] x, int iterations, double residual, boolean converged) {}

  /**
   * Solves from x = 0.
   *
   * @param columns the number of unknowns
   * @param b the right side; not modified
   */
  Result solve(Operator a, int columns, double[] b) {
    double[] x = new double[columns];
    double[] u = b.clone();
    double[] v = new double[columns];
    double[] moved = new double[columns];
    double[] image = new double[b.length];
    double beta = normalise(u);
    double size = beta;
    if (beta == 0) {
      return new Result(x, 0, 0, true);
    }
    a.multiplyTransposed(u, v);
    double alpha = normalise(v);
    double[] w = v.clone();
    double phi = beta;
    double rho = alpha;
    double frobenius = 0;
    int steps = 0;
    boolean converged = alpha == 0;
    while (steps < maxIterations && !converged) {
      steps++;
      // The bidiagonalisation: β u = A v − α u, α v = Aᵀ u − β v.
      a.multiply(v, image);
      for (int i = 0; i < u.length; i++) {
        u[i] = image[i] - alpha * u[i];
      }
      beta = normalise(u);
      frobenius += alpha * alpha + beta * beta;
      a.multiplyTransposed(u, moved);
      for (int i = 0; i < columns; i++) {
        v[i] = moved[i] - beta * v[i];
      }
      alpha = normalise(v);
      // The plane rotation that removes β.
      double length = Math.hypot(rho, beta);
      double cosine = rho / length;
      double sine = beta / length;
      double theta = sine * alpha;
      rho = -cosine * alpha;
      double step = cosine * phi / length;
      phi = sine * phi;
      for (int i = 0; i < columns; i++) {
        x[i] += step * w[i];
        w[i] = v[i] - theta / length * w[i];
      }
      double gradient = phi * alpha * Math.abs(cosine);
      converged = phi <= tolerance * size || gradient <= tolerance * Math.sqrt(frobenius) * phi;
    }
    return new Result(x, steps, phi, converged);
  }

  /** Scales a vector to length 1; returns its length. */
  private static double normalise(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value * value;
    }
    double length = Math.sqrt(sum);
    for (int i = 0; i < values.length && length > 0; i++) {
      values[i] /= length;
    }
    return length;
  }
}
