package dev.sinew.simplify.collapse;

import java.util.Locale;

/** The order of collapses and influence removals. */
public enum InfluenceRanking {
  /** By cost, the lowest first. */
  ERROR,
  /** By cost per removed influence, the lowest first. */
  ERROR_PER_INFLUENCE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
