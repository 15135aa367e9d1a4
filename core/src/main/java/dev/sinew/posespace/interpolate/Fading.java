package dev.sinew.posespace.interpolate;

/**
 * An interpolator that is limited to the neighbourhood of its poses: φ is multiplied by a window
 * over the distance to the nearest pose, 1 up to {@code reach} and 0 from {@link #END} times it on.
 * No interpolator vanishes by itself where it should: the distance of rotations is bounded, so wide
 * Gaussians are still large half a turn away, Shepard's method tends to a mean, and linear terms
 * and other radial functions grow. The window is 1 at all poses, so the interpolation stays exact.
 *
 * @param inside the interpolator
 * @param reach the distance to the nearest pose up to which nothing changes, above 0
 */
public record Fading(Interpolator inside, double reach) implements Interpolator {
  /**
   * Where the window ends, in reaches. Of two rotations a quarter of a turn apart, the middle is
   * this many times nearer to either than they are to each other, so a reach up to that middle ends
   * at the distance of the two.
   */
  static final double END = 2 * StrictMath.cos(Math.PI / 8);

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
    double window = window(Math.sqrt(nearest), reach);
    if (window > 0) {
      inside.activate(squares, out, count);
    }
    for (int k = 0; k < count; k++) {
      out[k] = window > 0 ? window * out[k] : 0;
    }
  }

  /** Returns 1 up to the reach, 0 from its end on, and between them a cubic with level ends. */
  static double window(double distance, double reach) {
    double s = Math.clamp((END - distance / reach) / (END - 1), 0, 1);
    return s * s * (3 - 2 * s);
  }
}
