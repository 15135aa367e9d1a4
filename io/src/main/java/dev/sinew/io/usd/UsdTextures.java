package dev.sinew.io.usd;

import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.StoredImage;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The image files of a layer: those that its materials use, each once. */
final class UsdTextures {
  private final GltfDocument document;
  private final String folder;
  private final UsdNames names = new UsdNames();
  private final Map<Integer, Optional<String>> pathOfImage = new HashMap<>();
  private final Map<String, byte[]> files = new LinkedHashMap<>();

  /**
   * @param folder the folder of the files, relative to the layer
   */
  UsdTextures(GltfDocument document, String folder) {
    this.document = document;
    this.folder = folder;
  }

  /** Returns the path of an image, relative to the layer; empty if the image cannot be read. */
  Optional<String> path(int image) throws IOException {
    Optional<String> known = pathOfImage.get(image);
    if (known != null) {
      return known;
    }
    Optional<StoredImage> stored = StoredImage.of(document, image);
    Optional<String> path = Optional.empty();
    if (stored.isPresent()) {
      String given = withoutExtension(stored.get().name());
      String name = names.unique(given.isEmpty() ? "texture" : given);
      path = Optional.of(folder + "/" + name + "." + stored.get().extension());
      files.put(path.get(), stored.get().bytes());
    }
    pathOfImage.put(image, path);
    return path;
  }

  private static String withoutExtension(String name) {
    int slash = name.lastIndexOf('/');
    int dot = name.lastIndexOf('.');
    return name.substring(slash + 1, dot > slash + 1 ? dot : name.length());
  }

  /** Returns the bytes of all files by their paths, relative to the layer. */
  Map<String, byte[]> files() {
    return files;
  }
}
