package dev.sinew.math;

/**
 * Affine 3×4 transforms in flat arrays (see the package comment for the convention).
 *
 * <p>Outputs may alias inputs unless a method says otherwise.
 */
public final class Affine {
  /** Values per transform. */
  public static final int SIZE = 12;

  /** Unit columns closer than this are parallel. */
  private static final double PARALLEL = 1e-9;

  private Affine() {}

  /** Writes the identity. */
  public static void identity(double[] out, int o) {
    for (int i = 0; i < SIZE; i++) {
      out[o + i] = i % 5 == 0 ? 1 : 0;
    }
  }

  /** Computes {@code out = a · b}: applies b first, then a. */
  public static void multiply(double[] a, int ao, double[] b, int bo, double[] out, int o) {
    double b00 = b[bo], b01 = b[bo + 1], b02 = b[bo + 2], b03 = b[bo + 3];
    double b10 = b[bo + 4], b11 = b[bo + 5], b12 = b[bo + 6], b13 = b[bo + 7];
    double b20 = b[bo + 8], b21 = b[bo + 9], b22 = b[bo + 10], b23 = b[bo + 11];
    for (int r = 0; r < 3; r++) {
      int ar = ao + 4 * r;
      double x = a[ar], y = a[ar + 1], z = a[ar + 2], t = a[ar + 3];
      int or = o + 4 * r;
      out[or] = x * b00 + y * b10 + z * b20;
      out[or + 1] = x * b01 + y * b11 + z * b21;
      out[or + 2] = x * b02 + y * b12 + z * b22;
      out[or + 3] = x * b03 + y * b13 + z * b23 + t;
    }
  }

  /**
   * Writes the inverse of a.
   *
   * @return false, with out unchanged, if a is singular or not finite
   */
  public static boolean invert(double[] a, int ao, double[] out, int o) {
    double a00 = a[ao], a01 = a[ao + 1], a02 = a[ao + 2], a03 = a[ao + 3];
    double a10 = a[ao + 4], a11 = a[ao + 5], a12 = a[ao + 6], a13 = a[ao + 7];
    double a20 = a[ao + 8], a21 = a[ao + 9], a22 = a[ao + 10], a23 = a[ao + 11];
    double c00 = a11 * a22 - a12 * a21;
    double c01 = a12 * a20 - a10 * a22;
    double c02 = a10 * a21 - a11 * a20;
    double det = a00 * c00 + a01 * c01 + a02 * c02;
    double inv = 1 / det;
    boolean finite =
        Double.isFinite(det)
            && Double.isFinite(inv)
            && Double.isFinite(a03)
            && Double.isFinite(a13)
            && Double.isFinite(a23);
    if (!finite) {
      return false;
    }
    double i00 = c00 * inv,
        i01 = (a02 * a21 - a01 * a22) * inv,
        i02 = (a01 * a12 - a02 * a11) * inv;
    double i10 = c01 * inv,
        i11 = (a00 * a22 - a02 * a20) * inv,
        i12 = (a02 * a10 - a00 * a12) * inv;
    double i20 = c02 * inv,
        i21 = (a01 * a20 - a00 * a21) * inv,
        i22 = (a00 * a11 - a01 * a10) * inv;
    out[o] = i00;
    out[o + 1] = i01;
    out[o + 2] = i02;
    out[o + 3] = -(i00 * a03 + i01 * a13 + i02 * a23);
    out[o + 4] = i10;
    out[o + 5] = i11;
    out[o + 6] = i12;
    out[o + 7] = -(i10 * a03 + i11 * a13 + i12 * a23);
    out[o + 8] = i20;
    out[o + 9] = i21;
    out[o + 10] = i22;
    out[o + 11] = -(i20 * a03 + i21 * a13 + i22 * a23);
    return true;
  }

  /** Computes {@code out = M p} for a point p. */
  public static void transformPoint(double[] m, int mo, double[] p, int po, double[] out, int o) {
    double x = p[po], y = p[po + 1], z = p[po + 2];
    out[o] = m[mo] * x + m[mo + 1] * y + m[mo + 2] * z + m[mo + 3];
    out[o + 1] = m[mo + 4] * x + m[mo + 5] * y + m[mo + 6] * z + m[mo + 7];
    out[o + 2] = m[mo + 8] * x + m[mo + 9] * y + m[mo + 10] * z + m[mo + 11];
  }

  /** Computes {@code out = M v} for a direction v, without the translation. */
  public static void transformVector(double[] m, int mo, double[] v, int vo, double[] out, int o) {
    double x = v[vo], y = v[vo + 1], z = v[vo + 2];
    out[o] = m[mo] * x + m[mo + 1] * y + m[mo + 2] * z;
    out[o + 1] = m[mo + 4] * x + m[mo + 5] * y + m[mo + 6] * z;
    out[o + 2] = m[mo + 8] * x + m[mo + 9] * y + m[mo + 10] * z;
  }

  /** Returns the determinant of the linear part. */
  public static double determinant(double[] m, int o) {
    return m[o] * (m[o + 5] * m[o + 10] - m[o + 6] * m[o + 9])
        - m[o + 1] * (m[o + 4] * m[o + 10] - m[o + 6] * m[o + 8])
        + m[o + 2] * (m[o + 4] * m[o + 9] - m[o + 5] * m[o + 8]);
  }

