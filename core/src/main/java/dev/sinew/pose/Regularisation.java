package dev.sinew.pose;

/**
 * Regularisation of an expectation matrix, so that only equal points have distance zero: the remedy
 * for a singular matrix that Merry's thesis (2007, chapter 9) proposes. Every joint's frame gets
 * independent noise: its axes of {@code √strength} times their length (root mean square), its
 * origin of {@code √strength · length} along each axis.
 *
 * @param strength the variance of the noise; 0 for none
 * @param length the length scale of the origin's noise, in units of the joints' own spaces; 0 for
 *     the root mean square distance of the joint origins from their common centre in the scene
 */
public record Regularisation(double strength, double length) {
  /** The default strength, chosen by measurement: see docs/metrics.md. */
  public static final Regularisation DEFAULTS = new Regularisation(1e-6, 0);

  /** Strength for a single sample pose; divided by the number of poses. */
  private static final double ONE_SAMPLE = 0.01;

  /**
   * Returns the regularisation for a number of sample poses: the fewer samples, the stronger,
   * because a solution that fits few samples exactly has large errors in other poses (measured in
   * docs/influences.md).
   *
   * @param poses the number of sample poses, at least 1
   */
  public static Regularisation forSamples(int poses) {
    return new Regularisation(Math.max(DEFAULTS.strength, ONE_SAMPLE / poses), 0);
  }

  /** Checks that both are finite and not negative. */
  public Regularisation {
    if (!(strength >= 0) || !(length >= 0) || !Double.isFinite(strength + length)) {
      throw new IllegalArgumentException(
          "regularisation: expected finite numbers of at least 0, got "
              + strength
              + " and "
              + length);
    }
  }
}
