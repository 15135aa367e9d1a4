package dev.sinew.math;

/**
 * Fits a rigid motion or a similarity to weighted points: minimises Σ |R x_i + w_i t − r_i|² for
 * homogeneous points (x_i, w_i) with targets r_i. The input are the sums T = Σ r_i (x_i, w_i)ᵀ and
 * C = Σ (x_i, w_i)(x_i, w_i)ᵀ, so the cost of a fit does not depend on the number of points.
 *
 * <p>With the optimal t for every R, R is the orthogonal polar factor of T_xx − T_w C_wx / C_ww. If
 * that factor is a reflection, the direction of the smallest singular value is negated (Merry's
 * thesis, section 4.1.4).
 *
 * <p>Has scratch arrays: not for several threads at once.
 */
public final class Procrustes {
  /** Sums below this do not determine a motion. */
  private static final double NOTHING = 1e-12;

  private final boolean scaled;
  private final double[] a = new double[9];
  private final double[] work = new double[Svd3.WORK];

  /**
   * @param scaled true to fit a similarity, with a uniform scale
   */
  public Procrustes(boolean scaled) {
    this.scaled = scaled;
  }

  /**
   * Computes the motion.
   *
   * @param target T, three rows of four values
   * @param moments C, four rows of four values from {@code mo} on
   * @param out receives 12 values at {@code o}
   * @return false, with out unchanged, if the sum of weights is too small
   */
  public boolean solve(double[] target, double[] moments, int mo, double[] out, int o) {
    double ww = moments[mo + 15];
    if (!(ww > NOTHING)) {
      return false;
    }
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        a[3 * r + c] = target[4 * r + c] - target[4 * r + 3] * moments[mo + 12 + c] / ww;
      }
    }
    if (!Svd3.decompose(a, 0, 3, work)) {
      return false;
    }
    double scale = scaled ? scale(moments, mo, ww) : 1;
    for (int r = 0; r < 3; r++) {
      double moved = 0;
      for (int c = 0; c < 3; c++) {
        double turned = 0;
        for (int i = 0; i < 3; i++) {
          turned += work[Svd3.U + 3 * r + i] * work[Svd3.V + 3 * c + i];
        }
        out[o + 4 * r + c] = scale * turned;
        moved += scale * turned * moments[mo + 12 + c];
      }
      out[o + 4 * r + 3] = (target[4 * r + 3] - moved) / ww;
    }
    return true;
  }

  /** Returns the scale: tr(Rᵀ A) divided by the points' variance; 1 if the variance is 0. */
  private double scale(double[] moments, int mo, double ww) {
    double spread = 0;
    for (int c = 0; c < 3; c++) {
      spread += moments[mo + 5 * c] - moments[mo + 12 + c] * moments[mo + 12 + c] / ww;
    }
    double along = work[Svd3.VALUES] + work[Svd3.VALUES + 1] + work[Svd3.VALUES + 2];
    return spread > NOTHING && along > 0 ? along / spread : 1;
  }
}