  /** Writes the product translation · rotation · scale, as in glTF. */
  public static void fromTrs(
      double[] t, int to, double[] q, int qo, double[] s, int so, double[] out, int o) {
    double x = q[qo], y = q[qo + 1], z = q[qo + 2], w = q[qo + 3];
    double sx = s[so], sy = s[so + 1], sz = s[so + 2];
    double tx = t[to], ty = t[to + 1], tz = t[to + 2];
    out[o] = (1 - 2 * (y * y + z * z)) * sx;
    out[o + 1] = 2 * (x * y - z * w) * sy;
    out[o + 2] = 2 * (x * z + y * w) * sz;
    out[o + 3] = tx;
    out[o + 4] = 2 * (x * y + z * w) * sx;
    out[o + 5] = (1 - 2 * (x * x + z * z)) * sy;
    out[o + 6] = 2 * (y * z - x * w) * sz;
    out[o + 7] = ty;
    out[o + 8] = 2 * (x * z - y * w) * sx;
    out[o + 9] = 2 * (y * z + x * w) * sy;
    out[o + 10] = (1 - 2 * (x * x + y * y)) * sz;
    out[o + 11] = tz;
  }

  /**
   * Decomposes m into translation, unit quaternion and scale. Exact if m is such a product, except
   * for the signs of scales: a mirrored matrix gets a negative x scale, all other scales are
   * positive. For a sheared matrix the scales are the lengths of its columns and the rotation is
   * from their Gram-Schmidt orthonormalisation; a column of length zero gets the remaining
   * direction.
   */
  public static void toTrs(
      double[] m, int mo, double[] t, int to, double[] q, int qo, double[] s, int so) {
    double[] r = new double[SIZE];
    System.arraycopy(m, mo, r, 0, SIZE);
    t[to] = r[3];
    t[to + 1] = r[7];
    t[to + 2] = r[11];
    double mirror = determinant(r, 0) < 0 ? -1 : 1;
    for (int c = 0; c < 3; c++) {
      double length = columnLength(r, c);
      s[so + c] = c == 0 ? mirror * length : length;
      divideColumn(r, c, c == 0 ? mirror * length : length);
    }
    orthonormalizeColumns(r);
    Quaternion.fromMatrix(r, 0, q, qo);
  }

  /** Makes a rotation of columns that are unit vectors or zero. */
  private static void orthonormalizeColumns(double[] r) {
    // A zero column is computed from the other two, so start with one that is not zero.
    int a = columnLength(r, 0) > 0 ? 0 : columnLength(r, 1) > 0 ? 1 : 2;
    int b = (a + 1) % 3;
    int c = (a + 2) % 3;
    if (columnLength(r, a) == 0) {
      r[a] = r[a + 4] = 0;
      r[a + 8] = 1;
    }
    removeFromColumn(r, b, a);
    if (columnLength(r, b) < PARALLEL) {
      // b follows from a and c, or from a alone.
      removeFromColumn(r, c, a);
      if (columnLength(r, c) < PARALLEL) {
        putPerpendicular(r, a, c);
      }
      divideColumn(r, c, columnLength(r, c));
      putCross(r, c, a, b);
    }
    divideColumn(r, b, columnLength(r, b));
    putCross(r, a, b, c);
  }

  private static double columnLength(double[] r, int c) {
    return Math.sqrt(r[c] * r[c] + r[c + 4] * r[c + 4] + r[c + 8] * r[c + 8]);
  }

  /** Divides a column; a zero column stays zero. */
  private static void divideColumn(double[] r, int c, double by) {
    for (int i = c; i < SIZE; i += 4) {
      r[i] = by == 0 ? 0 : r[i] / by;
    }
  }

  /** Removes from a column its component along a unit column. */
  private static void removeFromColumn(double[] r, int c, int unit) {
    double along = r[c] * r[unit] + r[c + 4] * r[unit + 4] + r[c + 8] * r[unit + 8];
    for (int row = 0; row < SIZE; row += 4) {
      r[c + row] -= along * r[unit + row];
    }
  }

  /** Writes a direction perpendicular to a unit column, from the axis of its smallest component. */
  private static void putPerpendicular(double[] r, int unit, int out) {
    double x = Math.abs(r[unit]);
    double y = Math.abs(r[unit + 4]);
    double z = Math.abs(r[unit + 8]);
    int axis = x <= y && x <= z ? 0 : y <= z ? 1 : 2;
    for (int row = 0; row < 3; row++) {
      r[out + 4 * row] = row == axis ? 1 : 0;
    }
    removeFromColumn(r, out, unit);
  }

  private static void putCross(double[] r, int a, int b, int out) {
    double x = r[a + 4] * r[b + 8] - r[a + 8] * r[b + 4];
    double y = r[a + 8] * r[b] - r[a] * r[b + 8];
    double z = r[a] * r[b + 4] - r[a + 4] * r[b];
    r[out] = x;
    r[out + 4] = y;
    r[out + 8] = z;
  }
}
