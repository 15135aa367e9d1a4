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
        float p = coords[4 * e],
            q = coords[4 * e + 1],
            r = coords[4 * e + 2],
            w = coords[4 * e + 3];
        x += add(g[m], p, add(g[m + 4], q, add(g[m + 8], r, g[m + 12] * w)));
        y += add(g[m + 1], p, add(g[m + 5], q, add(g[m + 9], r, g[m + 13] * w)));
        z += add(g[m + 2], p, add(g[m + 6], q, add(g[m + 10], r, g[m + 14] * w)));
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
        float sp = tangents[8 * e], sq = tangents[8 * e + 1];
        float sr = tangents[8 * e + 2], sw = tangents[8 * e + 3];
        sx += add(g[m], sp, add(g[m + 4], sq, add(g[m + 8], sr, g[m + 12] * sw)));
        sy += add(g[m + 1], sp, add(g[m + 5], sq, add(g[m + 9], sr, g[m + 13] * sw)));
        sz += add(g[m + 2], sp, add(g[m + 6], sq, add(g[m + 10], sr, g[m + 14] * sw)));
        float tp = tangents[8 * e + 4], tq = tangents[8 * e + 5];
        float tr = tangents[8 * e + 6], tw = tangents[8 * e + 7];
        tx += add(g[m], tp, add(g[m + 4], tq, add(g[m + 8], tr, g[m + 12] * tw)));
        ty += add(g[m + 1], tp, add(g[m + 5], tq, add(g[m + 9], tr, g[m + 13] * tw)));
        tz += add(g[m + 2], tp, add(g[m + 6], tq, add(g[m + 10], tr, g[m + 14] * tw)));
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
        int u = 12 * e;
        x +=
            add(
                g[m],
                weights[u],
                add(
                    g[m + 4],
                    weights[u + 3],
                    add(g[m + 8], weights[u + 6], g[m + 12] * weights[u + 9])));
        y +=
            add(
                g[m + 1],
                weights[u + 1],
                add(
                    g[m + 5],
                    weights[u + 4],
                    add(g[m + 9], weights[u + 7], g[m + 13] * weights[u + 10])));
        z +=
            add(
                g[m + 2],
                weights[u + 2],
                add(
                    g[m + 6],
                    weights[u + 5],
                    add(g[m + 10], weights[u + 8], g[m + 14] * weights[u + 11])));
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
        int u = 24 * e;
        sx +=
            add(
                g[m],
                weights[u],
                add(
                    g[m + 4],
                    weights[u + 3],
                    add(g[m + 8], weights[u + 6], g[m + 12] * weights[u + 9])));
        sy +=
            add(
                g[m + 1],
                weights[u + 1],
                add(
                    g[m + 5],
                    weights[u + 4],
                    add(g[m + 9], weights[u + 7], g[m + 13] * weights[u + 10])));
        sz +=
            add(
                g[m + 2],
                weights[u + 2],
                add(
                    g[m + 6],
                    weights[u + 5],
                    add(g[m + 10], weights[u + 8], g[m + 14] * weights[u + 11])));
        tx +=
            add(
                g[m],
                weights[u + 12],
                add(
                    g[m + 4],
                    weights[u + 15],
                    add(g[m + 8], weights[u + 18], g[m + 12] * weights[u + 21])));
        ty +=
            add(
                g[m + 1],
                weights[u + 13],
                add(
                    g[m + 5],
                    weights[u + 16],
                    add(g[m + 9], weights[u + 19], g[m + 13] * weights[u + 22])));
        tz +=
            add(
                g[m + 2],
                weights[u + 14],
                add(
                    g[m + 6],
                    weights[u + 17],
                    add(g[m + 10], weights[u + 20], g[m + 14] * weights[u + 23])));
      }
      storeCross(sx, sy, sz, tx, ty, tz, out, offset + 3 * v);
    }
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
