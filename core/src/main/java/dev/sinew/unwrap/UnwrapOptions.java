package dev.sinew.unwrap;

import dev.sinew.pose.PoseSource;
import dev.sinew.run.NumberRange;

/**
 * Options of unwrapping.
 *
 * @param metric the source of the poses over which stretch is minimised
 * @param charting how charts are made
 * @param seams where charts may end
 * @param layout how they are placed in the texture
 * @param replace whether the atlas replaces the first set of texture coordinates
 */
public record UnwrapOptions(
    PoseSource metric, Charting charting, Seams seams, Layout layout, boolean replace) {
  /** Over the clips, charts found automatically, a bitmap packer for 1,024 texels. */
  public static final UnwrapOptions DEFAULTS =
      new UnwrapOptions(
          PoseSource.CLIPS,
          new Charting(1, 1.04, ChartPrice.AREA_RATIO, false),
          Seams.AUTOMATIC,
          new Layout(1024, 2, Packing.BITMAP),
          false);

  /** The least resolution. */
  public static final int MIN_RESOLUTION = 16;

  /** The largest resolution. */
  public static final int MAX_RESOLUTION = 16_384;

  /**
   * How charts are made.
   *
   * @param charts merging ends at this number of charts, 1 or more
   * @param maxStretch the largest L2 stretch in the metric that a merged chart may have, above 1
   * @param price how the first charts are priced
   * @param straight whether the borders between charts become straight lines in the plane
   */
  public record Charting(int charts, double maxStretch, ChartPrice price, boolean straight) {
    /** Checks the values. */
    public Charting {
      NumberRange.require("charts", charts, 1, Integer.MAX_VALUE);
      if (!(maxStretch > 1)) {
        throw new IllegalArgumentException("stretch: expected more than 1, got " + maxStretch);
      }
    }
  }

  /**
   * How charts are placed in the texture.
   *
   * @param resolution the width and height of the texture in texels, for which padding is meant
   * @param padding the least distance between charts in texels
   * @param packing how charts are placed
   */
  public record Layout(int resolution, int padding, Packing packing) {
    /** Checks the values. */
    public Layout {
      NumberRange.require("resolution", resolution, MIN_RESOLUTION, MAX_RESOLUTION);
      NumberRange.require("padding", padding, 0, resolution / 8);
    }
  }

  /** Returns the same with another source of poses. */
  public UnwrapOptions withMetric(PoseSource metric) {
    return new UnwrapOptions(metric, charting, seams, layout, replace);
  }

  /** Returns the same with a number of charts to reach, whatever their stretch. */
  public UnwrapOptions withCharts(int count) {
    return with(new Charting(count, Double.POSITIVE_INFINITY, charting.price, charting.straight));
  }

  /** Returns the same with another limit of the stretch. */
  public UnwrapOptions withMaxStretch(double limit) {
    return with(new Charting(charting.charts, limit, charting.price, charting.straight));
  }

  /** Returns the same with another price of the first charts. */
  public UnwrapOptions withPrice(ChartPrice other) {
    return with(new Charting(charting.charts, charting.maxStretch, other, charting.straight));
  }

  /** Returns the same with straight borders or free ones. */
  public UnwrapOptions withStraight(boolean borders) {
    return with(new Charting(charting.charts, charting.maxStretch, charting.price, borders));
  }

  /** Returns the same with other seams. */
  public UnwrapOptions withSeams(Seams seams) {
    return new UnwrapOptions(metric, charting, seams, layout, replace);
  }

  /** Returns the same with another texture size and padding, in texels. */
  public UnwrapOptions withTexture(int side, int distance) {
    return with(new Layout(side, distance, layout.packing));
  }

  /** Returns the same with another packing. */
  public UnwrapOptions withPacking(Packing how) {
    return with(new Layout(layout.resolution, layout.padding, how));
  }

  /** Returns the same with the atlas as the first set of texture coordinates or as the next one. */
  public UnwrapOptions withReplace(boolean replace) {
    return new UnwrapOptions(metric, charting, seams, layout, replace);
  }

  private UnwrapOptions with(Charting charting) {
    return new UnwrapOptions(metric, charting, seams, layout, replace);
  }

  private UnwrapOptions with(Layout layout) {
    return new UnwrapOptions(metric, charting, seams, layout, replace);
  }
}
