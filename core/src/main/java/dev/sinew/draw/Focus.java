package dev.sinew.draw;

import dev.sinew.draw.Viewpoint.Place;
import dev.sinew.run.NumberRange;

/**
 * The part of the space that a picture of an item shows: a sphere that fills the shorter side of
 * the item's cell.
 *
 * @param target its middle, in the coordinates of the items
 * @param size its diameter
 */
public record Focus(Place target, double size) {
  /** Checks the size. */
  public Focus {
    NumberRange.require("size", size, Double.MIN_NORMAL, 1e12);
  }
}
