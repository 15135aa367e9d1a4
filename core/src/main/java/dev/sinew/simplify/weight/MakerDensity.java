package dev.sinew.simplify.weight;

import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.Arrays;

/**
 * Weights of the surface by the density of its triangles. The maker of a character puts triangles
 * where people look: a head has a few per cent of the area and a quarter of the triangles. Errors
 * that count by area alone take them away first. Characters are seen whole, where area counts, and
 * close, where their makers expect it; so a fifth of an error counts by area and four fifths by
 * triangles of the original. A scan of even density counts by area alone.
 */
final class MakerDensity {
  /**
   * The share of triangles in the weights; that of area is the rest. More keeps faces and costs
   * mean distance, on ten characters: docs/decisions/importance.md.
   */
  private static final double BY_TRIANGLES = 0.8;

  /** Times that the logarithm of the density is averaged over neighbours. */
  private static final int SMOOTHING = 3;

  /** Limits of the density: a few triangles must not decide alone. */
  private static final double MIN = 0.02;

  private static final double MAX = 100;

  /** The least area of a triangle that counts, relative to the mean. */
  private static final double LEAST_AREA = 1e-6;

  private MakerDensity() {}

  /**
   * Returns a weight per point.
   *
   * @param mesh the mesh at rest, in the scene
   */
  static double[] weights(TriMesh mesh, RunContext context) {
    double[] areas = new double[mesh.triangleCount()];
    for (int t = 0; t < areas.length; t++) {
      double[] n = mesh.areaNormal(t);
      areas[t] = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2;
    }
    double mean = Arrays.stream(areas).sum() / Math.max(1, areas.length);
    double[] out = new double[mesh.vertexCount()];
    if (!(mean > 0)) {
      Arrays.fill(out, 1);
      return out;
    }
    double[] logarithms = localAreas(mesh, areas, mean);
    for (int i = 0; i < SMOOTHING; i++) {
      context.checkCancelled();
      logarithms = smoothed(mesh, logarithms);
    }
    for (int p = 0; p < out.length; p++) {
      double density = Math.clamp(Math.exp(-logarithms[p]), MIN, MAX);
      out[p] = 1 - BY_TRIANGLES + BY_TRIANGLES * density;
    }
    return out;
  }

  /** Returns the logarithm of the mean area around each point over that of the model. */
  private static double[] localAreas(TriMesh mesh, double[] areas, double mean) {
    double[] sum = new double[mesh.vertexCount()];
    int[] count = new int[sum.length];
    for (int t = 0; t < areas.length; t++) {
      for (int c = 0; c < 3; c++) {
        sum[mesh.vertex(t, c)] += areas[t] / mean;
        count[mesh.vertex(t, c)]++;
      }
    }
    for (int p = 0; p < sum.length; p++) {
      sum[p] = count[p] > 0 ? Math.log(Math.max(LEAST_AREA, sum[p] / count[p])) : 0;
    }
    return sum;
  }

  private static double[] smoothed(TriMesh mesh, double[] values) {
    double[] sum = new double[values.length];
    int[] count = new int[values.length];
    for (int t = 0; t < mesh.triangleCount(); t++) {
      double ofTriangle = 0;
      for (int c = 0; c < 3; c++) {
        ofTriangle += values[mesh.vertex(t, c)] / 3;
      }
      for (int c = 0; c < 3; c++) {
        sum[mesh.vertex(t, c)] += ofTriangle;
        count[mesh.vertex(t, c)]++;
      }
    }
    for (int p = 0; p < sum.length; p++) {
      sum[p] = count[p] > 0 ? sum[p] / count[p] : values[p];
    }
    return sum;
  }
}
