package dev.sinew.math;

/**
 * Singular value and polar decomposition of 3×3 matrices by one-sided Jacobi rotations (Hestenes
 * 1958): pairs of columns are rotated until all are perpendicular. Small singular values have full
 * relative accuracy. Works for every finite matrix of any rank.
 *
 * <p>Matrices have a row stride: 4 for the linear part of an {@link Affine}, 3 for nine consecutive
 * values. Nothing allocates: callers pass a work array of {@link #WORK} values.
 */
public final class Svd3 {
  /** Length of the work array: U, the three singular values, V, scratch. */
  public static final int WORK = 42;

  /** Index of U in the work array, nine values row by row. */
  public static final int U = 0;

  /** Index of the three singular values in the work array. */
  public static final int VALUES = 9;

  /** Index of V in the work array, nine values row by row. */
  public static final int V = 12;

  private static final int COLUMNS = 21;
  private static final int ROTATION = 30;
  private static final int MAX_SWEEPS = 30;
  private static final double PERPENDICULAR = 1e-15;

  /** Columns shorter than this are zero, in a matrix scaled to entries of at most 1. */
  private static final double NO_LENGTH = 1e-150;

  /** A third singular value below this fraction of the first is zero; its sign is ignored. */
  private static final double FLAT = 1e-12;

  private Svd3() {}

