package dev.sinew.skin.kernel;

/**
 * The kernels in plain Java. {@link #PLAIN} runs where the Vector API is missing. {@link #FUSED}
 * uses fused multiply-add and gives the same bytes as {@link VectorKernels}, which calls it for
 * single points. The letters a, b, c, d denote the columns of a matrix.
 */
public abstract sealed class ScalarKernels implements Kernels {
  private static final float MIN_SQUARE = 1e-30f;
  private static final float MAX_SQUARE = 1e30f;

  public static final Kernels PLAIN = new Plain();
  static final Kernels FUSED = new Fused();

  /** The initial value of a sum that keeps its first term, including a negative zero. */
  private static final float EMPTY_SUM = -0f;

  private ScalarKernels() {}

  /** Returns a b + c. */
  abstract float add(float a, float b, float c);

  private static final class Plain extends ScalarKernels {
    @Override
    float add(float a, float b, float c) {
      return a * b + c;
    }
  }

  private static final class Fused extends ScalarKernels {
    @Override
    float add(float a, float b, float c) {
      return Math.fma(a, b, c);
    }
  }

  @Override
  public final void blend(
      PointRows rows,
      float[] weights,
      float[] g,
      float[] rest,
      int from,
      int to,
      float[] out,
      int offset) {
    int[] start = rows.rowStart;
    int[] matrixStart = rows.matrixStart;
    for (int v = from; v < to; v++) {
      float ax = EMPTY_SUM, ay = EMPTY_SUM, az = EMPTY_SUM;
      float bx = EMPTY_SUM, by = EMPTY_SUM, bz = EMPTY_SUM;
      float cx = EMPTY_SUM, cy = EMPTY_SUM, cz = EMPTY_SUM;
      float dx = EMPTY_SUM, dy = EMPTY_SUM, dz = EMPTY_SUM;
      for (int e = start[v]; e < start[v + 1]; e++) {
        int m = matrixStart[e];
        float w = weights[e];
        ax = add(g[m], w, ax);
        ay = add(g[m + 1], w, ay);
        az = add(g[m + 2], w, az);
        bx = add(g[m + 4], w, bx);
        by = add(g[m + 5], w, by);
        bz = add(g[m + 6], w, bz);
        cx = add(g[m + 8], w, cx);
        cy = add(g[m + 9], w, cy);
        cz = add(g[m + 10], w, cz);
        dx = add(g[m + 12], w, dx);
        dy = add(g[m + 13], w, dy);
        dz = add(g[m + 14], w, dz);
      }
      float x = rest[3 * v], y = rest[3 * v + 1], z = rest[3 * v + 2];
      int o = offset + 3 * v;
      out[o] = add(ax, x, add(bx, y, add(cx, z, dx)));
      out[o + 1] = add(ay, x, add(by, y, add(cy, z, dy)));
      out[o + 2] = add(az, x, add(bz, y, add(cz, z, dz)));
    }
  }

  @Override
  public final void blendNormals(
      PointRows rows,
      float[] weights,
      float[] g,
      float[] restNormals,
      int from,
      int to,
      float[] out,
      int offset) {
    int[] start = rows.rowStart;
    int[] matrixStart = rows.matrixStart;
    for (int v = from; v < to; v++) {
      float ax = EMPTY_SUM, ay = EMPTY_SUM, az = EMPTY_SUM;
      float bx = EMPTY_SUM, by = EMPTY_SUM, bz = EMPTY_SUM;
      float cx = EMPTY_SUM, cy = EMPTY_SUM, cz = EMPTY_SUM;
      for (int e = start[v]; e < start[v + 1]; e++) {
        int m = matrixStart[e];
        float w = weights[e];
        ax = add(g[m], w, ax);
        ay = add(g[m + 1], w, ay);
        az = add(g[m + 2], w, az);
        bx = add(g[m + 4], w, bx);
        by = add(g[m + 5], w, by);
        bz = add(g[m + 6], w, bz);
        cx = add(g[m + 8], w, cx);
        cy = add(g[m + 9], w, cy);
        cz = add(g[m + 10], w, cz);
      }
      storeNormal(ax, ay, az, bx, by, bz, cx, cy, cz, restNormals, 3 * v, out, offset + 3 * v);
    }
  }

