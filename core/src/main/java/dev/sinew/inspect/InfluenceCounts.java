package dev.sinew.inspect;

import dev.sinew.model.Influences;
import dev.sinew.model.SkinnedCharacter.Geometry;
import java.util.ArrayList;
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

  static InfluenceCounts of(List<Geometry> meshes) {
    List<Long> histogram = new ArrayList<>();
    long total = 0;
    long wedges = 0;
    for (Geometry geometry : meshes) {
      Influences influences = geometry.skinning().influences().orElse(null);
      for (int w = 0; influences != null && w < geometry.mesh().wedgeCount(); w++) {
        int count = influences.count(geometry.mesh().vertexOfWedge(w));
        while (histogram.size() <= count) {
          histogram.add(0L);
        }
        histogram.set(count, histogram.get(count) + 1);
        total += count;
        wedges++;
      }
    }
    return new InfluenceCounts(
        total,
        wedges == 0 ? 0 : (double) total / wedges,
        Math.max(0, histogram.size() - 1),
        List.copyOf(histogram));
  }
}
