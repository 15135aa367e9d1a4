package dev.sinew.influence;

import dev.sinew.distance.Comparison;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.pose.PoseSource;
import java.util.List;

/**
 * A character with limited influences. Errors are over the rest pose and all frames of all clips;
 * without clips over sampled poses.
 *
 * @param character the result, with helper joints after its own where there are any
 * @param metric the source of the poses
 * @param before the size of the given skins
 * @param after the size of the resulting skins
 * @param helpers the number of joints added
 * @param error the distance from the given character
 * @param naive the distance with the smallest weights dropped and the rest normalised
 * @param notes notes on the result
 */
public record LimitResult(
    SkinnedCharacter character,
    PoseSource metric,
    Size before,
    Size after,
    int helpers,
    Comparison error,
    Comparison naive,
    List<String> notes) {
  /** Copies the list. */
  public LimitResult {
    notes = List.copyOf(notes);
  }

  /**
   * The size of a character's skins.
   *
   * @param vertices the number of vertices of skinned meshes
   * @param influences their influences
   */
  public record Size(long vertices, Count influences) {
    static Size of(SkinnedCharacter character) {
      long vertices = 0;
      long total = 0;
      int max = 0;
      for (int m = 0; m < character.meshes().size(); m++) {
        Geometry geometry = character.meshes().get(m);
        if (!character.skinsOf(m).isEmpty()) {
          vertices += geometry.mesh().vertexCount();
          total += geometry.skinning().influenceCount();
          max = Math.max(max, geometry.maxInfluences());
        }
      }
      return new Size(vertices, new Count((double) total / Math.max(1, vertices), max, total));
    }
  }

  /**
   * Influences per vertex.
   *
   * @param mean the mean
   * @param max the maximum
   * @param total the sum over all vertices
   */
  public record Count(double mean, int max, long total) {}
}
