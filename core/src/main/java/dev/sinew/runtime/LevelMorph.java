package dev.sinew.runtime;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.LinearSkin;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.skin.AnimationSpace;
import dev.sinew.skin.Geomorph;
import java.util.List;

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

  /**
   * Returns the longest way of a vertex between two levels in some poses, in the scene's unit. It
   * is often many times the error: vertices mostly move along the surface.
   */
  public static double travel(
      SkinnedCharacter fine, SkinnedCharacter coarse, VertexMap map, List<Pose> poses) {
    double longest = 0;
    for (int part = 0; part < fine.parts().size(); part++) {
      Geomorph morph = of(fine, coarse, part, map);
      Geomorph.Morphed posed = morph.newPosed();
      PointBuffer start = PointBuffer.allocate(morph.pointCount(), false);
      PointBuffer end = PointBuffer.allocate(morph.pointCount(), false);
      for (Pose pose : poses) {
        posed.set(pose);
        posed.setLevel(0);
        posed.fill(0, morph.pointCount(), start);
        posed.setLevel(1);
        posed.fill(0, morph.pointCount(), end);
        longest = Math.max(longest, furthest(start.positions(), end.positions()));
      }
    }
    return longest;
  }

  private static double furthest(float[] from, float[] to) {
    double square = 0;
    for (int i = 0; i < from.length; i += 3) {
      double x = to[i] - from[i];
      double y = to[i + 1] - from[i + 1];
      double z = to[i + 2] - from[i + 2];
      square = Math.max(square, x * x + y * y + z * z);
    }
    return Math.sqrt(square);
  }

  private static void require(String what, int vertices, int expected) {
    if (vertices != expected) {
      throw new IllegalArgumentException(
          what + ": expected " + expected + " vertices as in the map, got " + vertices);
    }
  }
}
