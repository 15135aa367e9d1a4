package dev.sinew.unwrap;

import java.util.Locale;

/** Where charts end. */
public enum Seams {
  /** Where the least stretch results. */
  AUTOMATIC,
  /** Also at all seams of the given texture coordinates. */
  GIVEN,
  /**
   * Exactly at the islands of the given texture coordinates; an island that cannot be flattened is
   * split.
   */
  ISLANDS;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
