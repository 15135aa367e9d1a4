package dev.sinew.metric;

import java.util.Arrays;

/**
 * The plane a ∧ b, orthonormal in a pose metric, with the largest inner product with a sum of
 * planes Σ wᵢ fₗ ∧ fᵣ of given vectors (Merry's thesis "Animation Space", appendix A.1). With P the
 * metric's matrix and A = Σ wᵢ (fₗ fᵣᵀ − fᵣ fₗᵀ), a and b satisfy σ a = A P b and σ b = −A P a
 * (equations A.7 and A.8), which gives a power iteration. Since a and b are combinations of the
 * vectors, it runs on their coefficients: c ← T Γ c, with Γ the Gram matrix of the vectors and T
 * the antisymmetric matrix of the weights.
 */
public final class PlaneMean {
  private static final int MAX_STEPS = 200;
  private static final double TOLERANCE = 1e-12;

  private final int size;
  private final double[] gram;
  private final double[] weights;
  private final double[] product;

  /**
   * Prepares a sum of no planes.
   *
   * @param gram the inner products of all vectors in the metric, row by row; not copied
   */
  public PlaneMean(int size, double[] gram) {
    this.size = size;
    this.gram = gram;
    weights = new double[size * size];
    product = new double[size];
  }

  /** Adds a multiple of the plane of two vectors, in this order. */
  public void add(int left, int right, double weight) {
    weights[size * left + right] += weight;
    weights[size * right + left] -= weight;
  }

  /**
   * Finds the plane.
   *
   * @param a receives the coefficients of its first vector
   * @param b receives those of the second
   * @return false if the planes cancel out or the vectors span none
   */
  public boolean solve(double[] a, double[] b) {
    // Any start will do that is not perpendicular to the plane.
    for (int r = 0; r < size; r++) {
      b[r] = Math.cos(1 + 2.4 * r);
    }
    if (!normalise(b)) {
      return false;
    }
    double sigma = 0;
    for (int step = 0; step < MAX_STEPS; step++) {
      double forth = apply(b, a, 1);
      double back = forth > 0 ? apply(a, b, -1) : 0;
      if (!(back > 0)) {
        return false;
      }
      boolean converged = Math.abs(back - sigma) <= TOLERANCE * back;
      sigma = back;
      if (converged) {
        break;
      }
    }
    // b is one half step ahead of a: compute a from the last b.
    return apply(b, a, 1) > 0;
  }

  /** Writes ± T Γ c, normalised in the metric; returns its length before normalisation. */
  private double apply(double[] c, double[] out, double sign) {
    for (int r = 0; r < size; r++) {
      product[r] = 0;
      for (int s = 0; s < size; s++) {
        product[r] += gram[size * r + s] * c[s];
      }
    }
    Arrays.fill(out, 0, size, 0);
    for (int r = 0; r < size; r++) {
      for (int s = 0; s < size; s++) {
        out[r] += sign * weights[size * r + s] * product[s];
      }
    }
    double length = length(out);
    for (int r = 0; r < size && length > 0; r++) {
      out[r] /= length;
    }
    return length;
  }

  private boolean normalise(double[] c) {
    double length = length(c);
    for (int r = 0; r < size && length > 0; r++) {
      c[r] /= length;
    }
    return length > 0;
  }

  private double length(double[] c) {
    double sum = 0;
    for (int r = 0; r < size; r++) {
      for (int s = 0; s < size; s++) {
        sum += c[r] * gram[size * r + s] * c[s];
      }
    }
    return sum > 0 ? Math.sqrt(sum) : 0;
  }
}
