package dev.sinew.review;

import dev.sinew.review.SurfaceRegions.Kind;
import dev.sinew.run.Flat;
import org.jspecify.annotations.Nullable;

/**
 * How a region of a level differs from that of the original. Distances are in units of the longest
 * box side at rest.
 *
 * @param name the region's name
 * @param kind what it is
 * @param trianglesBefore its triangles in the original
 * @param triangles its triangles in the level
 * @param rms root mean square distance of the original's surface from the level, over poses
 * @param max the largest distance of a sample
 * @param shown what close views show of it
 */
public record RegionError(
    String name,
    Kind kind,
    int trianglesBefore,
    int triangles,
    double rms,
    double max,
    @Flat Shown shown) {

  /**
   * What close views show of a region.
   *
   * @param views the number of views
   * @param mae mean absolute difference of colours in these; null if there are none
   * @param swapped the share of their pixels that show another material; null likewise
   */
  public record Shown(int views, @Nullable Double mae, @Nullable Double swapped) {}
}
