package dev.sinew.posespace.interpolate;

import java.util.Locale;

/** A radial basis function φ of t = r² / σ². */
public enum RadialFunction {
  /** exp(−t / 2): falls to zero far from the data. */
  GAUSSIAN {
    @Override
    double value(double t) {
      return Math.exp(-0.5 * t);
    }
  },
  /** r² log r, with r in units of σ: grows far from the data. */
  THIN_PLATE {
    @Override
    double value(double t) {
      return t > 0 ? 0.5 * t * Math.log(t) : 0;
    }
  },
  /** Hardy's √(t + 1): grows far from the data. */
  MULTIQUADRIC {
    @Override
    double value(double t) {
      return Math.sqrt(t + 1);
    }
  };

  abstract double value(double t);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
