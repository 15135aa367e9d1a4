package dev.sinew.simplify;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Weights of the surface around each point of a mesh. */
final class Importance {
  private static final double MAX = 10;

  private Importance() {}

  /**
   * Returns a weight per point, or null if all weights are 1: that of {@link SmallParts}, times up
   * to 10 where the caller prefers the surface.
   */
  static double @Nullable [] of(
      JoinedCharacter character, BitSet preferred, boolean byColor, RunContext context) {
    double[] out = SmallParts.weights(character, context);
    preferred.stream().forEach(p -> out[p] *= MAX);
    if (byColor) {
      double[] bright = brightness(character.mesh());
      for (int p = 0; p < out.length; p++) {
        double factor = 1 + (MAX - 1) * bright[p];
        out[p] *= preferred.get(p) ? 1 : factor;
      }
    }
    return Arrays.stream(out).allMatch(weight -> weight == 1) ? null : out;
  }

  /** Returns the brightest colour of each point, 0 to 1. */
  private static double[] brightness(TriMesh mesh) {
    MeshAttribute color =
        mesh.attribute(MeshAttribute.COLOR)
            .orElseThrow(
                () -> new RequestException("priority by colour: the model has no COLOR_0"));
    double[] out = new double[mesh.vertexCount()];
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      double bright = (color.value(w, 0) + color.value(w, 1) + color.value(w, 2)) / 3;
      int p = mesh.vertexOfWedge(w);
      out[p] = Math.max(out[p], Math.clamp(bright, 0, 1));
    }
    return out;
  }
}
