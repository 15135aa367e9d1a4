package dev.sinew.simplify.polish;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.WeightedPoses;
import java.util.BitSet;

/** A level and the character it was made from, with the points of both in the same poses. */
final class LevelPair {
  final JoinedCharacter original;
  final JoinedCharacter level;
  final LevelSkin originalSkin;
  final LevelSkin levelSkin;

  /**
   * @param level the level: the same skeleton, skins and parts as the original
   */
  LevelPair(JoinedCharacter original, SkinnedCharacter level, WeightedPoses poses) {
    this.original = original;
    this.level = new JoinedCharacter(level);
    originalSkin = new LevelSkin(original, poses.poses());
    levelSkin = new LevelSkin(this.level, poses.poses());
  }

  int meshCount() {
    return level.character().meshes().size();
  }

  TriMesh originalMesh(int m) {
    return original.character().meshes().get(m).mesh();
  }

  TriMesh levelMesh(int m) {
    return level.character().meshes().get(m).mesh();
  }

  /** Returns true if a mesh is shown and has triangles in both. */
  boolean isShown(int m) {
    return level.isShown(m)
        && originalMesh(m).triangleCount() > 0
        && levelMesh(m).triangleCount() > 0;
  }

  /** Returns the vertices of a mesh of the level that are among points of the joined level. */
  BitSet ofMesh(int m, BitSet points) {
    int first = level.firstPoint(m);
    return points.get(first, first + levelMesh(m).vertexCount());
  }
}
