package dev.sinew.skin;

/**
 * The kernels in plain Java: the reference for {@link VectorKernels} and what runs where the Vector
 * API is missing. The letters a, b, c, d are the columns of a matrix.
 */
final class ScalarKernels implements Kernels {
  static final ScalarKernels INSTANCE = new ScalarKernels();

  private ScalarKernels() {}

  @Override
  public void blend(
      PointRows rows,
      float[] weights,
      float[] g,
      float[] rest,
      int from,
      int to,
      float[] out,
      int offset) {
    int[] start = rows.rowStart;
    int[] places = rows.matrices;
    for (int v = from; v < to; v++) {
      int e = start[v];
      int m = places[e];
      float w = weights[e];
      float ax = g[m] * w, ay = g[m + 1] * w, az = g[m + 2] * w;
      float bx = g[m + 4] * w, by = g[m + 5] * w, bz = g[m + 6] * w;
      float cx = g[m + 8] * w, cy = g[m + 9] * w, cz = g[m + 10] * w;
      float dx = g[m + 12] * w, dy = g[m + 13] * w, dz = g[m + 14] * w;
      for (e++; e < start[v + 1]; e++) {
        m = places[e];
        w = weights[e];
        ax += g[m] * w;
        ay += g[m + 1] * w;
        az += g[m + 2] * w;
        bx += g[m + 4] * w;
        by += g[m + 5] * w;
        bz += g[m + 6] * w;
        cx += g[m + 8] * w;
        cy += g[m + 9] * w;
        cz += g[m + 10] * w;
        dx += g[m + 12] * w;
        dy += g[m + 13] * w;
        dz += g[m + 14] * w;
      }
      float x = rest[3 * v], y = rest[3 * v + 1], z = rest[3 * v + 2];
      int o = offset + 3 * v;
      out[o] = (ax * x + bx * y) + (cx * z + dx);
      out[o + 1] = (ay * x + by * y) + (cy * z + dy);
      out[o + 2] = (az * x + bz * y) + (cz * z + dz);
    }
  }

  @Override
  public void blendNormals(
      PointRows rows,
      float[] weights,
      float[] g,
      float[] restNormals,
      int from,
      int to,
      float[] outNormals,
      int offset) {
    int[] start = rows.rowStart;
    int[] places = rows.matrices;
    for (int v = from; v < to; v++) {
      float ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0, cx = 0, cy = 0, cz = 0;
      for (int e = start[v]; e < start[v + 1]; e++) {
        int m = places[e];
        float w = weights[e];
        ax += g[m] * w;
        ay += g[m + 1] * w;
        az += g[m + 2] * w;
        bx += g[m + 4] * w;
        by += g[m + 5] * w;
        bz += g[m + 6] * w;
        cx += g[m + 8] * w;
        cy += g[m + 9] * w;
        cz += g[m + 10] * w;
      }
      storeNormal(
          ax, ay, az, bx, by, bz, cx, cy, cz, restNormals, 3 * v, outNormals, offset + 3 * v);
    }
  }

  @Override
  public void gradientNormals(
      PointRows rows,
      float[] gradients,
      float[] g,
      float[] rest,
      float[] restNormals,
      int from,
      int to,
      float[] outNormals,
      int offset) {
    int[] start = rows.rowStart;
    int[] places = rows.matrices;
    for (int v = from; v < to; v++) {
      float x = rest[3 * v], y = rest[3 * v + 1], z = rest[3 * v + 2];
      float ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0, cx = 0, cy = 0, cz = 0;
      for (int e = start[v]; e < start[v + 1]; e++) {
        int m = places[e];
        float w = gradients[4 * e];
        float wx = gradients[4 * e + 1], wy = gradients[4 * e + 2], wz = gradients[4 * e + 3];
        // Where this joint alone would put the point.
        float px = (g[m] * x + g[m + 4] * y) + (g[m + 8] * z + g[m + 12]);
        float py = (g[m + 1] * x + g[m + 5] * y) + (g[m + 9] * z + g[m + 13]);
        float pz = (g[m + 2] * x + g[m + 6] * y) + (g[m + 10] * z + g[m + 14]);
        ax += g[m] * w + px * wx;
        ay += g[m + 1] * w + py * wx;
        az += g[m + 2] * w + pz * wx;
        bx += g[m + 4] * w + px * wy;
        by += g[m + 5] * w + py * wy;
        bz += g[m + 6] * w + pz * wy;
        cx += g[m + 8] * w + px * wz;
        cy += g[m + 9] * w + py * wz;
        cz += g[m + 10] * w + pz * wz;
      }
      storeNormal(
          ax, ay, az, bx, by, bz, cx, cy, cz, restNormals, 3 * v, outNormals, offset + 3 * v);
    }
  }

