package dev.sinew.inspect;

import java.util.List;

/**
 * Influences of the wedges of skinned meshes.
 *
 * @param total of all wedges
 * @param mean per wedge; 0 without wedges
 * @param max the most of a wedge
 * @param histogram entry i: the number of wedges with i influences
 */
public record InfluenceCounts(long total, double mean, int max, List<Long> histogram) {
  /** Of a file without skins. */
  public static final InfluenceCounts NONE = new InfluenceCounts(0, 0, 0, List.of());
}
