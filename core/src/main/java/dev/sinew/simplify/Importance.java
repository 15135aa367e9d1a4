package dev.sinew.simplify;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Weights of the surface around each point of a mesh. */
final class Importance {
  private static final double MAX = 10;

  private Importance() {}

  /** Returns a weight of 1 to 10 per point, or null if all weights are 1. */
  static double @Nullable [] of(TriMesh mesh, BitSet preferred, boolean byColor) {
    if (preferred.isEmpty() && !byColor) {
      return null;
    }
    double[] out = new double[mesh.vertexCount()];
    Arrays.fill(out, 1);
    preferred.stream().forEach(p -> out[p] = MAX);
    if (byColor) {
      MeshAttribute color =
          mesh.attribute(MeshAttribute.COLOR)
              .orElseThrow(
                  () -> new RequestException("priority by colour: the model has no COLOR_0"));
      for (int w = 0; w < mesh.wedgeCount(); w++) {
        double bright = (color.value(w, 0) + color.value(w, 1) + color.value(w, 2)) / 3;
        int p = mesh.vertexOfWedge(w);
        out[p] = Math.max(out[p], 1 + (MAX - 1) * Math.clamp(bright, 0, 1));
      }
    }
    return out;
  }
}