  @Override
  public void project(
      PointRows rows, float[] coords, float[] g, int from, int to, float[] out, int offset) {
    int[] start = rows.rowStart;
    int[] places = rows.matrices;
    for (int v = from; v < to; v++) {
      float x = 0, y = 0, z = 0;
      for (int e = start[v]; e < start[v + 1]; e++) {
        int m = places[e];
        float p = coords[4 * e],
            q = coords[4 * e + 1],
            r = coords[4 * e + 2],
            w = coords[4 * e + 3];
        x += (g[m] * p + g[m + 4] * q) + (g[m + 8] * r + g[m + 12] * w);
        y += (g[m + 1] * p + g[m + 5] * q) + (g[m + 9] * r + g[m + 13] * w);
        z += (g[m + 2] * p + g[m + 6] * q) + (g[m + 10] * r + g[m + 14] * w);
      }
      out[offset + 3 * v] = x;
      out[offset + 3 * v + 1] = y;
      out[offset + 3 * v + 2] = z;
    }
  }

  @Override
  public void projectNormals(
      PointRows rows,
      float[] tangents,
      float[] g,
      int from,
      int to,
      float[] outNormals,
      int offset) {
    int[] start = rows.rowStart;
    int[] places = rows.matrices;
    for (int v = from; v < to; v++) {
      float sx = 0, sy = 0, sz = 0;
      float tx = 0, ty = 0, tz = 0;
      for (int e = start[v]; e < start[v + 1]; e++) {
        int m = places[e];
        float sp = tangents[8 * e], sq = tangents[8 * e + 1];
        float sr = tangents[8 * e + 2], sw = tangents[8 * e + 3];
        sx += (g[m] * sp + g[m + 4] * sq) + (g[m + 8] * sr + g[m + 12] * sw);
        sy += (g[m + 1] * sp + g[m + 5] * sq) + (g[m + 9] * sr + g[m + 13] * sw);
        sz += (g[m + 2] * sp + g[m + 6] * sq) + (g[m + 10] * sr + g[m + 14] * sw);
        float tp = tangents[8 * e + 4], tq = tangents[8 * e + 5];
        float tr = tangents[8 * e + 6], tw = tangents[8 * e + 7];
        tx += (g[m] * tp + g[m + 4] * tq) + (g[m + 8] * tr + g[m + 12] * tw);
        ty += (g[m + 1] * tp + g[m + 5] * tq) + (g[m + 9] * tr + g[m + 13] * tw);
        tz += (g[m + 2] * tp + g[m + 6] * tq) + (g[m + 10] * tr + g[m + 14] * tw);
      }
      storeCross(sx, sy, sz, tx, ty, tz, outNormals, offset + 3 * v);
    }
  }

  @Override
  public void envelop(
      PointRows rows, float[] weights, float[] g, int from, int to, float[] out, int offset) {
    int[] start = rows.rowStart;
    int[] places = rows.matrices;
    for (int v = from; v < to; v++) {
      float x = 0, y = 0, z = 0;
      for (int e = start[v]; e < start[v + 1]; e++) {
        int m = places[e];
        int u = 12 * e;
        x +=
            (g[m] * weights[u] + g[m + 4] * weights[u + 3])
                + (g[m + 8] * weights[u + 6] + g[m + 12] * weights[u + 9]);
        y +=
            (g[m + 1] * weights[u + 1] + g[m + 5] * weights[u + 4])
                + (g[m + 9] * weights[u + 7] + g[m + 13] * weights[u + 10]);
        z +=
            (g[m + 2] * weights[u + 2] + g[m + 6] * weights[u + 5])
                + (g[m + 10] * weights[u + 8] + g[m + 14] * weights[u + 11]);
      }
      out[offset + 3 * v] = x;
      out[offset + 3 * v + 1] = y;
      out[offset + 3 * v + 2] = z;
    }
  }

