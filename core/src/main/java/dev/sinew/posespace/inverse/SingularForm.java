package dev.sinew.posespace.inverse;

import dev.sinew.math.Svd3;

/**
 * Splits a residual r of a posed vertex into an offset d at rest and a rest w after skinning, with
 * J the derivative of skinning: minimises |r − J d − w|² + λ |w|² + μ |d|² (section 5.3.4 of the
 * thesis on examples). For fixed d the best w is (r − J d) / (1 + λ), so d solves (JᵀJ + ρ I) d =
 * Jᵀ r with ρ = μ (1 + λ) / λ. Only this ratio matters: the thesis' λ = μ would give ρ = 1, which
 * moves half of every correction behind the skin. Here ρ is small, and w is all that is left, so
 * the example is met exactly.
 *
 * <p>Where J is well conditioned, w is zero and d the exact inverse.
 *
 * @param ridge ρ; singular values far below √ρ give no offset
 * @param threshold the smallest singular value of J that is inverted exactly
 */
record SingularForm(double ridge, double threshold) {
  /** Singular values below 0.1 are damped: a fold of about 170° with equal weights. */
  static final SingularForm DEFAULTS = new SingularForm(0.01, 0.1);

  /**
   * Returns the same for a mesh in other units, whose derivative has the factor {@code meshUnit}.
   */
  SingularForm forUnit(double meshUnit) {
    return new SingularForm(ridge * meshUnit * meshUnit, threshold * meshUnit);
  }

  /**
   * Computes d.
   *
   * @param jacobian J, nine values row by row from {@code at} on
   * @param r the residual
   * @param work {@link Svd3#WORK} values
   * @param d receives the offset
   * @return true if J d = r; false if a part of r remains as w
   */
  boolean solve(double[] jacobian, int at, double[] r, double[] work, double[] d) {
    Svd3.decompose(jacobian, at, 3, work);
    boolean exact = Math.abs(work[Svd3.VALUES + 2]) >= threshold;
    d[0] = d[1] = d[2] = 0;
    for (int i = 0; i < 3; i++) {
      double s = work[Svd3.VALUES + i];
      double along =
          work[Svd3.U + i] * r[0] + work[Svd3.U + 3 + i] * r[1] + work[Svd3.U + 6 + i] * r[2];
      double scaled = exact ? along / s : along * s / (s * s + ridge);
      for (int axis = 0; axis < 3; axis++) {
        d[axis] += scaled * work[Svd3.V + 3 * axis + i];
      }
    }
    return exact;
  }
}
