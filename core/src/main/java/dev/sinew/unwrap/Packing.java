package dev.sinew.unwrap;

import java.util.Locale;

/** How charts are placed in the atlas. */
public enum Packing {
  /** By their shapes, on a grid, where they fit best. */
  BITMAP,
  /** Their boxes in rows, alternately from left and from right, sorted by height. */
  ROWS;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
