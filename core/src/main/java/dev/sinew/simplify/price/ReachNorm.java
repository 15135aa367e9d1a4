package dev.sinew.simplify.price;

import dev.sinew.bounds.ReachBounds;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.LinearSkin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * The L2,∞ norm: a bound on the length of a vector between points of one mesh in any pose within
 * the joint ranges. Morph targets are ignored.
 */
public final class ReachNorm implements DeviationNorm {
  private final JoinedCharacter joined;
  private final ReachBounds bounds;
  private final List<LinearSkin> skins = new ArrayList<>();

  /** Prepares the norm for the meshes of a character. */
  public ReachNorm(JoinedCharacter joined, ReachBounds bounds) {
    this.joined = joined;
    this.bounds = bounds;
    for (int m = 0; m < joined.character().meshes().size(); m++) {
      skins.add(LinearSkin.of(joined.character(), firstPart(joined, m)));
    }
  }

  /** The first part that shows a mesh; for a mesh that no part shows, a rigid one. */
  private static Part firstPart(JoinedCharacter joined, int mesh) {
    for (Part part : joined.character().parts()) {
      if (part.mesh() == mesh) {
        return part;
      }
    }
    return new Part("not shown", joined.node(mesh), mesh, SkinnedCharacter.NO_SKIN);
  }

  @Override
  public double length(int a, double u, int b, double v, int c, double w, int d, double x) {
    int m = joined.meshOf(a);
    int first = joined.firstPoint(m);
    AnimationCoords own = skins.get(m).coords();
    AnimationCoords.Builder row = AnimationCoords.builder();
    row.add(own, a - first, u).add(own, b - first, v).add(own, c - first, w).add(own, d - first, x);
    row.endRow();
    return bounds.norm(skins.get(m).skin(), row.buildVectors(), 0);
  }
}
