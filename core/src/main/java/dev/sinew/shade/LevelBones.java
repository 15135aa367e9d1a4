package dev.sinew.shade;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The bones that move the triangles of a level with fewer influences than the full model, as bones
 * of the full model; joints are matched by name.
 *
 * @param matches the bones of the full model with the joint of each bone of the level
 */
record LevelBones(AnimationCoords points, int[] pointOfCorner, List<List<Integer>> matches) {
  /**
   * Returns the bones of a level; empty if it has as many influences per vertex as the full model.
   *
   * @param level the level
   * @param rest its surface at rest
   */
  static Optional<LevelBones> of(JoinedCharacter full, SkinnedCharacter level, TriMesh rest) {
    JoinedCharacter joined = new JoinedCharacter(level);
    AnimationCoords points = joined.coords();
    if (points.maxCount() >= full.coords().maxCount()) {
      return Optional.empty();
    }
    Map<String, List<Integer>> bonesByName = new HashMap<>();
    int[] fullJoints = full.boneJoints();
    for (int b = 0; b < fullJoints.length; b++) {
      String name = full.character().skeleton().name(fullJoints[b]);
      bonesByName.computeIfAbsent(name, _ -> new ArrayList<>()).add(b);
    }
    List<List<Integer>> matches = new ArrayList<>();
    for (int joint : joined.boneJoints()) {
      matches.add(bonesByName.getOrDefault(level.skeleton().name(joint), List.of()));
    }
    return Optional.of(new LevelBones(points, pointsOfCorners(joined, rest), matches));
  }

  /** Returns the point of a joined model for every corner of its surface. */
  static int[] pointsOfCorners(JoinedCharacter joined, TriMesh rest) {
    SkinnedCharacter character = joined.character();
    CharacterSurface surface = CharacterSurface.of(character);
    int[] out = rest.cornerWedges();
    int corner = 0;
    for (int p = 0; p < character.parts().size(); p++) {
      Part part = character.parts().get(p);
      TriMesh mesh = character.geometry(part).mesh();
      for (int c = 0; c < 3 * mesh.triangleCount(); c++, corner++) {
        int own = mesh.vertexOfWedge(out[corner] - surface.firstWedge(p));
        out[corner] = joined.firstPoint(part.mesh()) + own;
      }
    }
    return out;
  }

  /** Ends a row with the bones of a triangle's corners; their values do not matter. */
  void addRow(int triangle, AnimationCoords.Builder out) {
    for (int c = 3 * triangle; c < 3 * triangle + 3; c++) {
      int point = pointOfCorner[c];
      for (int i = 0; i < points.count(point); i++) {
        for (int bone : matches.get(points.joint(point, i))) {
          out.add(bone, 0, 0, 0, 1);
        }
      }
    }
    out.endRow();
  }
}
