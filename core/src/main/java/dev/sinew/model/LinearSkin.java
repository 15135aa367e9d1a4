package dev.sinew.model;

import dev.sinew.math.Affine;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;

/**
 * A skin that is linear in the joint matrices: its points are v = Σ_j G_j p_j, with G_j the global
 * transform of joint j and p_j the point's coordinates in the space of that joint. Linear blend
 * skinning and animation space are of this form; bounds and collapse prices require it. Morph
 * targets are not included.
 */
public interface LinearSkin {
  /** Returns the joints that move the points. */
  Skin skin();

  /** Returns the coordinates p, a row per point; their joints are indices into {@link #skin}. */
  AnimationCoords coords();

  /** Returns a linear skin of given coordinates. */
  static LinearSkin of(Skin skin, AnimationCoords coords) {
    record Rows(Skin skin, AnimationCoords coords) implements LinearSkin {}
    if (coords.jointsNeeded() > skin.jointCount()) {
      throw new IllegalArgumentException(
          "joints: expected up to " + skin.jointCount() + ", need " + coords.jointsNeeded());
    }
    return new Rows(skin, coords);
  }

  /**
   * Returns the linear skin of a part, a row per vertex: its animation coordinates if it has any,
   * else those of linear blend skinning; a part without a skin is rigid on its node.
   */
  static LinearSkin of(SkinnedCharacter character, Part part) {
    Geometry geometry = character.geometry(part);
    Influences influences = geometry.influences();
    double[] rest = geometry.mesh().positions();
    if (part.skin() == SkinnedCharacter.NO_SKIN || influences == null) {
      double[] identity = new double[Affine.SIZE];
      Affine.identity(identity, 0);
      Skin node = new Skin("node", new int[] {part.node()}, identity);
      Influences.Builder rigid = Influences.builder();
      for (int v = 0; v < geometry.mesh().vertexCount(); v++) {
        rigid.add(0, 1).endRow();
      }
      return of(node, AnimationCoords.ofLinearBlend(node, rigid.build(), rest));
    }
    Skin skin = character.skins().get(part.skin());
    AnimationCoords coords = geometry.coords();
    return of(
        skin, coords != null ? coords : AnimationCoords.ofLinearBlend(skin, influences, rest));
  }
}
