package dev.sinew.pose;

import dev.sinew.math.Affine;

/**
 * First and second moments of a joint's local transform L: E[L] and E[L_ra L_sb]. They give E[LᵀSL]
 * exactly for every S: the model "independent joints" of Merry, Marais and Gain (2006, appendix
 * A.1), whose E[G_jᵀG_j] is computed here from the moments. Independent components, fixed
 * translations, ranges, uniform rotations and fixed joints are special cases.
 */
final class JointMoments implements JointStatistics {
  private static final int N = Affine.SIZE;

  private final double[] mean;
  private final double[] second;

  /**
   * Creates the moments.
   *
   * @param mean E[L], 12 values; copied
   * @param second E[L_i L_j] over the 12 values of a transform, at {@code 12 i + j}; copied
   */
  public JointMoments(double[] mean, double[] second) {
    if (mean.length != N || second.length != N * N) {
      throw new IllegalArgumentException(
          "moments: expected 12 and 144, got " + mean.length + " and " + second.length);
    }
    this.mean = mean.clone();
    this.second = second.clone();
  }

  /**
   * Returns the moments of a linear part and a translation that are independent of each other
   * (appendix A.2).
   *
   * @param translation E[t]
   * @param squares E[t tᵀ], 9 values
   */
  static JointMoments independent(LinearMoments linear, double[] translation, double[] squares) {
    double[] mean = new double[N];
    for (int i = 0; i < N; i++) {
      mean[i] = i % 4 == 3 ? translation[i / 4] : linear.mean()[3 * (i / 4) + i % 4];
    }
    double[] second = new double[N * N];
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < N; j++) {
        boolean iTranslates = i % 4 == 3;
        boolean jTranslates = j % 4 == 3;
        if (iTranslates && jTranslates) {
          second[N * i + j] = squares[3 * (i / 4) + j / 4];
        } else if (iTranslates || jTranslates) {
          second[N * i + j] = mean[i] * mean[j];
        } else {
          second[N * i + j] =
              linear.second()[LinearMoments.SIZE * (3 * (i / 4) + i % 4) + 3 * (j / 4) + j % 4];
        }
      }
    }
    return new JointMoments(mean, second);
  }

  @Override
  public void copyMean(double[] out, int offset) {
    System.arraycopy(mean, 0, out, offset, N);
  }

  @Override
  public void pull(double[] s, int so, double[] out, int o) {
    for (int a = 0; a < 4; a++) {
      for (int b = 0; b < 4; b++) {
        double sum = 0;
        for (int r = 0; r < 3; r++) {
          for (int q = 0; q < 3; q++) {
            sum += s[so + 4 * r + q] * second[N * (4 * r + a) + 4 * q + b];
          }
          // The row 0 0 0 1 below L.
          sum += b == 3 ? s[so + 4 * r + 3] * mean[4 * r + a] : 0;
          sum += a == 3 ? s[so + 12 + r] * mean[4 * r + b] : 0;
        }
        out[o + 4 * a + b] = a == 3 && b == 3 ? sum + s[so + 15] : sum;
      }
    }
  }
}
