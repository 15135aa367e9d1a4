package dev.sinew.posespace.dynamic;

/**
 * The exact motion of a damped spring over a time step: x″ + c x′ + k x = 0 (equation 4.26 without
 * force), so (x, v) after the step is a fixed linear map of (x, v) before it.
 *
 * <p>With a = c/2, r² = a² − k, C = cosh(r h) and S = sinh(r h)/r, which for a negative r² are cos
 * and sin of √−r²,
 *
 * <pre>
 * x(h) = e^(−ah) ((C + a S) x + S v)
 * v(h) = e^(−ah) (−k S x + (C − a S) v)
 * </pre>
 *
 * <p>Like an implicit integration it is stable for every step; unlike one it neither damps nor
 * detunes the spring, so a spring fitted at one frame rate moves the same at another. For k and c
 * of 0 or more the energy k x² + v² never grows.
 */
final class SpringStep {
  /** Below this |r² h²| the functions C and S are taken from their series. */
  private static final double NEARLY_CRITICAL = 1e-6;

  /** The coefficients: x ← xx x + xv v, v ← vx x + vv v. */
  double xx;

  double xv;
  double vx;
  double vv;

  /** Computes the coefficients for stiffness k and damping c per unit mass and a time step. */
  void set(double k, double c, double h) {
    double a = c / 2;
    double square = a * a - k;
    double cosine;
    double sine;
    if (Math.abs(square) * h * h < NEARLY_CRITICAL) {
      double decay = Math.exp(-a * h);
      double s = square * h * h;
      cosine = decay * (1 + s / 2);
      sine = decay * h * (1 + s / 6);
    } else if (square < 0) {
      double frequency = Math.sqrt(-square);
      double decay = Math.exp(-a * h);
      cosine = decay * Math.cos(frequency * h);
      sine = decay * Math.sin(frequency * h) / frequency;
    } else {
      // The exponents are formed first: cosh alone overflows for a strong damper.
      double r = Math.sqrt(square);
      double slow = Math.exp(-k / (a + r) * h);
      double fast = Math.exp(-(a + r) * h);
      cosine = (slow + fast) / 2;
      sine = (slow - fast) / (2 * r);
    }
    xx = cosine + a * sine;
    xv = sine;
    vx = -k * sine;
    vv = cosine - a * sine;
  }
}
