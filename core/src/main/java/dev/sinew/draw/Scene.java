package dev.sinew.draw;

import dev.sinew.model.Box;
import java.util.List;
import java.util.Optional;

/**
 * The content of a picture: items, an optional legend, and an optional frame.
 *
 * @param items from left to right, top to bottom; may be empty
 * @param legend drawn along the bottom, if present
 * @param frame the box every camera is fitted to, so that the camera is the same in a sequence of
 *     pictures; without it each camera is fitted to its item
 */
public record Scene(List<Item> items, Optional<Legend> legend, Optional<Box> frame) {
  public Scene {
    items = List.copyOf(items);
  }

  /** Returns a scene without legend or frame. */
  public static Scene of(Item... items) {
    return new Scene(List.of(items), Optional.empty(), Optional.empty());
  }

  /** Returns a scene without legend or frame. */
  public static Scene of(List<Item> items) {
    return new Scene(items, Optional.empty(), Optional.empty());
  }

  /** Returns this scene with a legend. */
  public Scene withLegend(Legend newLegend) {
    return new Scene(items, Optional.of(newLegend), frame);
  }

  /** Returns this scene with a frame. */
  public Scene withFrame(Box newFrame) {
    return new Scene(items, legend, Optional.of(newFrame));
  }
}
