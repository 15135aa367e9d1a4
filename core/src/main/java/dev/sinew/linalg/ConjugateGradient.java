package dev.sinew.linalg;

/**
 * Solves A x = b for a symmetric positive definite A by conjugate gradients (Hestenes and Stiefel
 * 1952), preconditioned by A's diagonal or by a given approximation of its inverse.
 *
 * @param maxIterations the maximum number of steps
 * @param tolerance the relative residual |b − A x| / |b| at which to stop
 */
public record ConjugateGradient(int maxIterations, double tolerance) {
  /** Limits for well conditioned systems. */
  public static final ConjugateGradient DEFAULTS = new ConjugateGradient(2000, 1e-10);

  /** Checks both limits. */
  public ConjugateGradient {
    if (maxIterations < 0 || !(tolerance >= 0)) {
      throw new IllegalArgumentException(
          "limits: expected 0 or more, got " + maxIterations + " and " + tolerance);
    }
  }

  /**
   * The outcome of a solve.
   *
   * @param iterations the number of steps
   * @param relativeResidual |b − A x| / |b|, or |A x| if b is zero
   * @param converged true if the tolerance was reached
   */
  public record Result(int iterations, double relativeResidual, boolean converged) {}

  /** A square matrix, given by its product with a vector. */
  @FunctionalInterface
  public interface Operator {
    /**
     * Computes {@code out = A x}.
     *
     * @param x not modified
     * @param out receives the product; another array than x
     */
    void multiply(double[] x, double[] out);
  }

  /**
   * Solves with the diagonal of A as preconditioner.
   *
   * @param a symmetric; if it is not positive definite the solve ends early without convergence
   * @param b the right side; not modified
   * @param x the initial guess, overwritten with the solution
   */
  public Result solve(SparseSymmetric a, double[] b, double[] x) {
    a.checkSize("b", b);
    a.checkSize("x", x);
    int n = a.size();
    double[] inverseDiagonal = new double[n];
    for (int i = 0; i < n; i++) {
      double d = a.get(i, i);
      inverseDiagonal[i] = d > 0 ? 1 / d : 1;
    }
    return solve(
        a::multiply,
        (residual, scaled) -> {
          for (int i = 0; i < n; i++) {
            scaled[i] = inverseDiagonal[i] * residual[i];
          }
        },
        b,
        x);
  }

  /**
   * Solves with a given preconditioner.
   *
   * @param a symmetric; if it is not positive definite the solve ends early without convergence
   * @param preconditioner symmetric and positive definite, an approximation of the inverse of A
   * @param b the right side; not modified
   * @param x the initial guess, overwritten with the solution
   */
  public Result solve(Operator a, Operator preconditioner, double[] b, double[] x) {
    if (x.length != b.length) {
      throw new IllegalArgumentException("x: expected " + b.length + " numbers, got " + x.length);
    }
    int n = b.length;
    double[] residual = new double[n];
    double[] scaled = new double[n];
    double[] image = new double[n];
    a.multiply(x, residual);
    for (int i = 0; i < n; i++) {
      residual[i] = b[i] - residual[i];
    }
    preconditioner.multiply(residual, scaled);
    double[] direction = scaled.clone();
    double size = Math.sqrt(dot(b, b));
    double goal = tolerance * size;
    double energy = dot(residual, scaled);
    int steps = 0;
    while (steps < maxIterations && !(Math.sqrt(dot(residual, residual)) <= goal)) {
      a.multiply(direction, image);
      double curvature = dot(direction, image);
      if (!(curvature > 0)) {
        break;
      }
      double step = energy / curvature;
      for (int i = 0; i < n; i++) {
        x[i] += step * direction[i];
        residual[i] -= step * image[i];
      }
      preconditioner.multiply(residual, scaled);
      double next = dot(residual, scaled);
      double keep = next / energy;
      for (int i = 0; i < n; i++) {
        direction[i] = scaled[i] + keep * direction[i];
      }
      energy = next;
      steps++;
    }
    // The recurrence drifts, so the true residual is reported, with some tolerance.
    a.multiply(x, residual);
    for (int i = 0; i < n; i++) {
      residual[i] = b[i] - residual[i];
    }
    double left = Math.sqrt(dot(residual, residual));
    return new Result(steps, size == 0 ? left : left / size, left <= 2 * goal);
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