  @Override
  public final void gradientNormals(
      PointRows rows,
      float[] gradients,
      float[] g,
      float[] rest,
      float[] restNormals,
      int from,
      int to,
      float[] out,
      int offset) {
    int[] start = rows.rowStart;
    int[] matrixStart = rows.matrixStart;
    for (int v = from; v < to; v++) {
      float x = rest[3 * v], y = rest[3 * v + 1], z = rest[3 * v + 2];
      float ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0, cx = 0, cy = 0, cz = 0;
      for (int e = start[v]; e < start[v + 1]; e++) {
        int m = matrixStart[e];
        float w = gradients[4 * e];
        float wx = gradients[4 * e + 1], wy = gradients[4 * e + 2], wz = gradients[4 * e + 3];
        // The position of the point if it followed this joint alone.
        float px = add(g[m], x, add(g[m + 4], y, add(g[m + 8], z, g[m + 12])));
        float py = add(g[m + 1], x, add(g[m + 5], y, add(g[m + 9], z, g[m + 13])));
        float pz = add(g[m + 2], x, add(g[m + 6], y, add(g[m + 10], z, g[m + 14])));
        ax = add(g[m], w, add(px, wx, ax));
        ay = add(g[m + 1], w, add(py, wx, ay));
        az = add(g[m + 2], w, add(pz, wx, az));
        bx = add(g[m + 4], w, add(px, wy, bx));
        by = add(g[m + 5], w, add(py, wy, by));
        bz = add(g[m + 6], w, add(pz, wy, bz));
        cx = add(g[m + 8], w, add(px, wz, cx));
        cy = add(g[m + 9], w, add(py, wz, cy));
        cz = add(g[m + 10], w, add(pz, wz, cz));
      }
      storeNormal(ax, ay, az, bx, by, bz, cx, cy, cz, restNormals, 3 * v, out, offset + 3 * v);
    }
  }

  @Override
  public final void project(
      PointRows rows, float[] coords, float[] g, int from, int to, float[] out, int offset) {
    int[] start = rows.rowStart;
    int[] matrixStart = rows.matrixStart;
    for (int v = from; v < to; v++) {
      float x = EMPTY_SUM, y = EMPTY_SUM, z = EMPTY_SUM;
      for (int e = start[v]; e < start[v + 1]; e++) {
        int m = matrixStart[e];
        x += row(g, m, coords, 4 * e, 1);
        y += row(g, m + 1, coords, 4 * e, 1);
        z += row(g, m + 2, coords, 4 * e, 1);
      }
      out[offset + 3 * v] = x;
      out[offset + 3 * v + 1] = y;
      out[offset + 3 * v + 2] = z;
    }
  }

  @Override
  public final void projectNormals(
      PointRows rows, float[] tangents, float[] g, int from, int to, float[] out, int offset) {
    int[] start = rows.rowStart;
    int[] matrixStart = rows.matrixStart;
    for (int v = from; v < to; v++) {
      float sx = 0, sy = 0, sz = 0, tx = 0, ty = 0, tz = 0;
      for (int e = start[v]; e < start[v + 1]; e++) {
        int m = matrixStart[e];
        sx += row(g, m, tangents, 8 * e, 1);
        sy += row(g, m + 1, tangents, 8 * e, 1);
        sz += row(g, m + 2, tangents, 8 * e, 1);
        tx += row(g, m, tangents, 8 * e + 4, 1);
        ty += row(g, m + 1, tangents, 8 * e + 4, 1);
        tz += row(g, m + 2, tangents, 8 * e + 4, 1);
      }
      storeCross(sx, sy, sz, tx, ty, tz, out, offset + 3 * v);
    }
  }

  @Override
  public final void envelop(
      PointRows rows, float[] weights, float[] g, int from, int to, float[] out, int offset) {
    int[] start = rows.rowStart;
    int[] matrixStart = rows.matrixStart;
    for (int v = from; v < to; v++) {
      float x = 0, y = 0, z = 0;
      for (int e = start[v]; e < start[v + 1]; e++) {
        int m = matrixStart[e];
        x += row(g, m, weights, 12 * e, 3);
        y += row(g, m + 1, weights, 12 * e + 1, 3);
        z += row(g, m + 2, weights, 12 * e + 2, 3);
      }
      out[offset + 3 * v] = x;
      out[offset + 3 * v + 1] = y;
      out[offset + 3 * v + 2] = z;
    }
  }

