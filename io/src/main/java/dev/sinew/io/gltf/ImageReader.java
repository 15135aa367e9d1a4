package dev.sinew.io.gltf;

import dev.sinew.io.InputFile;
import dev.sinew.io.ReferenceFolder;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.json.ResourceUri;
import dev.sinew.io.webp.WebpImage;
import dev.sinew.model.TextureImage;
import dev.sinew.model.TextureImage.Pixels;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.Optional;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the images of a document, each when it is first used. An image that is missing, of an
 * unknown format, malformed or too large has no pixels: the surface then shows its plain colour.
 */
final class ImageReader {
  /** A larger image is not decoded: 8192 × 8192 pixels, 256 MB. */
  private static final long MAX_PIXELS = 1L << 26;

  private final GltfDocument document;
  private final Accessors accessors;

  ImageReader(GltfDocument document, Accessors accessors) {
    this.document = document;
    this.accessors = accessors;
  }

  TextureImage image(int index) {
    return new TextureImage(
        () -> {
          try {
            byte[] bytes = bytes(document.root().items("images").get(index));
            return bytes == null ? Optional.empty() : decode(bytes);
          } catch (IOException | RuntimeException e) {
            // Decoders throw many kinds of exceptions for malformed images.
            return Optional.empty();
          }
        });
  }

  /** Returns what is known of an image from its header. */
  ImageInfo info(String name, int index) {
    byte[] bytes = null;
    try {
      bytes = bytes(document.root().items("images").get(index));
      if (bytes == null) {
        return new ImageInfo(name, 0, 0, 0);
      }
      if (WebpImage.isWebp(bytes)) {
        WebpImage image = WebpImage.parse(bytes);
        return new ImageInfo(name, image.width(), image.height(), bytes.length);
      }
      try (ImageInputStream in = ImageIO.createImageInputStream(new ByteArrayInputStream(bytes))) {
        Iterator<javax.imageio.ImageReader> readers = ImageIO.getImageReaders(in);
        if (readers.hasNext()) {
          javax.imageio.ImageReader reader = readers.next();
          try {
            reader.setInput(in, true, true);
            return new ImageInfo(name, reader.getWidth(0), reader.getHeight(0), bytes.length);
          } finally {
            reader.dispose();
          }
        }
      }
    } catch (IOException | RuntimeException e) {
      // Decoders throw many kinds of exceptions for malformed images.
    }
    return new ImageInfo(name, 0, 0, bytes == null ? 0 : bytes.length);
  }

  /** Returns an image as it is stored; null if it is missing or its file cannot be read. */
  byte @Nullable [] stored(JsonPlace image) {
    try {
      return bytes(image);
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  private byte @Nullable [] bytes(JsonPlace image) throws IOException {
    JsonPlace view = image.find("bufferView");
    if (view != null) {
      ByteBuffer bytes = accessors.viewBytes(view).duplicate();
      byte[] out = new byte[bytes.remaining()];
      bytes.get(out);
      return out;
    }
    JsonPlace uri = image.get("uri");
    if (uri.text().startsWith("data:")) {
      return ResourceUri.dataBytes(uri, uri.text());
    }
    ReferenceFolder folder = document.folder();
    return folder == null ? null : InputFile.readAll(ResourceUri.file(uri, uri.text(), folder));
  }

  private static Optional<Pixels> decode(byte[] bytes) throws IOException {
    if (WebpImage.isWebp(bytes)) {
      WebpImage image = WebpImage.parse(bytes);
      return (long) image.width() * image.height() > MAX_PIXELS
          ? Optional.empty()
          : Optional.of(new Pixels(image.width(), image.height(), image.pixels()));
    }
    try (ImageInputStream in = ImageIO.createImageInputStream(new ByteArrayInputStream(bytes))) {
      Iterator<javax.imageio.ImageReader> readers = ImageIO.getImageReaders(in);
      if (!readers.hasNext()) {
        return Optional.empty();
      }
      javax.imageio.ImageReader reader = readers.next();
      try {
        reader.setInput(in, true, true);
        int width = reader.getWidth(0);
        int height = reader.getHeight(0);
        if ((long) width * height > MAX_PIXELS) {
          return Optional.empty();
        }
        BufferedImage image = reader.read(0);
        return Optional.of(
            new Pixels(width, height, image.getRGB(0, 0, width, height, null, 0, width)));
      } finally {
        reader.dispose();
      }
    }
  }
}
