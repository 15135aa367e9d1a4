package dev.sinew.posespace.bake;

import dev.sinew.model.SkinnedCharacter;
import java.util.List;
import java.util.Optional;

/**
 * A character whose morph targets show its correctives.
 *
 * @param character the character with more morph targets, and tracks of their weights in its clips
 * @param targets the number of targets added to each mesh
 * @param frames the number of frames of all clips
 * @param error the distance of the vertices before skinning from their corrected positions, over
 *     all frames, in units of the character's longest side at rest
 * @param skin the same without the targets
 * @param animationSpace the same for the animation-space skins of the character, which ignore the
 *     targets; empty without such skins
 */
public record MorphBakeResult(
    SkinnedCharacter character,
    List<Integer> targets,
    int frames,
    Distance error,
    Distance skin,
    Optional<Distance> animationSpace) {
  /**
   * Distances over all frames and vertices.
   *
   * @param rms the root mean square
   * @param largest the largest
   */
  public record Distance(double rms, double largest) {}

  /** Copies the list. */
  public MorphBakeResult {
    targets = List.copyOf(targets);
  }

  /** Returns the number of targets added to all meshes. */
  public int targetCount() {
    return targets.stream().mapToInt(Integer::intValue).sum();
  }
}
