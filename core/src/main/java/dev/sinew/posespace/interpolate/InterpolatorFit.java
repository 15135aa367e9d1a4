package dev.sinew.posespace.interpolate;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.jspecify.annotations.Nullable;

/**
 * An interpolator with its solved weights.
 *
 * <p>A kernel solves Φ m = v over the poses (equation 4.17 of the thesis on crowds); poses that
 * coincide share one row and the mean of their values. What a pose would be without its own example
 * follows without another solve: its residual is m_k / (Φ⁻¹)_kk (Rippa 1999).
 *
 * @param interpolator what computes φ
 * @param weights m, K rows
 * @param leftOut the value at each pose as interpolated from the others, K rows
 * @param leftOutError the root of the mean squared error of these, without pose 0
 */
public record InterpolatorFit(
    Interpolator interpolator, double[] weights, double[] leftOut, double leftOutError) {
  /** The largest relative residual of a solve that is used. */
  private static final double RESIDUAL = 1e-6;

  /** The smallest that rounding allows. */
  private static final double ROUNDING = 1e-11;

  /** Added to the diagonal of Gaussians, which are positive definite but nearly singular. */
  private static final double RIDGE = 1e-10;

  /** Entries of the inverse below this fraction of the largest are rounding errors. */
  private static final double SINGULAR = 1e-12;

  /** Errors that are smaller by this fraction at least are no rounding errors. */
  private static final double HELPS = 1e-3;

  /** Weights larger than this multiple of the values would make rounding errors visible. */
  private static final double GROWTH = 1e6;

  /** Steps that remove the effect of the ridge on the weights. */
  private static final int REFINEMENTS = 8;

  /**
   * Returns the same, fading away from all poses. Nothing changes as far from the nearest pose as
   * the middle between two poses can be, which is on the arc of a rotation of up to a quarter turn;
   * nor as far as the poses are apart, if poses that are left out are closer with it than without.
   *
   * @param values K rows of {@code width} numbers
   */
  InterpolatorFit fading(PoseDistances distances, double[] values, int width) {
    double between = distances.farthestMiddle() * 2 / Fading.END;
    double apart = distances.largestGap();
    InterpolatorFit near =
        within(between > 0 ? between : distances.median(), distances, values, width);
    if (apart <= between) {
      return near;
    }
    InterpolatorFit far = within(apart, distances, values, width);
    return far.leftOutError < (1 - HELPS) * near.leftOutError ? far : near;
  }

  private InterpolatorFit within(
      double reach, PoseDistances distances, double[] values, int width) {
    double[] faded = leftOut.clone();
    for (int k = 0; k < distances.count(); k++) {
      double window = Fading.window(distances.nearest(k), reach);
      for (int c = width * k; c < width * (k + 1); c++) {
        faded[c] *= window;
      }
    }
    return new InterpolatorFit(
        new Fading(interpolator, reach), weights, faded, error(values, faded, width));
  }

  /**
   * Fits Shepard's method.
   *
   * @param values K rows of {@code width} numbers
   */
  static InterpolatorFit shepard(
      double power, PoseDistances distances, double[] values, int width) {
    int count = distances.count();
    Shepard shepard = new Shepard(power);
    double[] leftOut = new double[values.length];
    double[] row = new double[count];
    double[] phi = new double[count];
    for (int k = 0; k < count; k++) {
      distances.copyRow(k, row);
      row[k] = row[count - 1];
      double[] others = withoutRow(values, k, width);
      shepard.activate(row, phi, count - 1);
      for (int l = 0; l < count - 1; l++) {
        for (int c = 0; c < width; c++) {
          leftOut[width * k + c] += phi[l] * others[width * l + c];
        }
      }
    }
    return new InterpolatorFit(
        shepard, distances.means(values, width), leftOut, error(values, leftOut, width));
  }

  /** Returns rows 0 to K − 2 of a table in which the last row has replaced another. */
  private static double[] withoutRow(double[] values, int row, int width) {
    double[] out = Arrays.copyOf(values, values.length - width);
    if (width * row < out.length) {
      System.arraycopy(values, out.length, out, width * row, width);
    }
    return out;
  }

  /**
   * Fits a kernel; null if its matrix cannot be solved exactly.
   *
   * @param values K rows of {@code width} numbers
   * @param tolerance the largest residual of the solve; 0 for a millionth of the largest value
   */
  static @Nullable InterpolatorFit exact(
      KernelSum kernel, PoseDistances distances, double[] values, int width, double tolerance) {
    int[] leaders = distances.leaders();
    DMatrixRMaj phi = matrix(kernel, distances, leaders);
    DMatrixRMaj ridged = phi.copy();
    if (kernel.function() == RadialFunction.GAUSSIAN) {
      for (int i = 0; i < leaders.length; i++) {
        ridged.add(i, i, RIDGE);
      }
    }
    DMatrixRMaj inverse = new DMatrixRMaj(leaders.length, leaders.length);
    if (!CommonOps_DDRM.invert(ridged, inverse)) {
      return null;
    }
    DMatrixRMaj right = rows(distances.means(values, width), leaders, width);
    DMatrixRMaj solved = new DMatrixRMaj(leaders.length, width);
    CommonOps_DDRM.mult(inverse, right, solved);
    DMatrixRMaj refined = solved.copy();
    return refine(phi, inverse, right, refined, tolerance)
        ? of(kernel, distances, values, width, inverse, solved, refined)
        : null;
  }

  /** Fits a kernel by the pseudo-inverse of its matrix, which exists always. */
  static InterpolatorFit leastSquares(
      KernelSum kernel, PoseDistances distances, double[] values, int width) {
    int[] leaders = distances.leaders();
    DMatrixRMaj phi = matrix(kernel, distances, leaders);
    DMatrixRMaj inverse = new DMatrixRMaj(leaders.length, leaders.length);
    CommonOps_DDRM.pinv(phi, inverse);
    DMatrixRMaj solved = new DMatrixRMaj(leaders.length, width);
    CommonOps_DDRM.mult(inverse, rows(distances.means(values, width), leaders, width), solved);
    return of(kernel, distances, values, width, inverse, solved, solved);
  }

  private static InterpolatorFit of(
      KernelSum kernel,
      PoseDistances distances,
      double[] values,
      int width,
      DMatrixRMaj inverse,
      DMatrixRMaj solved,
      DMatrixRMaj refined) {
    int[] leaders = distances.leaders();
    double[] weights = new double[values.length];
    double[] leftOut = new double[values.length];
    int[] sizes = new int[distances.count()];
    for (int k = 0; k < sizes.length; k++) {
      sizes[distances.leader(k)]++;
    }
    double[] means = distances.means(values, width);
    double least = SINGULAR * CommonOps_DDRM.elementMaxAbs(inverse);
    for (int i = 0; i < leaders.length; i++) {
      int k = leaders[i];
      double own = inverse.get(i, i);
      for (int c = 0; c < width; c++) {
        weights[width * k + c] = refined.get(i, c);
        // If the system of the others alone is singular, they predict nothing.
        leftOut[width * k + c] =
            Math.abs(own) <= least ? 0 : values[width * k + c] - solved.get(i, c) / own;
      }
    }
    // Where several poses coincide, the others of the cluster remain.
    for (int k = 0; k < sizes.length; k++) {
      int size = sizes[distances.leader(k)];
      for (int c = 0; size > 1 && c < width; c++) {
        int at = width * k + c;
        leftOut[at] = (size * means[at] - values[at]) / (size - 1);
      }
    }
    return new InterpolatorFit(kernel, weights, leftOut, error(values, leftOut, width));
  }

  private static DMatrixRMaj matrix(KernelSum kernel, PoseDistances distances, int[] leaders) {
    int n = leaders.length;
    DMatrixRMaj out = new DMatrixRMaj(n, n);
    double[] row = new double[distances.count()];
    double[] phi = new double[distances.count()];
    for (int i = 0; i < n; i++) {
      distances.copyRow(leaders[i], row);
      kernel.activate(row, phi, row.length);
      for (int j = 0; j < n; j++) {
        out.set(i, j, phi[leaders[j]]);
      }
    }
    return out;
  }

  private static DMatrixRMaj rows(double[] values, int[] leaders, int width) {
    DMatrixRMaj out = new DMatrixRMaj(leaders.length, width);
    for (int i = 0; i < leaders.length; i++) {
      System.arraycopy(values, width * leaders[i], out.data, width * i, width);
    }
    return out;
  }

  /** Repeats the solve on its residual; returns true if that becomes small. */
  private static boolean refine(
      DMatrixRMaj phi,
      DMatrixRMaj inverse,
      DMatrixRMaj right,
      DMatrixRMaj solved,
      double tolerance) {
    double largest = Math.max(CommonOps_DDRM.elementMaxAbs(right), Double.MIN_NORMAL);
    double limit =
        tolerance > 0
            ? Math.clamp(tolerance, ROUNDING * largest, RESIDUAL * largest)
            : RESIDUAL * largest;
    DMatrixRMaj residual = right.copy();
    for (int step = 0; step < REFINEMENTS; step++) {
      residual.setTo(right);
      CommonOps_DDRM.multAdd(-1, phi, solved, residual);
      if (CommonOps_DDRM.elementMaxAbs(residual) <= limit) {
        return CommonOps_DDRM.elementMaxAbs(solved) <= GROWTH * largest;
      }
      CommonOps_DDRM.multAdd(inverse, residual, solved);
    }
    return false;
  }

  private static double error(double[] values, double[] leftOut, int width) {
    double sum = 0;
    for (int i = width; i < values.length; i++) {
      sum += (values[i] - leftOut[i]) * (values[i] - leftOut[i]);
    }
    return Math.sqrt(sum / Math.max(1, values.length / Math.max(1, width) - 1));
  }
}
