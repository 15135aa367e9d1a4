package dev.sinew.draw;

/**
 * Smooth normals: the mean of the normals of a point's triangles, each weighted by its angle at the
 * point (Thürmer and Wüthrich 1998), so the result does not depend on how a surface is cut into
 * triangles.
 */
final class PointNormals {
  private PointNormals() {}

  /** A unit normal per point, or zero where there is none; in a new array. */
  static float[] smooth(double[] points, int[] triangles) {
    double[] sums = new double[points.length];
    double[] edges = new double[9];
    for (int c = 0; c < triangles.length; c += 3) {
      addTriangle(points, triangles, c, edges, sums);
    }
    float[] out = new float[points.length];
    for (int o = 0; o < out.length; o += 3) {
      double length =
          Math.sqrt(sums[o] * sums[o] + sums[o + 1] * sums[o + 1] + sums[o + 2] * sums[o + 2]);
      if (length > 0) {
        for (int k = 0; k < 3; k++) {
          out[o + k] = (float) (sums[o + k] / length);
        }
      }
    }
    return out;
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