  @Override
  public final void envelopNormals(
      PointRows rows, float[] weights, float[] g, int from, int to, float[] out, int offset) {
    int[] start = rows.rowStart;
    int[] matrixStart = rows.matrixStart;
    for (int v = from; v < to; v++) {
      float sx = 0, sy = 0, sz = 0, tx = 0, ty = 0, tz = 0;
      for (int e = start[v]; e < start[v + 1]; e++) {
        int m = matrixStart[e];
        sx += row(g, m, weights, 24 * e, 3);
        sy += row(g, m + 1, weights, 24 * e + 1, 3);
        sz += row(g, m + 2, weights, 24 * e + 2, 3);
        tx += row(g, m, weights, 24 * e + 12, 3);
        ty += row(g, m + 1, weights, 24 * e + 13, 3);
        tz += row(g, m + 2, weights, 24 * e + 14, 3);
      }
      storeCross(sx, sy, sz, tx, ty, tz, out, offset + 3 * v);
    }
  }

  /** Returns the product of a row of a matrix with four values at equal steps. */
  private float row(float[] g, int m, float[] values, int at, int step) {
    float last = g[m + 12] * values[at + 3 * step];
    float two = add(g[m + 8], values[at + 2 * step], last);
    return add(g[m], values[at], add(g[m + 4], values[at + step], two));
  }

  /**
   * Writes a normal. Cofactors are the inverse transpose times the determinant; its sign is
   * removed.
   */
  private void storeNormal(
      float ax,
      float ay,
      float az,
      float bx,
      float by,
      float bz,
      float cx,
      float cy,
      float cz,
      float[] rest,
      int n,
      float[] out,
      int o) {
    float bcx = by * cz - bz * cy, bcy = bz * cx - bx * cz, bcz = bx * cy - by * cx;
    float cax = cy * az - cz * ay, cay = cz * ax - cx * az, caz = cx * ay - cy * ax;
    float abx = ay * bz - az * by, aby = az * bx - ax * bz, abz = ax * by - ay * bx;
    float p = rest[n], q = rest[n + 1], r = rest[n + 2];
    float x = add(bcx, p, add(cax, q, abx * r));
    float y = add(bcy, p, add(cay, q, aby * r));
    float z = add(bcz, p, add(caz, q, abz * r));
    float determinant = (ax * bcx + ay * bcy) + az * bcz;
    float scale = unitScale(x, y, z, determinant);
    out[o] = x * scale;
    out[o + 1] = y * scale;
    out[o + 2] = z * scale;
  }

  private static void storeCross(
      float sx, float sy, float sz, float tx, float ty, float tz, float[] out, int o) {
    float x = sy * tz - sz * ty, y = sz * tx - sx * tz, z = sx * ty - sy * tx;
    float scale = unitScale(x, y, z, 1);
    out[o] = x * scale;
    out[o + 1] = y * scale;
    out[o + 2] = z * scale;
  }

  /**
   * Returns the factor that scales a vector to unit length, with a sign; 0 for a vector of zero or
   * infinite length. Computed in double precision where the squares leave the range of floats.
   */
  static float unitScale(float x, float y, float z, float sign) {
    float squares = (x * x + y * y) + z * z;
    if (isInRange(squares)) {
      return unitScale(squares, sign);
    }
    double length = Math.sqrt((double) x * x + (double) y * y + (double) z * z);
    return length > 0 && length < Double.POSITIVE_INFINITY
        ? (float) ((sign < 0 ? -1 : 1) / length)
        : 0;
  }

  /** Returns true if floats give the length of a vector from its square. */
  static boolean isInRange(float squaredLength) {
    return squaredLength > MIN_SQUARE && squaredLength < MAX_SQUARE;
  }

  /** Returns the factor for a squared length in range. */
  static float unitScale(float squaredLength, float sign) {
    return (sign < 0 ? -1 : 1) / (float) Math.sqrt(squaredLength);
  }
}
