package dev.sinew.io.gltf;

import dev.sinew.io.gltf.json.JsonPlace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * An image of a file, without its pixels.
 *
 * @param name its name or its file's name; perhaps empty
 * @param width pixels per row; 0 if it is missing, malformed or of a format that is not read
 * @param height rows; 0 likewise
 * @param bytes the size of its encoded form; 0 if it is missing
 */
public record ImageInfo(String name, int width, int height, long bytes) {

  /** Returns the images of a document, in its order. */
  public static List<ImageInfo> of(GltfDocument document) throws IOException {
    ImageReader reader = new ImageReader(document, new Accessors(document));
    List<ImageInfo> images = new ArrayList<>();
    for (JsonPlace image : document.root().items("images")) {
      images.add(reader.info(name(image), images.size()));
    }
    return images;
  }

  static String name(JsonPlace image) throws IOException {
    String uri = image.textOr("uri", "");
    return image.textOr("name", uri.startsWith("data:") ? "" : uri);
  }
}
