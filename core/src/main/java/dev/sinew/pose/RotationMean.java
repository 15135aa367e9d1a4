package dev.sinew.pose;

import dev.sinew.math.Affine;

/**
 * A joint that only rotates, of whose rotations nothing but the mean is known: the model "rotations
 * and fixed translations" of Merry, Marais and Gain (2006, section 5.1; equation 3.13 of the
 * thesis). It rests on E[RᵀMR] = λI for M = λI, so it is exact where no joint above stretches one
 * direction more than another, and averages over directions where one does.
 */
public final class RotationMean implements JointStatistics {
  private final double[] mean;
  private final double[] stretch;

  /**
   * A joint without scale.
   *
   * @param mean E[L] with the fixed translation, twelve numbers; copied
   */
  public RotationMean(double[] mean) {
    this(mean, new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1});
  }

  /**
   * A joint that rotates behind a fixed scale.
   *
   * @param mean E[L] with the fixed translation, twelve numbers; copied
   * @param stretch the linear part's AᵀA, the same in every pose: nine numbers; copied
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
      // Row r of S t with t the translation as a homogeneous point: S's own last column joins in.
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