  /**
   * Computes {@code A = U diag(s) Vᵀ} with rotations U and V (without reflection) and falling |s|;
   * s₂ has the sign of A's determinant, s₀ and s₁ are not negative. Directions that A does not
   * determine are arbitrary; for the zero matrix U and V are the identity.
   *
   * @param a contains A from {@code ao} on, rows {@code stride} apart; not modified
   * @param work receives U, s and V at {@link #U}, {@link #VALUES} and {@link #V}; {@link #WORK}
   *     values, not a's array
   * @return false if A is not finite; then U and V are the identity and the singular values NaN
   */
  public static boolean decompose(double[] a, int ao, int stride, double[] work) {
    double scale = 0;
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        double x = a[ao + stride * r + c];
        scale = Math.max(scale, Math.abs(x));
        work[COLUMNS + 3 * r + c] = x;
        work[U + 3 * r + c] = r == c ? 1 : 0;
        work[V + 3 * r + c] = r == c ? 1 : 0;
      }
    }
    if (!Double.isFinite(scale)) {
      work[VALUES] = work[VALUES + 1] = work[VALUES + 2] = Double.NaN;
      return false;
    }
    work[VALUES] = work[VALUES + 1] = work[VALUES + 2] = 0;
    if (scale == 0) {
      return true;
    }
    for (int i = 0; i < 9; i++) {
      work[COLUMNS + i] /= scale;
    }
    makePerpendicular(work);
    sortColumns(work);
    readLeftSide(work);
    for (int i = 0; i < 3; i++) {
      work[VALUES + i] *= scale;
    }
    return true;
  }

  /**
   * Computes {@code A = R S}, a rotation and a symmetric stretch. R has no reflection: if A has
   * one, S is negative definite, which changes continuously with A, unlike a reflection along one
   * axis. If A is singular, R is one of the possible rotations.
   *
   * @param a contains A from {@code ao} on, rows {@code stride} apart; not modified
   * @param work scratch of {@link #WORK} values
   * @param q receives R as a unit quaternion
   * @param stretch receives S, nine values row by row; if A is not finite, all are NaN and R is the
   *     identity
   */
  public static void polar(
      double[] a, int ao, int stride, double[] work, double[] q, int qo, double[] stretch, int so) {
    decompose(a, ao, stride, work);
    double mirror = work[VALUES + 2] < -FLAT * work[VALUES] ? -1 : 1;
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        double rotated = 0;
        double stretched = 0;
        for (int i = 0; i < 3; i++) {
          double v = work[V + 3 * c + i];
          // If A has a reflection, the orthogonal factor is U diag(1, 1, −1) Vᵀ; R is its negative.
          double side = i < 2 ? mirror : 1;
          rotated += side * work[U + 3 * r + i] * v;
          stretched += side * work[VALUES + i] * (work[V + 3 * r + i] * v);
        }
        work[ROTATION + 4 * r + c] = rotated;
        stretch[so + 3 * r + c] = stretched;
      }
    }
    Quaternion.fromMatrix(work, ROTATION, q, qo);
  }

  private static void makePerpendicular(double[] w) {
    for (int sweep = 0; sweep < MAX_SWEEPS; sweep++) {
      boolean rotated = rotate(w, 0, 1);
      rotated |= rotate(w, 0, 2);
      rotated |= rotate(w, 1, 2);
      if (!rotated) {
        return;
      }
    }
  }

  /** Rotates two columns until they are perpendicular; returns false if they already were. */
  private static boolean rotate(double[] w, int p, int q) {
    double pp = dot(w, p, p);
    double qq = dot(w, q, q);
    double pq = dot(w, p, q);
    if (!(Math.abs(pq) > PERPENDICULAR * Math.sqrt(pp) * Math.sqrt(qq))) {
      return false;
    }
    double zeta = (qq - pp) / (2 * pq);
    double t = Math.copySign(1, zeta) / (Math.abs(zeta) + Math.hypot(1, zeta));
    double cos = 1 / Math.sqrt(1 + t * t);
    double sin = cos * t;
    for (int r = 0; r < 3; r++) {
      rotatePair(w, COLUMNS + 3 * r + p, COLUMNS + 3 * r + q, cos, sin);
      rotatePair(w, V + 3 * r + p, V + 3 * r + q, cos, sin);
    }
    return true;
  }

  private static void rotatePair(double[] w, int p, int q, double cos, double sin) {
    double x = w[p];
    w[p] = cos * x - sin * w[q];
    w[q] = sin * x + cos * w[q];
  }

  private static double dot(double[] w, int p, int q) {
    return w[COLUMNS + p] * w[COLUMNS + q]
        + w[COLUMNS + 3 + p] * w[COLUMNS + 3 + q]
        + w[COLUMNS + 6 + p] * w[COLUMNS + 6 + q];
  }

  /** Sorts columns longest first. Negates one of each swapped pair, so that V stays a rotation. */
  private static void sortColumns(double[] w) {
    swapIfShorter(w, 0, 1);
    swapIfShorter(w, 1, 2);
    swapIfShorter(w, 0, 1);
  }

  private static void swapIfShorter(double[] w, int p, int q) {
    if (dot(w, p, p) >= dot(w, q, q)) {
      return;
    }
    for (int r = 0; r < 3; r++) {
      swapNegating(w, COLUMNS + 3 * r + p, COLUMNS + 3 * r + q);
      swapNegating(w, V + 3 * r + p, V + 3 * r + q);
    }
  }

  private static void swapNegating(double[] w, int p, int q) {
    double x = w[p];
    w[p] = w[q];
    w[q] = -x;
  }

  /** Computes U and s from the columns, which are now U diag(s); completes U if some are zero. */
  private static void readLeftSide(double[] w) {
    double s0 = Math.sqrt(dot(w, 0, 0));
    double x0 = w[COLUMNS] / s0;
    double y0 = w[COLUMNS + 3] / s0;
    double z0 = w[COLUMNS + 6] / s0;
    double s1 = Math.sqrt(dot(w, 1, 1));
    double x1, y1, z1;
    if (s1 > NO_LENGTH) {
      x1 = w[COLUMNS + 1] / s1;
      y1 = w[COLUMNS + 4] / s1;
      z1 = w[COLUMNS + 7] / s1;
    } else {
      // Any other direction: the axis of the smallest component of u₀.
      double x = Math.abs(x0), y = Math.abs(y0), z = Math.abs(z0);
      x1 = x <= y && x <= z ? 1 : 0;
      y1 = x1 == 0 && y <= z ? 1 : 0;
      z1 = x1 == 0 && y1 == 0 ? 1 : 0;
    }
    double along = x1 * x0 + y1 * y0 + z1 * z0;
    x1 -= along * x0;
    y1 -= along * y0;
    z1 -= along * z0;
    double length = Math.sqrt(x1 * x1 + y1 * y1 + z1 * z1);
    x1 /= length;
    y1 /= length;
    z1 /= length;
    double x2 = y0 * z1 - z0 * y1;
    double y2 = z0 * x1 - x0 * z1;
    double z2 = x0 * y1 - y0 * x1;
    w[U] = x0;
    w[U + 1] = x1;
    w[U + 2] = x2;
    w[U + 3] = y0;
    w[U + 4] = y1;
    w[U + 5] = y2;
    w[U + 6] = z0;
    w[U + 7] = z1;
    w[U + 8] = z2;
    w[VALUES] = s0;
    w[VALUES + 1] = s1;
    w[VALUES + 2] = x2 * w[COLUMNS + 2] + y2 * w[COLUMNS + 5] + z2 * w[COLUMNS + 8];
  }
}
