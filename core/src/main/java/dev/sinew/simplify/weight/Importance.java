package dev.sinew.simplify.weight;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Pose;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The weight of errors around each point of a surface. By detail it is the product of the density
 * of triangles that the maker chose, of the contrast of colours, or of borders that touch, of how
 * small a part is that stands out, of what expressions or the skeleton say of heads and hands, and
 * of how much a point is seen; the caller may prefer some points.
 */
public final class Importance {
  private static final double MAX = 10;

  private Importance() {}

  /**
   * Returns a weight per point, or null if all weights are 1.
   *
   * @param byDetail false for the same weight everywhere
   * @param preferred points of the weight 10
   * @param byColor true to weight by brightness, 1 to 10
   * @param poses the poses in which the character is seen
   */
  public static double @Nullable [] of(
      JoinedCharacter character,
      boolean byDetail,
      BitSet preferred,
      boolean byColor,
      List<Pose> poses,
      RunContext context) {
    double[] out =
        byDetail ? detail(character, poses, context) : ones(character.mesh().vertexCount());
    preferred.stream().forEach(p -> out[p] *= MAX);
    if (byColor) {
      double[] bright = brightness(character.mesh());
      for (int p = 0; p < out.length; p++) {
        double factor = 1 + (MAX - 1) * bright[p];
        out[p] *= preferred.get(p) ? 1 : factor;
      }
    }
    return Arrays.stream(out).allMatch(one -> one == 1) ? null : out;
  }

  private static double[] ones(int count) {
    double[] out = new double[count];
    Arrays.fill(out, 1);
    return out;
  }

  private static double[] detail(JoinedCharacter character, List<Pose> poses, RunContext context) {
    TriMesh rest = character.restMesh();
    double[] out = MakerDensity.weights(rest, context);
    SurfaceColors colors = new SurfaceColors(character);
    double[] small = PartContrast.weights(character, colors, context);
    double[] lines = ColorContrast.weights(character.mesh(), colors, context);
    double[] openings = Openings.weights(character, poses, context);
    double[] body = LookedAt.weights(character);
    double[] expressions = Expressions.weights(character, rest, context);
    double[] seen = SeenSurface.weights(character, poses, context);
    for (int p = 0; p < out.length; p++) {
      out[p] *=
          small[p] * Math.max(lines[p], openings[p]) * Math.max(body[p], expressions[p]) * seen[p];
    }
    return out;
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
