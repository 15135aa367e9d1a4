package dev.sinew.linalg;

/**
 * Solves A x = b for a symmetric positive definite A by conjugate gradients (Hestenes and Stiefel
 * 1952), preconditioned by A's diagonal or by a given approximation of its inverse.
 *
 * @param maxIterations stop after so many steps
 * @param tolerance stop when |b − A x| is at most so many times |b|
 */
public record ConjugateGradient(int maxIterations, double tolerance) {
  /** Steps and accuracy that suit the well conditioned systems of this project. */
  public static final ConjugateGradient DEFAULTS = new ConjugateGradient(2000, 1e-10);

  /** Checks both limits. */
  public ConjugateGradient {
    if (maxIterations < 0 || !(tolerance >= 0)) {
      throw new IllegalArgumentException(
          "limits: expected 0 or more, got " + maxIterations + " and " + tolerance);
    }
  }

  /**
   * How far a solve came.
   *
   * @param iterations steps taken
   * @param relativeResidual |b − A x| / |b|, or |A x| when b is zero
   * @param converged whether the tolerance was met
   */
  public record Result(int iterations, double relativeResidual, boolean converged) {}

  /** A linear map of vectors of one size, given by what it does. */
  @FunctionalInterface
  public interface Operator {
    /**
     * {@code out = A x}.
     *
     * @param x not modified
     * @param out overwritten; not x's array
     */
    void multiply(double[] x, double[] out);
  }

  /**
   * Improves x.
   *
   * @param a symmetric; where it is not positive definite the solve stops early, not converged
   * @param b the right side; not modified
   * @param x the first guess, overwritten with the solution
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
   * Improves x under a preconditioner.
   *
   * @param a symmetric; where it is not positive definite the solve stops early, not converged
   * @param preconditioner symmetric and positive definite, the nearer to A's inverse the better
   * @param b the right side; not modified
   * @param x the first guess, overwritten with the solution
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
    // The recurrence drifts: what is reported is the true residual, with a little room for that.
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
