package dev.sinew.draw;

/**
 * Smooth normals: the mean of the normals of a point's triangles, each weighted by its angle at the
 * point (Thürmer and Wüthrich 1998), so the result does not depend on how a surface is cut into
 * triangles. Points with the same position, as at seams, share their normals if these differ by
 * less than the crease angle.
 */
final class PointNormals {
  /** Cosine of the crease angle between points with the same position: 40 degrees. */
  private static final double CREASE = 0.766;

  /** The maximum number of points with the same position that one point is compared with. */
  private static final int MAX_JOINED = 64;

  private PointNormals() {}

  /** Returns a unit normal per point, or zero if it has none, in a new array. */
  static float[] smooth(double[] points, int[] triangles, CoincidentPoints coincident) {
    double[] sums = new double[points.length];
    double[] edges = new double[9];
    for (int c = 0; c < triangles.length; c += 3) {
      addTriangle(points, triangles, c, edges, sums);
    }
    float[] out = new float[points.length];
    double[] joined = new double[3];
    for (int p = 0; 3 * p < out.length; p++) {
      join(sums, p, coincident, joined);
      double length = Math.sqrt(dot(joined, 0, joined, 0));
      if (length > 0) {
        for (int k = 0; k < 3; k++) {
          out[3 * p + k] = (float) (joined[k] / length);
        }
      }
    }
    return out;
  }

  /** Sums the normals at a point's position that differ by less than the crease angle. */
  private static void join(double[] sums, int point, CoincidentPoints coincident, double[] out) {
    System.arraycopy(sums, 3 * point, out, 0, 3);
    double own = dot(sums, 3 * point, sums, 3 * point);
    int tried = 0;
    for (int q = coincident.next(point); q != point && tried < MAX_JOINED; q = coincident.next(q)) {
      double cosine =
          dot(sums, 3 * point, sums, 3 * q) / Math.sqrt(own * dot(sums, 3 * q, sums, 3 * q));
      if (cosine > CREASE) {
        for (int k = 0; k < 3; k++) {
          out[k] += sums[3 * q + k];
        }
      }
      tried++;
    }
  }

  private static double dot(double[] u, int i, double[] v, int j) {
    return u[i] * v[j] + u[i + 1] * v[j + 1] + u[i + 2] * v[j + 2];
  }

  private static void addTriangle(
      double[] points, int[] triangles, int c, double[] edges, double[] sums) {
    for (int i = 0; i < 3; i++) {
      int from = 3 * triangles[c + i];
      int to = 3 * triangles[c + (i + 1) % 3];
      double length = 0;
      for (int k = 0; k < 3; k++) {
        edges[3 * i + k] = points[to + k] - points[from + k];
        length += edges[3 * i + k] * edges[3 * i + k];
      }
      length = Math.sqrt(length);
      for (int k = 0; k < 3; k++) {
        edges[3 * i + k] /= length;
      }
    }
    double nx = edges[1] * edges[5] - edges[2] * edges[4];
    double ny = edges[2] * edges[3] - edges[0] * edges[5];
    double nz = edges[0] * edges[4] - edges[1] * edges[3];
    double length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(length > 0 && length < Double.POSITIVE_INFINITY)) {
      return;
    }
    for (int i = 0; i < 3; i++) {
      int before = 3 * ((i + 2) % 3);
      double cosine =
          -(edges[3 * i] * edges[before]
              + edges[3 * i + 1] * edges[before + 1]
              + edges[3 * i + 2] * edges[before + 2]);
      double weight = StrictMath.acos(Math.max(-1, Math.min(1, cosine))) / length;
      int o = 3 * triangles[c + i];
      sums[o] += weight * nx;
      sums[o + 1] += weight * ny;
      sums[o + 2] += weight * nz;
    }
  }
}
