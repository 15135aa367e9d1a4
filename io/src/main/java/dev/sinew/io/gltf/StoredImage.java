package dev.sinew.io.gltf;

import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.png.PngWriter;
import java.io.IOException;
import java.util.Optional;

/**
 * An image of a document, as PNG or JPEG: as it is stored there, or if it is of another format that
 * can be read, converted to PNG.
 *
 * @param name its name or its file's name; perhaps empty
 * @param extension png or jpg
 * @param bytes the encoded image; not copied
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record StoredImage(String name, String extension, byte[] bytes) {
  /** Returns an image of a document; empty if it is missing or cannot be read. */
  public static Optional<StoredImage> of(GltfDocument document, int image) throws IOException {
    JsonPlace place = document.root().items("images").get(image);
    ImageReader reader = new ImageReader(document, new Accessors(document));
    byte[] bytes = reader.stored(place);
    String name = ImageInfo.name(place);
    if (bytes == null) {
      return Optional.empty();
    }
    if (startsWith(bytes, 0x89, 'P', 'N', 'G')) {
      return Optional.of(new StoredImage(name, "png", bytes));
    }
    if (startsWith(bytes, 0xFF, 0xD8, 0xFF)) {
      return Optional.of(new StoredImage(name, "jpg", bytes));
    }
    return reader
        .image(image)
        .pixels()
        .map(pixels -> new StoredImage(name, "png", PngWriter.encode(pixels)));
  }

  private static boolean startsWith(byte[] bytes, int... signature) {
    for (int i = 0; i < signature.length; i++) {
      if (i >= bytes.length || (bytes[i] & 0xFF) != signature[i]) {
        return false;
      }
    }
    return true;
  }
}
