package dev.sinew.simplify.weight;

import dev.sinew.distance.Exposure;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Material;
import dev.sinew.model.Pose;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.Arrays;
import java.util.List;

/**
 * Weights of the surface by whether it is seen: skin below clothes, the inside of a mouth that
 * never opens and the ends of limbs inside a body count less than what is in front of them.
 */
final class SeenSurface {
  /** The weight of what is never seen. */
  private static final double HIDDEN = 0.3;

  /** The share of directions in front of a point that sees it whose weight is 1. */
  private static final double FULL_WEIGHT_SHARE = 0.2;

  /** A surface counts as seen up to this distance behind another, in sides of the view. */
  private static final double BEHIND = 0.004;

  /** Characters of more triangles are seen in one pose only. */
  private static final int MAX_TRIANGLES_IN_ALL_POSES = 100_000;

  private SeenSurface() {}

  /**
   * Returns a weight per point of the joined character, 1 or less.
   *
   * @param poses in which the character is seen; all of them, or the first if it is large
   */
  static double[] weights(JoinedCharacter joined, List<Pose> poses, RunContext context) {
    CharacterSurface surface = CharacterSurface.inOrderOfMeshes(joined.character());
    CharacterSurface.Posed posed = surface.newPosed();
    TriMesh mesh = joined.mesh();
    double[] out = new double[mesh.vertexCount()];
    double[] seen = new double[mesh.triangleCount()];
    // A mesh that is shown several times has no triangle of its own for each.
    if (posed.mesh().triangleCount() != seen.length) {
      Arrays.fill(out, 1);
      return out;
    }
    Exposure.Seen how = how(surface, posed.mesh());
    int used = seen.length > MAX_TRIANGLES_IN_ALL_POSES ? 1 : poses.size();
    for (int k = 0; k < used; k++) {
      posed.set(poses.get(k), context);
      TriMesh shown = posed.mesh();
      double[] exposure = Exposure.of(shown.positions(), shown.triangles(), how, context);
      Arrays.setAll(seen, t -> Math.max(seen[t], exposure[t]));
      context.report("finding what is seen", k + 1, used);
    }
    for (int c = 0; c < 3 * seen.length; c++) {
      int p = mesh.vertex(c / 3, c % 3);
      out[p] = Math.max(out[p], Math.min(1, seen[c / 3] / FULL_WEIGHT_SHARE));
    }
    Arrays.setAll(out, p -> HIDDEN + (1 - HIDDEN) * out[p]);
    return out;
  }

  private static Exposure.Seen how(CharacterSurface surface, TriMesh mesh) {
    boolean[] twoSided = new boolean[mesh.groupCount()];
    boolean[] clear = new boolean[mesh.groupCount()];
    for (int g = 0; g < clear.length; g++) {
      Material material = surface.material(g).orElse(Material.PLAIN);
      twoSided[g] = material.doubleSided();
      clear[g] = material.opacity().alpha() != Material.Alpha.OPAQUE;
    }
    return new Exposure.Seen(BEHIND, t -> twoSided[mesh.group(t)], t -> clear[mesh.group(t)]);
  }
}
