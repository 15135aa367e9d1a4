package dev.sinew.merge;

import dev.sinew.model.TextureImage;
import dev.sinew.model.TextureImage.Pixels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Images by their pixels: equal ones count as one. */
final class Images {
  private final IdentityHashMap<TextureImage, TextureImage> first = new IdentityHashMap<>();
  private final Map<Integer, List<TextureImage>> byHash = new HashMap<>();

  /** Returns the first image with the pixels of an image that can be read. */
  TextureImage first(TextureImage image) {
    TextureImage known = first.get(image);
    if (known == null) {
      Pixels pixels = pixels(image);
      int hash = 31 * pixels.width() + Arrays.hashCode(pixels.argb());
      List<TextureImage> alike = byHash.computeIfAbsent(hash, h -> new ArrayList<>());
      known = alike.stream().filter(image::isSameAs).findFirst().orElse(image);
      if (known == image) {
        alike.add(image);
      }
      first.put(image, known);
    }
    return known;
  }

  /** Returns the pixels of an image that can be read. */
  static Pixels pixels(TextureImage image) {
    return image.pixels().orElseThrow();
  }
}
