package dev.sinew.simplify.collapse;

import java.util.Locale;

/** In which order collapses and removals of influences come. */
public enum InfluenceRanking {
  /** What costs least first. */
  ERROR,
  /** What costs least for every influence that it takes away first. */
  ERROR_PER_INFLUENCE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
