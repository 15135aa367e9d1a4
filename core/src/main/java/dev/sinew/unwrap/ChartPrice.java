package dev.sinew.unwrap;

import java.util.Locale;

/** How the first charts are priced. */
public enum ChartPrice {
  /** Surface area and compactness in relation to the projected area. */
  AREA_RATIO,
  /** The mean squared distance from the best plane; for comparison. */
  MEAN_DISTANCE;

  /** Returns the name in options, such as "area-ratio". */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
