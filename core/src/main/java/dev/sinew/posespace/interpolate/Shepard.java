package dev.sinew.posespace.interpolate;

import java.util.Arrays;

/**
 * Shepard's method: a mean weighted with |x − x_k|^−p (equation 4.11 of the thesis on crowds). It
 * interpolates, is flat at the data, and tends to the mean of all data far away, where {@link
 * Fading} ends it.
 *
 * @param power p, more than 0
 */
public record Shepard(double power) implements Interpolator {
  /** Squared distances below this fraction of the sum count as zero. */
  private static final double COINCIDES = 1e-24;

  /** Checks the power. */
  public Shepard {
    if (!(power > 0) || power > 64) {
      throw new IllegalArgumentException("power: expected above 0, up to 64, got " + power);
    }
  }

  @Override
  public void activate(double[] squares, double[] out, int count) {
    double nearest = Double.POSITIVE_INFINITY;
    double all = 0;
    for (int k = 0; k < count; k++) {
      nearest = Math.min(nearest, squares[k]);
      all += squares[k];
    }
    if (nearest <= COINCIDES * all) {
      int hits = 0;
      for (int k = 0; k < count; k++) {
        hits += squares[k] <= COINCIDES * all ? 1 : 0;
      }
      for (int k = 0; k < count; k++) {
        out[k] = squares[k] <= COINCIDES * all ? 1.0 / hits : 0;
      }
      return;
    }
    double sum = 0;
    for (int k = 0; k < count; k++) {
      out[k] = Math.pow(nearest / squares[k], 0.5 * power);
      sum += out[k];
    }
    if (!(sum > 0)) {
      Arrays.fill(out, 0, count, 0);
      return;
    }
    for (int k = 0; k < count; k++) {
      out[k] /= sum;
    }
  }
}
