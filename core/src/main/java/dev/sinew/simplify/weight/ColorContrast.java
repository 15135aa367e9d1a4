package dev.sinew.simplify.weight;

import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.Arrays;

/**
 * Weights of the surface by the contrast of colours around a point. Where a dark line meets light
 * skin, as at the edge of a lid or a lip, a small error shows as a change of colour, and the line
 * has the shape that a face is known by; on plain cloth the same error is hardly seen.
 */
final class ColorContrast {
  /**
   * The factor of the weight where black meets white, less 1. It takes triangles from plain cloth,
   * on ten characters: docs/decisions/importance.md.
   */
  static final double LARGEST = 3;

  private ColorContrast() {}

  /**
   * Returns a weight per point, 1 or more: by the range of colours of the triangles around it and
   * around its neighbours.
   */
  static double[] weights(TriMesh mesh, SurfaceColors colors, RunContext context) {
    float[] least = new float[3 * mesh.vertexCount()];
    float[] most = new float[least.length];
    Arrays.fill(least, 1);
    for (int c = 0; c < 3 * mesh.triangleCount(); c++) {
      for (int k = 0; k < 3; k++) {
        int i = 3 * mesh.vertex(c / 3, c % 3) + k;
        least[i] = Math.min(least[i], colors.value(c / 3, k));
        most[i] = Math.max(most[i], colors.value(c / 3, k));
      }
    }
    context.checkCancelled();
    float[] leastAround = least.clone();
    float[] mostAround = most.clone();
    for (int c = 0; c < 3 * mesh.triangleCount(); c++) {
      for (int d = 0; d < 3; d++) {
        for (int k = 0; k < 3; k++) {
          int i = 3 * mesh.vertex(c / 3, c % 3) + k;
          int j = 3 * mesh.vertex(c / 3, d) + k;
          leastAround[i] = Math.min(leastAround[i], least[j]);
          mostAround[i] = Math.max(mostAround[i], most[j]);
        }
      }
    }
    double[] out = new double[mesh.vertexCount()];
    for (int i = 0; i < least.length; i++) {
      double range = Math.max(0, mostAround[i] - leastAround[i]);
      out[i / 3] = Math.max(out[i / 3], 1 + LARGEST * range);
    }
    return out;
  }
}
