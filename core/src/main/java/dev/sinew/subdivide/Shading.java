package dev.sinew.subdivide;

/**
 * Normals of refined faces: every fan of corners between sharp edges shares the area-weighted mean
 * normal of its faces.
 */
final class Shading {
  /** A representative corner of every corner's fan. */
  final int[] fan;

  /** x, y, z of the unit normal of each representative corner's fan; unused elsewhere. */
  private final double[] normals;

  Shading(Faces faces, double[] positions) {
    Edges edges = new Edges(faces);
    fan = Fans.roots(edges, e -> edges.faceCount(e) == 2 && faces.sharpness[edges.side(e, 0)] == 0);
    normals = new double[3 * faces.cornerCount()];
    double[] area = new double[3];
    for (int f = 0; f < faces.faceCount(); f++) {
      areaVector(faces, f, positions, area);
      for (int c = faces.faceStart[f]; c < faces.faceStart[f + 1]; c++) {
        for (int k = 0; k < 3; k++) {
          normals[3 * fan[c] + k] += area[k];
        }
      }
    }
    for (int c = 0; c < faces.cornerCount(); c++) {
      if (fan[c] == c) {
        normalise(3 * c);
      }
    }
  }

  /** The sum of cross products around a face: its normal times twice its area. */
  private static void areaVector(Faces faces, int f, double[] positions, double[] out) {
    int from = faces.faceStart[f];
    int to = faces.faceStart[f + 1];
    int o = 3 * faces.cornerPoint[from];
    out[0] = 0;
    out[1] = 0;
    out[2] = 0;
    for (int c = from + 1; c + 1 < to; c++) {
      int p = 3 * faces.cornerPoint[c];
      int q = 3 * faces.cornerPoint[c + 1];
      for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3;
        int j = (k + 2) % 3;
        out[k] +=
            (positions[p + i] - positions[o + i]) * (positions[q + j] - positions[o + j])
                - (positions[p + j] - positions[o + j]) * (positions[q + i] - positions[o + i]);
      }
    }
  }

  /** Normalises; fans without area get the normal +z. */
  private void normalise(int o) {
    double length =
        Math.sqrt(
            normals[o] * normals[o]
                + normals[o + 1] * normals[o + 1]
                + normals[o + 2] * normals[o + 2]);
    boolean valid = length > 0 && length < Double.POSITIVE_INFINITY;
    for (int k = 0; k < 3; k++) {
      normals[o + k] = valid ? normals[o + k] / length : k == 2 ? 1 : 0;
    }
  }

  /** Returns coordinate k of the normal at a corner. */
  double normal(int corner, int k) {
    return normals[3 * fan[corner] + k];
  }
}
