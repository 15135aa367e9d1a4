package dev.sinew.simplify.weight;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.review.SurfaceRegions;
import dev.sinew.review.SurfaceRegions.Kind;
import dev.sinew.review.SurfaceRegions.Region;
import java.util.Arrays;

/** Weights of heads and hands, which people look at first, where the skeleton tells them. */
final class LookedAt {
  /**
   * Their weight: little, since the makers of characters know it too and spend triangles there;
   * with more, hair takes triangles from the face. Ten characters, docs/decisions/importance.md.
   */
  private static final double WEIGHT = 1.5;

  private LookedAt() {}

  /** Returns a weight per point, 1 or more. */
  static double[] weights(JoinedCharacter joined) {
    TriMesh mesh = joined.mesh();
    double[] out = new double[mesh.vertexCount()];
    Arrays.fill(out, 1);
    SurfaceRegions regions = new SurfaceRegions(joined.character());
    // A mesh that is shown several times has no triangle of its own for each.
    if (regions.triangleCount() == mesh.triangleCount()) {
      raise(out, mesh, regions, "head");
      raise(out, mesh, regions, "hands");
    }
    return out;
  }

  private static void raise(double[] weights, TriMesh mesh, SurfaceRegions regions, String name) {
    regions.triangles(new Region(Kind.BODY, name)).stream()
        .forEach(
            t -> {
              for (int c = 0; c < 3; c++) {
                weights[mesh.vertex(t, c)] = WEIGHT;
              }
            });
  }
}