  @Override
  public void envelopNormals(
      PointRows rows,
      float[] weights,
      float[] g,
      int from,
      int to,
      float[] outNormals,
      int offset) {
    int[] start = rows.rowStart;
    int[] places = rows.matrices;
    for (int v = from; v < to; v++) {
      float sx = 0, sy = 0, sz = 0;
      float tx = 0, ty = 0, tz = 0;
      for (int e = start[v]; e < start[v + 1]; e++) {
        int m = places[e];
        int u = 24 * e;
        sx +=
            (g[m] * weights[u] + g[m + 4] * weights[u + 3])
                + (g[m + 8] * weights[u + 6] + g[m + 12] * weights[u + 9]);
        sy +=
            (g[m + 1] * weights[u + 1] + g[m + 5] * weights[u + 4])
                + (g[m + 9] * weights[u + 7] + g[m + 13] * weights[u + 10]);
        sz +=
            (g[m + 2] * weights[u + 2] + g[m + 6] * weights[u + 5])
                + (g[m + 10] * weights[u + 8] + g[m + 14] * weights[u + 11]);
        tx +=
            (g[m] * weights[u + 12] + g[m + 4] * weights[u + 15])
                + (g[m + 8] * weights[u + 18] + g[m + 12] * weights[u + 21]);
        ty +=
            (g[m + 1] * weights[u + 13] + g[m + 5] * weights[u + 16])
                + (g[m + 9] * weights[u + 19] + g[m + 13] * weights[u + 22]);
        tz +=
            (g[m + 2] * weights[u + 14] + g[m + 6] * weights[u + 17])
                + (g[m + 10] * weights[u + 20] + g[m + 14] * weights[u + 23]);
      }
      storeCross(sx, sy, sz, tx, ty, tz, outNormals, offset + 3 * v);
    }
  }

  @Override
  public void addProjected(
      int[] points,
      float[] coords,
      int first,
      int end,
      float[] g,
      int m,
      int to,
      float[] out,
      int offset) {
    for (int i = first; i < end; i++) {
      float p = coords[4 * i], q = coords[4 * i + 1], r = coords[4 * i + 2], w = coords[4 * i + 3];
      int o = offset + 3 * points[i];
      out[o] += (g[m] * p + g[m + 4] * q) + (g[m + 8] * r + g[m + 12] * w);
      out[o + 1] += (g[m + 1] * p + g[m + 5] * q) + (g[m + 9] * r + g[m + 13] * w);
      out[o + 2] += (g[m + 2] * p + g[m + 6] * q) + (g[m + 10] * r + g[m + 14] * w);
    }
  }

  /** Cofactors are the inverse transpose times the determinant, whose sign must not count. */
  private static void storeNormal(
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
    float x = (bcx * p + cax * q) + abx * r;
    float y = (bcy * p + cay * q) + aby * r;
    float z = (bcz * p + caz * q) + abz * r;
    float determinant = (ax * bcx + ay * bcy) + az * bcz;
    float scale = unitScale((x * x + y * y) + z * z, determinant);
    out[o] = x * scale;
    out[o + 1] = y * scale;
    out[o + 2] = z * scale;
  }

  private static void storeCross(
      float sx, float sy, float sz, float tx, float ty, float tz, float[] out, int o) {
    float x = sy * tz - sz * ty, y = sz * tx - sx * tz, z = sx * ty - sy * tx;
    float scale = unitScale((x * x + y * y) + z * z, 1);
    out[o] = x * scale;
    out[o + 1] = y * scale;
    out[o + 2] = z * scale;
  }

  /** What scales a vector to unit length, with a sign; 0 for a vector without length. */
  static float unitScale(float squaredLength, float sign) {
    float length = (float) Math.sqrt(squaredLength);
    return length > 0 ? (sign < 0 ? -1 : 1) / length : 0;
  }
}
