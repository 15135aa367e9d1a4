package dev.sinew.draw;

import dev.sinew.model.Box;
import java.util.List;
import java.util.Optional;

/**
 * What a picture shows: items in reading order, perhaps a legend, perhaps a fixed frame.
 *
 * @param items from left to right, top to bottom; may be empty
 * @param legend drawn along the bottom when present
 * @param frame the box every camera is fitted to, so that a sequence of pictures holds still;
 *     without it each item is centred on what it contains
 */
public record Scene(List<Item> items, Optional<Legend> legend, Optional<Box> frame) {
  public Scene {
    items = List.copyOf(items);
  }

  public static Scene of(Item... items) {
    return new Scene(List.of(items), Optional.empty(), Optional.empty());
  }

  public static Scene of(List<Item> items) {
    return new Scene(items, Optional.empty(), Optional.empty());
  }

  public Scene withLegend(Legend newLegend) {
    return new Scene(items, Optional.of(newLegend), frame);
  }

  public Scene withFrame(Box newFrame) {
    return new Scene(items, legend, Optional.of(newFrame));
  }
}
