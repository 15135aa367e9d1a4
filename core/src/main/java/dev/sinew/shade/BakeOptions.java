package dev.sinew.shade;

import dev.sinew.pose.PoseSource;
import dev.sinew.run.NumberRange;
import java.util.EnumSet;
import java.util.Set;

/**
 * Options of baking.
 *
 * @param maps the maps to make
 * @param resolution the width and height of the textures in texels
 * @param metric the poses over which a normal map is the best one
 * @param samples samples per texel along each side
 */
public record BakeOptions(Set<BakedMap> maps, int resolution, PoseSource metric, int samples) {
  /** A normal map of 1,024 texels, the best one over the clips. */
  public static final BakeOptions DEFAULTS =
      new BakeOptions(EnumSet.of(BakedMap.NORMAL), 1024, PoseSource.CLIPS, 2);

  /** The largest resolution. */
  public static final int MAX_RESOLUTION = 8192;

  private static final int MAX_SAMPLES = 8;

  /** Checks the values. */
  public BakeOptions {
    if (maps.isEmpty()) {
      throw new IllegalArgumentException("maps: expected at least one, got none");
    }
    maps = Set.copyOf(maps);
    NumberRange.require("resolution", resolution, 1, MAX_RESOLUTION);
    NumberRange.require("samples", samples, 1, MAX_SAMPLES);
  }

  /** Returns the same with other maps. */
  public BakeOptions withMaps(Set<BakedMap> kinds) {
    return new BakeOptions(kinds, resolution, metric, samples);
  }

  /** Returns the same with another size of the textures. */
  public BakeOptions withResolution(int side) {
    return new BakeOptions(maps, side, metric, samples);
  }

  /** Returns the same with another source of poses. */
  public BakeOptions withMetric(PoseSource source) {
    return new BakeOptions(maps, resolution, source, samples);
  }

  /** Returns the same with another number of samples per texel along each side. */
  public BakeOptions withSamples(int perSide) {
    return new BakeOptions(maps, resolution, metric, perSide);
  }
}
