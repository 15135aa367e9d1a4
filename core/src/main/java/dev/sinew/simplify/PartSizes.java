package dev.sinew.simplify;

import dev.sinew.model.MeshParts;
import dev.sinew.model.TriMesh;
import java.util.Arrays;

/**
 * Weights of small parts, such as eyes, glasses, buttons and teeth: the size of the whole over that
 * of the part. An eye that is off by a millimetre has lost its shape, a coat has not; so the
 * squared error of a part counts relative to its own size times that of the whole.
 */
final class PartSizes {
  /** The largest weight: that of a part of 2 % of the box side. */
  private static final double MAX_WEIGHT = 50;

  private PartSizes() {}

  /**
   * Returns a weight per point, 1 or more.
   *
   * @param mesh the mesh at rest, in the scene
   */
  static double[] weights(TriMesh mesh, MeshParts parts) {
    double[] low = new double[3 * parts.count()];
    double[] high = new double[3 * parts.count()];
    Arrays.fill(low, Double.POSITIVE_INFINITY);
    Arrays.fill(high, Double.NEGATIVE_INFINITY);
    for (int c = 0; c < 3 * mesh.triangleCount(); c++) {
      for (int k = 0; k < 3; k++) {
        int i = 3 * parts.of(c / 3) + k;
        double x = mesh.position(mesh.vertex(c / 3, c % 3), k);
        low[i] = Math.min(low[i], x);
        high[i] = Math.max(high[i], x);
      }
    }
    double whole = mesh.bounds().longestSide();
    double[] out = new double[mesh.vertexCount()];
    Arrays.fill(out, 1);
    for (int c = 0; c < 3 * mesh.triangleCount(); c++) {
      int part = 3 * parts.of(c / 3);
      double size = 0;
      for (int k = part; k < part + 3; k++) {
        size = Math.max(size, high[k] - low[k]);
      }
      int p = mesh.vertex(c / 3, c % 3);
      out[p] = size > 0 ? Math.clamp(whole / size, out[p], MAX_WEIGHT) : out[p];
    }
    return out;
  }
}
