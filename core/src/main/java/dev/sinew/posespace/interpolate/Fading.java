package dev.sinew.posespace.interpolate;

/**
 * An interpolator that is limited to the neighbourhood of its poses: φ is multiplied by a window
 * over the distance to the nearest pose, 1 up to {@code reach} and 0 from twice that on. Shepard's
 * method, linear terms and radial functions that grow would otherwise deform poses that no example
 * shows. The window is 1 at all poses, so the interpolation stays exact.
 *
 * @param inside the interpolator
 * @param reach the distance to the nearest pose up to which nothing changes, above 0
 */
public record Fading(Interpolator inside, double reach) implements Interpolator {
  /** Checks the reach. */
  public Fading {
    if (!(reach > 0) || !Double.isFinite(reach)) {
      throw new IllegalArgumentException("reach: expected above 0, got " + reach);
    }
    if (inside instanceof Fading) {
      throw new IllegalArgumentException("inside: expected an interpolator that does not fade");
    }
  }

  @Override
  public void activate(double[] squares, double[] out, int count) {
    double nearest = Double.POSITIVE_INFINITY;
    for (int k = 0; k < count; k++) {
      nearest = Math.min(nearest, squares[k]);
    }
    double window = window(Math.sqrt(nearest) / reach);
    if (window > 0) {
      inside.activate(squares, out, count);
    }
    for (int k = 0; k < count; k++) {
      out[k] = window > 0 ? window * out[k] : 0;
    }
  }

  /** Returns 1 up to 1, 0 from 2 on, and between them a cubic with level ends. */
  private static double window(double t) {
    double s = Math.clamp(2 - t, 0, 1);
    return s * s * (3 - 2 * s);
  }
}
