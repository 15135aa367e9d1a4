package dev.sinew.simplify.price;

import dev.sinew.bounds.ReachBounds;
import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter.Geometry;
import java.util.ArrayList;
import java.util.List;

/**
 * The L2,∞ norm: the most a vector between points of one mesh can come to in any pose that the
 * joints' ranges allow. Morph targets do not count.
 */
public final class ReachNorm implements DeviationNorm {
  private final JoinedCharacter joined;
  private final ReachBounds bounds;
  private final List<Skin> skins = new ArrayList<>();
  private final List<AnimationCoords> coords = new ArrayList<>();

  public ReachNorm(JoinedCharacter joined, ReachBounds bounds) {
    this.joined = joined;
    this.bounds = bounds;
    double[] identity = new double[Affine.SIZE];
    Affine.identity(identity, 0);
    for (int m = 0; m < joined.character().meshes().size(); m++) {
      Geometry geometry = joined.character().meshes().get(m);
      Influences influences = geometry.influences();
      if (joined.isSkinned(m) && influences != null) {
        AnimationCoords own = geometry.coords();
        skins.add(joined.skin(m));
        coords.add(
            own != null
                ? own
                : AnimationCoords.ofLinearBlend(
                    joined.skin(m), influences, geometry.mesh().positions()));
      } else {
        skins.add(new Skin("node", new int[] {joined.node(m)}, identity));
        coords.add(rigid(geometry));
      }
    }
  }

  private static AnimationCoords rigid(Geometry geometry) {
    AnimationCoords.Builder rows = AnimationCoords.builder();
    for (int v = 0; v < geometry.mesh().vertexCount(); v++) {
      rows.add(
          0,
          geometry.mesh().position(v, 0),
          geometry.mesh().position(v, 1),
          geometry.mesh().position(v, 2),
          1);
      rows.endRow();
    }
    return rows.buildPoints();
  }

  @Override
  public double length(int a, double u, int b, double v, int c, double w, int d, double x) {
    int m = joined.meshOf(a);
    int first = joined.firstPoint(m);
    AnimationCoords own = coords.get(m);
    AnimationCoords.Builder row = AnimationCoords.builder();
    row.add(own, a - first, u).add(own, b - first, v).add(own, c - first, w).add(own, d - first, x);
    row.endRow();
    return bounds.norm(skins.get(m), row.buildVectors(), 0);
  }
}
