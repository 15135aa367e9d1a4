package dev.sinew.posespace.interpolate;

/**
 * Radial basis functions, φ_k(x) = φ(|x − x_k|) (equation 4.14 of the thesis on crowds), with an
 * optional linear term. With the linear term this is shape by example (Sloan, Rose and Cohen 2001)
 * as one kernel, α ⟨x − x_0, x_k − x_0⟩ + φ(|x − x_k|): the linear part follows from the same
 * solve, also where there are more coordinates than poses.
 *
 * @param function φ
 * @param width σ, above 0
 * @param linear α, 0 or more
 * @param originSquares |x_k − x_0|² per pose; empty without the linear term; not copied
 */
public record KernelSum(
    RadialFunction function, double width, double linear, double[] originSquares)
    implements Interpolator {

  /** Checks both numbers. */
  public KernelSum {
    if (!(width > 0) || !Double.isFinite(width) || !(linear >= 0) || !Double.isFinite(linear)) {
      throw new IllegalArgumentException(
          "width above 0 and linear term 0 or more: expected, got " + width + " and " + linear);
    }
  }

  @Override
  public void activate(double[] squares, double[] out, int count) {
    double scale = 1 / (width * width);
    for (int k = 0; k < count; k++) {
      out[k] = function.value(scale * squares[k]);
    }
    if (linear > 0) {
      // ⟨a, b⟩ = (|a|² + |b|² − |a − b|²) / 2
      for (int k = 0; k < count; k++) {
        out[k] += 0.5 * linear * (squares[0] + originSquares[k] - squares[k]);
      }
    }
  }
}
