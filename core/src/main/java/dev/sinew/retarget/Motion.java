package dev.sinew.retarget;

import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import java.util.List;

/**
 * A clip and what it moves: a character, or only its skeleton.
 *
 * @param source turns count from its bind pose, or from the rest pose of what has no skin
 */
public record Motion(SkinnedCharacter source, Clip clip) {
  /** A motion of a skeleton, as captured. */
  public Motion(Skeleton skeleton, Clip clip) {
    this(bare(skeleton), clip);
  }

  /** Returns a character without meshes. */
  static SkinnedCharacter bare(Skeleton skeleton) {
    return new SkinnedCharacter(skeleton, List.of(), List.of(), List.of(), List.of());
  }

  /** Returns the joints. */
  public Skeleton skeleton() {
    return source.skeleton();
  }
}
