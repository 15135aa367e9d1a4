package dev.sinew.runtime;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.LinearSkin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.skin.AnimationSpace;
import dev.sinew.skin.Geomorph;

/**
 * Smooth changes between two levels of a character: the vertices of the finer level move to those
 * of the coarser one that they are merged into, p_l = p + (l − ⌊l⌋)(p' − p) (Merry's thesis,
 * equation 7.1). Drawn with the triangles of the finer level, the surface with the share 0 is the
 * finer level and with the share 1 the coarser one, in every pose. This needs levels made without
 * edge flips: {@link dev.sinew.simplify.SimplifyOptions#withFlips}.
 */
public final class LevelMorph {
  private LevelMorph() {}

  /**
   * Returns the deformer of a part between two levels, with the vertices of the finer one. It has
   * no normals: compute them from the triangles. Morph targets are not included.
   *
   * @param fine the finer level
   * @param coarse the coarser level of the same character
   * @param part the index of the part in both
   * @param map the vertices of the two levels
   */
  public static Geomorph of(
      SkinnedCharacter fine, SkinnedCharacter coarse, int part, VertexMap map) {
    Part own = fine.parts().get(part);
    LinearSkin from = LinearSkin.of(fine, own);
    LinearSkin to = LinearSkin.of(coarse, coarse.parts().get(part));
    int mesh = own.mesh();
    require("fine level", from.coords().rowCount(), map.fineCount(mesh));
    require("coarse level", to.coords().rowCount(), map.coarseCount(mesh));
    AnimationCoords.Builder ends = AnimationCoords.builder();
    for (int v = 0; v < map.fineCount(mesh); v++) {
      int c = map.coarseOf(mesh, v);
      if (c == VertexMap.GONE) {
        ends.add(from.coords(), map.mergedWith(mesh, v), 1);
      } else {
        ends.add(to.coords(), c, 1);
      }
      ends.endRow();
    }
    return Geomorph.between(
        AnimationSpace.of(from.skin(), from.coords(), null),
        AnimationSpace.of(from.skin(), ends.buildPoints(), null));
  }

  private static void require(String what, int vertices, int expected) {
    if (vertices != expected) {
      throw new IllegalArgumentException(
          what + ": expected " + expected + " vertices as in the map, got " + vertices);
    }
  }
}
