package dev.sinew.review;

import java.util.List;

/**
 * What people see of a level.
 *
 * @param regions how each region differs
 * @param verdict from how far the level looks the same, in words
 * @param worstSpots the spots that differ most, apart from each other, worst first
 */
public record Review(List<RegionError> regions, String verdict, List<WorstSpot> worstSpots) {
  /** Copies the lists. */
  public Review {
    regions = List.copyOf(regions);
    worstSpots = List.copyOf(worstSpots);
  }
}
