package dev.sinew.pose;

/**
 * A little freedom for every joint, seen or not, so that distances vanish only between equal
 * points: the remedy that Merry's thesis (2007, chapter 9) proposes for a singular expectation
 * matrix. Every joint's frame wobbles by itself about where it is: its axes by {@code √strength} of
 * their length in root mean square, its origin by {@code √strength · length} along each axis.
 *
 * @param strength the variance of the wobble; 0 for none
 * @param length what a wobble of the origin is measured by, in the unit of the joints' own spaces;
 *     0 to take the root mean square distance of the joints' origins from their common centre
 */
public record Regularisation(double strength, double length) {
  /** Chosen by measurement: see docs/metrics.md. */
  public static final Regularisation DEFAULTS = new Regularisation(1e-6, 0);

  /** So much strength for a single pose, the less the more poses there are. */
  private static final double OF_ONE_POSE = 0.01;

  /**
   * What is right beside a few sampled poses: the fewer there are, the less they say of others, and
   * what is solved to fit them exactly is far off in the next (measured in docs/influences.md).
   *
   * @param poses how many, at least 1
   */
  public static Regularisation forSamples(int poses) {
    return new Regularisation(Math.max(DEFAULTS.strength, OF_ONE_POSE / poses), 0);
  }

  /** Checks both to be finite and not negative. */
  public Regularisation {
    if (!(strength >= 0) || !(length >= 0) || !Double.isFinite(strength + length)) {
      throw new IllegalArgumentException(
          "freedom: expected finite numbers from 0, got " + strength + " and " + length);
    }
  }
}
