package dev.sinew.unwrap;

import dev.sinew.pose.PoseSource;
import dev.sinew.run.NumberRange;

/**
 * Options of unwrapping.
 *
 * @param metric the source of the poses over which stretch is minimised
 * @param charts merging ends at this number of charts, 1 or more
 * @param maxStretch the largest L2 stretch in the metric that a merged chart may have, above 1
 * @param price how the first charts are priced
 * @param seams where charts may end
 * @param resolution the width and height of the texture in texels, for which padding is meant
 * @param padding the least distance between charts in texels
 * @param packing how charts are placed
 * @param straight whether the borders between charts become straight lines in the plane
 * @param replace whether the atlas replaces the first set of texture coordinates
 */
public record UnwrapOptions(
    PoseSource metric,
    int charts,
    double maxStretch,
    ChartPrice price,
    Seams seams,
    int resolution,
    int padding,
    Packing packing,
    boolean straight,
    boolean replace) {
  /** Over the clips, charts found automatically, a bitmap packer for 1,024 texels. */
  public static final UnwrapOptions DEFAULTS =
      new UnwrapOptions(
          PoseSource.CLIPS,
          1,
          1.04,
          ChartPrice.AREA_RATIO,
          Seams.AUTOMATIC,
          1024,
          2,
          Packing.BITMAP,
          false,
          false);

  /** The least resolution. */
  public static final int MIN_RESOLUTION = 16;

  /** The largest resolution. */
  public static final int MAX_RESOLUTION = 16_384;

  /** Checks the values. */
  public UnwrapOptions {
    NumberRange.require("charts", charts, 1, Integer.MAX_VALUE);
    NumberRange.require("resolution", resolution, MIN_RESOLUTION, MAX_RESOLUTION);
    NumberRange.require("padding", padding, 0, resolution / 8);
    if (!(maxStretch > 1)) {
      throw new IllegalArgumentException("stretch: expected more than 1, got " + maxStretch);
    }
  }

  /** Returns the same with another source of poses. */
  public UnwrapOptions withMetric(PoseSource source) {
    return new UnwrapOptions(
        source, charts, maxStretch, price, seams, resolution, padding, packing, straight, replace);
  }

  /** Returns the same with a number of charts to reach, whatever their stretch. */
  public UnwrapOptions withCharts(int count) {
    return new UnwrapOptions(
        metric,
        count,
        Double.POSITIVE_INFINITY,
        price,
        seams,
        resolution,
        padding,
        packing,
        straight,
        replace);
  }

  /** Returns the same with another limit of the stretch. */
  public UnwrapOptions withMaxStretch(double limit) {
    return new UnwrapOptions(
        metric, charts, limit, price, seams, resolution, padding, packing, straight, replace);
  }

  /** Returns the same with another price of the first charts. */
  public UnwrapOptions withPrice(ChartPrice other) {
    return new UnwrapOptions(
        metric, charts, maxStretch, other, seams, resolution, padding, packing, straight, replace);
  }

  /** Returns the same with other seams. */
  public UnwrapOptions withSeams(Seams where) {
    return new UnwrapOptions(
        metric, charts, maxStretch, price, where, resolution, padding, packing, straight, replace);
  }

  /** Returns the same with another texture size and padding, in texels. */
  public UnwrapOptions withTexture(int side, int distance) {
    return new UnwrapOptions(
        metric, charts, maxStretch, price, seams, side, distance, packing, straight, replace);
  }

  /** Returns the same with another packing. */
  public UnwrapOptions withPacking(Packing how) {
    return new UnwrapOptions(
        metric, charts, maxStretch, price, seams, resolution, padding, how, straight, replace);
  }

  /** Returns the same with straight borders or free ones. */
  public UnwrapOptions withStraight(boolean borders) {
    return new UnwrapOptions(
        metric, charts, maxStretch, price, seams, resolution, padding, packing, borders, replace);
  }

  /** Returns the same with the atlas as the first set of texture coordinates or as the next one. */
  public UnwrapOptions withReplace(boolean first) {
    return new UnwrapOptions(
        metric, charts, maxStretch, price, seams, resolution, padding, packing, straight, first);
  }
}
