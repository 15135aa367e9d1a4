package dev.sinew.distance;

import dev.sinew.run.NumberRange;

/**
 * The errors that a character may have, in units of the longest box side at rest. Both hold.
 *
 * @param largest the largest distance allowed, above 0; infinite for any
 * @param rms the root mean square allowed, likewise
 */
public record ErrorLimit(double largest, double rms) {
  /** Allows any error. */
  public static final ErrorLimit NONE =
      new ErrorLimit(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

  /** Checks the values. */
  public ErrorLimit {
    NumberRange.require("largest", largest, Double.MIN_NORMAL, Double.POSITIVE_INFINITY);
    NumberRange.require("rms", rms, Double.MIN_NORMAL, Double.POSITIVE_INFINITY);
  }

  /** Returns true if any error is allowed. */
  public boolean isNone() {
    return equals(NONE);
  }

  /** Returns an error divided by this limit: up to 1, the limit is kept. */
  public double share(double largestError, double rmsError) {
    return Math.max(largestError / largest, rmsError / rms);
  }
}
