package dev.sinew.unwrap;

import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.PoseSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A character with an atlas.
 *
 * @param character the result; wedges are split at the seams of the atlas
 * @param sets the set of texture coordinates that holds the atlas, by index of the changed mesh
 * @param metric the source of the poses
 * @param figures the quality of the atlas
 * @param notes remarks on the result
 */
public record UnwrapResult(
    SkinnedCharacter character,
    Map<Integer, Integer> sets,
    PoseSource metric,
    Figures figures,
    List<String> notes) {
  /** Copies the collections. */
  public UnwrapResult {
    sets = Map.copyOf(sets);
    notes = List.copyOf(notes);
  }

  /**
   * The quality of an atlas.
   *
   * @param charts the number of charts
   * @param stretch the L2 stretch of the whole atlas
   * @param given the given texture coordinates beside it, if their islands are the charts; else
   *     null
   * @param flipped triangles that are mirrored in the texture
   * @param overlapping triangles that share a texel with another
   * @param packing the share of the texture that triangles cover
   * @param texelEfficiency packing divided by the squared mean stretch: the share of texels that is
   *     not lost to gaps or uneven sampling (Merry's thesis, 2007, table 8.6)
   */
  public record Figures(
      int charts,
      StretchSummary stretch,
      @Nullable GivenCharts given,
      int flipped,
      int overlapping,
      double packing,
      double texelEfficiency) {}

  /**
   * The L2 stretch over poses; 1 is isometric.
   *
   * @param rest in the rest pose
   * @param mean the mean over all frames; that of the rest pose without frames
   * @param max the largest over all frames, likewise
   * @param frames the number of frames; 0 for a model that has only its rest pose
   * @param perFrame the stretch in every frame
   */
  public record StretchSummary(
      double rest, double mean, double max, int frames, List<Double> perFrame) {
    /** Copies the list. */
    public StretchSummary {
      perFrame = List.copyOf(perFrame);
    }
  }

  /**
   * The given texture coordinates whose islands are the charts. Every chart has the better of two
   * maps: a new one, or the given one with its stretch lowered as far as possible.
   *
   * @param charts the number of charts that come from the given coordinates
   * @param stretch the mean stretch of the given coordinates over all frames; null if triangles
   *     have no area in them
   */
  public record GivenCharts(int charts, @Nullable Double stretch) {}

  /** Returns the set of texture coordinates that holds the atlas of a changed mesh. */
  public int set(int mesh) {
    Integer found = sets.get(mesh);
    if (found == null) {
      throw new IllegalArgumentException(
          "mesh: expected one of " + sets.keySet() + ", got " + mesh);
    }
    return found;
  }
}
