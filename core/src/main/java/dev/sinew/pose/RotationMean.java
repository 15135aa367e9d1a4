package dev.sinew.pose;

import dev.sinew.math.Affine;

/**
 * A joint that only rotates, described by the mean of its rotations: the model "rotations and fixed
 * translations" of Merry, Marais and Gain (2006, section 5.1; equation 3.13 of the thesis). It uses
 * E[RᵀMR] = λI for M = λI, so it is exact if all joints above scale uniformly; otherwise it
 * averages over directions.
 */
final class RotationMean implements JointStatistics {
  private final double[] mean;
  private final double[] stretch;

  /**
   * Creates a joint without scale.
   *
   * @param mean E[L] with the fixed translation, 12 values; copied
   */
  public RotationMean(double[] mean) {
    this(mean, new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1});
  }

  /**
   * Creates a joint whose linear part A is a rotation times a fixed scale.
   *
   * @param mean E[L] with the fixed translation, 12 values; copied
   * @param stretch AᵀA, the same in every pose, 9 values; copied
   */
  public RotationMean(double[] mean, double[] stretch) {
    if (mean.length != Affine.SIZE || stretch.length != 9) {
      throw new IllegalArgumentException(
          "rotation mean: expected 12 and 9, got " + mean.length + " and " + stretch.length);
    }
    this.mean = mean.clone();
    this.stretch = stretch.clone();
  }

  @Override
  public void copyMean(double[] out, int offset) {
    System.arraycopy(mean, 0, out, offset, Affine.SIZE);
  }

  @Override
  public void pull(double[] s, int so, double[] out, int o) {
    double scale = (s[so] + s[so + 5] + s[so + 10]) / 3;
    double[] pulled = new double[4];
    double corner = s[so + 15];
    for (int r = 0; r < 3; r++) {
      // Row r of S t, with t the translation as a homogeneous point.
      double row = s[so + 4 * r + 3];
      for (int q = 0; q < 3; q++) {
        row += s[so + 4 * r + q] * mean[4 * q + 3];
      }
      corner += mean[4 * r + 3] * (row + s[so + 12 + r]);
      for (int a = 0; a < 3; a++) {
        pulled[a] += mean[4 * r + a] * row;
      }
    }
    for (int a = 0; a < 3; a++) {
      for (int b = 0; b < 3; b++) {
        out[o + 4 * a + b] = scale * stretch[3 * a + b];
      }
      out[o + 4 * a + 3] = pulled[a];
      out[o + 12 + a] = pulled[a];
    }
    out[o + 15] = corner;
  }
}
