package dev.sinew.crowd;

import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.NumberRange;
import dev.sinew.skin.SkinningMethod;
import java.util.List;

/**
 * A character of a crowd, loaded once, with its levels of detail.
 *
 * @param levels the character, then its coarser levels; all have the same skeleton, and the clips
 *     are those of the first
 * @param method linear blending or animation space
 * @param normals whether normals are computed
 * @param agents the largest number of instances
 */
public record Member(
    List<SkinnedCharacter> levels, SkinningMethod method, boolean normals, int agents) {
  /** Copies the list and checks that all levels can share poses. */
  public Member {
    levels = List.copyOf(levels);
    if (levels.isEmpty()) {
      throw new IllegalArgumentException("levels: expected 1 or more, got 0");
    }
    if (method != SkinningMethod.SSD && method != SkinningMethod.AS) {
      throw new IllegalArgumentException("method: expected ssd or as, got " + method);
    }
    NumberRange.requireAtLeast("agents", agents, 1);
    Skeleton first = levels.getFirst().skeleton();
    for (int l = 1; l < levels.size(); l++) {
      if (!sameTree(first, levels.get(l).skeleton())) {
        throw new IllegalArgumentException("level " + l + " has another skeleton than level 0");
      }
    }
  }

  /** A character without coarser levels. */
  public static Member of(
      SkinnedCharacter character, SkinningMethod method, boolean normals, int agents) {
    return new Member(List.of(character), method, normals, agents);
  }

  /** Returns the character whose clips the agents play. */
  public SkinnedCharacter character() {
    return levels.getFirst();
  }

  private static boolean sameTree(Skeleton a, Skeleton b) {
    if (a.jointCount() != b.jointCount()) {
      return false;
    }
    for (int j = 0; j < a.jointCount(); j++) {
      if (a.parent(j) != b.parent(j)) {
        return false;
      }
    }
    return true;
  }
}
