package dev.sinew.posespace.bake;

import dev.sinew.model.SkinnedCharacter;
import java.util.List;

/**
 * A character whose morph targets show its correctives.
 *
 * @param character the character with more morph targets, and tracks of their weights in its clips
 * @param targets the number of targets added to each mesh
 * @param frames the number of frames of all clips
 * @param rms the root mean square distance of the vertices before skinning from their corrected
 *     positions, over all frames, in units of the character's longest side at rest
 * @param largest the largest such distance
 * @param uncorrected the root mean square distance without the targets
 */
public record MorphBakeResult(
    SkinnedCharacter character,
    List<Integer> targets,
    int frames,
    double rms,
    double largest,
    double uncorrected) {
  /** Copies the list. */
  public MorphBakeResult {
    targets = List.copyOf(targets);
  }

  /** Returns the number of targets added to all meshes. */
  public int targetCount() {
    return targets.stream().mapToInt(Integer::intValue).sum();
  }
}
