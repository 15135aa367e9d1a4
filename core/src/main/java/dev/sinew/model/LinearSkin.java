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
    if (character.skinning(part).isRigid()) {
      return ofNode(part.node(), geometry.mesh().positions());
    }
    Skin skin = character.skins().get(part.skin());
    return of(skin, geometry.coords(skin));
  }

  private static LinearSkin ofNode(int joint, double[] rest) {
    double[] identity = new double[Affine.SIZE];
    Affine.identity(identity, 0);
    Skin node = new Skin("node", new int[] {joint}, identity);
    Influences.Builder rigid = Influences.builder();
    for (int v = 0; v < rest.length / 3; v++) {
      rigid.add(0, 1).endRow();
    }
    return of(node, AnimationCoords.ofLinearBlend(node, rigid.build(), rest));
  }
}
