package dev.sinew.fit.system;

import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.ShapeSet;
import dev.sinew.run.RunContext;
import java.util.Arrays;

/** Squared distances between the vertices of a skin and the shapes. */
public final class SkinError {
  private SkinError() {}

  /** Returns Σ_k |Σ_j M_jᵏ p_j − vᵏ|² of each vertex. */
  public static double[] ofVertices(
      SkinRows rows, double[] rest, ShapeSet shapes, BoneMotions motions, RunContext context) {
    double[] errors = new double[rows.vertexCount()];
    context.runRanges(
        errors.length,
        (from, to) -> {
          double[] predicted = new double[3 * shapes.frameCount()];
          for (int v = from; v < to; v++) {
            predict(rows, rest, motions, v, predicted);
            int at = predicted.length * v;
            double sum = 0;
            for (int i = 0; i < predicted.length; i++) {
              double e = predicted[i] - shapes.value(at + i);
              sum += e * e;
            }
            errors[v] = sum;
          }
        });
    return errors;
  }

  /** Computes the vertex in all frames, 3 values per frame. */
  public static void predict(
      SkinRows rows, double[] rest, BoneMotions motions, int v, double[] out) {
    Arrays.fill(out, 0);
    double[] p = new double[4];
    for (int i = 0; i < rows.count[v]; i++) {
      rows.coordinates(v, i, rest, p, 0);
      int g = motions.at(rows.bone[rows.at(v, i)], 0);
      for (int o = 0; o < out.length; o++, g += 4) {
        out[o] +=
            motions.value(g) * p[0]
                + motions.value(g + 1) * p[1]
                + motions.value(g + 2) * p[2]
                + motions.value(g + 3) * p[3];
      }
    }
  }

  /** Returns the root mean square distance over all vertices and frames. */
  public static double rms(double[] squaredErrors, int frames) {
    double sum = 0;
    for (double e : squaredErrors) {
      sum += e;
    }
    return Math.sqrt(sum / ((double) squaredErrors.length * frames));
  }
}
