package dev.sinew.io.fbx;

import com.google.gson.JsonObject;
import dev.sinew.io.FileSession;
import dev.sinew.io.InputFile;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.ReferenceFolder;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.io.png.PngWriter;
import dev.sinew.io.webp.WebpImage;
import dev.sinew.model.Issue;
import dev.sinew.model.TextureImage.Pixels;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;

/**
 * Finds the images of textures: inside the file, or beside it. PNG and JPEG are taken as they are;
 * what Java can read otherwise, and TGA, becomes PNG.
 */
final class FbxImages {
  private static final int SIGNATURE = 12;
  private static final long MAX_PIXELS = 1L << 26;

  private final FbxScene scene;
  private final @Nullable ReferenceFolder folder;
  private final FileSession files;
  private final GltfBuilder builder;
  private final List<Issue> issues;
  private final Map<FbxObject, Optional<Found>> found = new HashMap<>();
  private final Map<Object, Integer> images = new HashMap<>();

  /**
   * An image.
   *
   * @param key equal for equal images
   * @param file the image file; null if the bytes are inside
   * @param bytes its bytes; null if they are in the file
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Found(Object key, @Nullable Path file, byte @Nullable [] bytes) {
    byte[] read() throws IOException {
      return bytes != null ? bytes : InputFile.readAll(java.util.Objects.requireNonNull(file));
    }
  }

  FbxImages(
      FbxScene scene,
      @Nullable ReferenceFolder folder,
      FileSession files,
      GltfBuilder builder,
      List<Issue> issues) {
    this.scene = scene;
    this.folder = folder;
    this.files = files;
    this.builder = builder;
    this.issues = issues;
  }

  /** Returns the image of a texture; empty, with an issue, if there is none. */
  Optional<Found> find(FbxObject texture) throws MalformedAssetException {
    Optional<Found> known = found.get(texture);
    if (known == null) {
      known = search(texture);
      found.put(texture, known);
    }
    return known;
  }

  private Optional<Found> search(FbxObject texture) throws MalformedAssetException {
    List<String> names = new ArrayList<>(names(texture));
    for (FbxObject video : scene.below(texture, "Video", "")) {
      byte[] content = content(video);
      if (content.length > 0) {
        return Optional.of(new Found(video, null, content));
      }
      names.addAll(names(video));
    }
    names.removeIf(String::isEmpty);
    if (names.isEmpty() || folder == null) {
      issues.add(Issue.warning(texture.title(), "has no image inside the file; left out"));
      return Optional.empty();
    }
    for (Path candidate : candidates(names)) {
      try {
        Path file = folder.resolve(candidate, scene.file().source(), texture.node().where());
        if (Files.isRegularFile(file)) {
          files.reading(file);
          return Optional.of(new Found(file, file, null));
        }
      } catch (IOException e) {
        // A file that the model may not refer to; one of its name may be in the folder.
      }
    }
    issues.add(
        Issue.warning(
            texture.title(), "its image \"" + names.getFirst() + "\" is not found; left out"));
    return Optional.empty();
  }

  private static List<String> names(FbxObject object) {
    return Stream.of("RelativeFilename", "FileName", "Filename")
        .map(object.node()::textOf)
        .toList();
  }

  /** Returns where an image may be: as it is named, or by its last name near the model. */
  private List<Path> candidates(List<String> names) {
    Path source = Path.of(scene.file().source()).getFileName();
    String stem = String.valueOf(source).replaceFirst("\\.[^.]*$", "");
    List<Path> candidates = new ArrayList<>();
    for (String name : names) {
      String plain = name.replace('\\', '/');
      String last = plain.substring(plain.lastIndexOf('/') + 1);
      boolean absolute = plain.startsWith("/") || plain.matches("(?s)[A-Za-z]:.*");
      Stream.of(
              absolute ? last : plain,
              last,
              stem + ".fbm/" + last,
              "textures/" + last,
              "Textures/" + last)
          .forEach(
              each -> {
                try {
                  candidates.add(Path.of(each));
                } catch (InvalidPathException e) {
                  // Not a name on this system.
                }
              });
    }
    return candidates.stream().distinct().toList();
  }

  private static byte[] content(FbxObject video) throws MalformedAssetException {
    Optional<FbxNode> node = video.node().find("Content");
    if (node.isEmpty() || node.get().values().isEmpty()) {
      return new byte[0];
    }
    if (node.get().values().getFirst() instanceof byte[] bytes) {
      return bytes;
    }
    String text =
        node.get().values().stream()
            .filter(String.class::isInstance)
            .map(String.class::cast)
            .collect(Collectors.joining());
    node.get().file().spend(node.get().at(), 3L * text.length());
    try {
      return Base64.getMimeDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw node.get().error("malformed base64 text");
    }
  }

  /** Adds an image, once; empty, with an issue, if it cannot be read. */
  Optional<Integer> add(FbxObject texture, Found image) throws MalformedAssetException {
    Integer known = images.get(image.key);
    if (known != null) {
      return Optional.of(known);
    }
    JsonObject object = new JsonObject();
    try {
      String type = mimeType(image);
      if (image.file != null && !type.isEmpty()) {
        object.addProperty("uri", uri(image.file));
      } else {
        byte[] bytes = image.read();
        if (type.isEmpty()) {
          bytes = PngWriter.encode(pixels(image));
          type = "image/png";
        }
        scene.file().spend(texture.node().at(), bytes.length);
        object.addProperty("mimeType", type);
        object.addProperty("bufferView", builder.plainView(bytes));
      }
    } catch (MalformedAssetException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      // Decoders throw many kinds of exceptions for malformed images.
      issues.add(Issue.warning(texture.title(), "its image cannot be read; left out"));
      return Optional.empty();
    }
    int index = builder.add("images", object);
    images.put(image.key, index);
    return Optional.of(index);
  }

  /** Adds an image that was made here. */
  int add(Pixels pixels) {
    JsonObject object = new JsonObject();
    object.addProperty("mimeType", "image/png");
    object.addProperty("bufferView", builder.plainView(PngWriter.encode(pixels)));
    return builder.add("images", object);
  }

  /** Returns the reference to a file, relative to the folder of the model. */
  private String uri(Path file) {
    Path relative = java.util.Objects.requireNonNull(folder).folder().relativize(file);
    List<String> parts = new ArrayList<>();
    for (Path part : relative) {
      parts.add(URLEncoder.encode(part.toString(), StandardCharsets.UTF_8).replace("+", "%20"));
    }
    return String.join("/", parts);
  }

  /** Returns the type of an image that glTF files may have; empty for others. */
  private static String mimeType(Found image) throws IOException {
    byte[] first = image.bytes;
    if (image.file != null) {
      try (InputStream in = Files.newInputStream(image.file)) {
        first = in.readNBytes(SIGNATURE);
      }
    }
    if (first == null || first.length < SIGNATURE) {
      return "";
    }
    if (first[0] == (byte) 0x89 && first[1] == 'P' && first[2] == 'N' && first[3] == 'G') {
      return "image/png";
    }
    return first[0] == (byte) 0xFF && first[1] == (byte) 0xD8 ? "image/jpeg" : "";
  }

  /**
   * Decodes an image.
   *
   * @throws IOException if it is of an unknown format or too large
   */
  Pixels pixels(Found image) throws IOException {
    byte[] bytes = image.read();
    if (WebpImage.isWebp(bytes)) {
      WebpImage webp = WebpImage.parse(bytes);
      requireSize((long) webp.width() * webp.height());
      return new Pixels(webp.width(), webp.height(), webp.pixels());
    }
    try (var in = ImageIO.createImageInputStream(new ByteArrayInputStream(bytes))) {
      var readers = ImageIO.getImageReaders(in);
      if (!readers.hasNext()) {
        TgaImage tga = TgaImage.parse(bytes);
        requireSize((long) tga.width() * tga.height());
        return new Pixels(tga.width(), tga.height(), tga.pixels());
      }
      var reader = readers.next();
      try {
        reader.setInput(in, true, true);
        int width = reader.getWidth(0);
        int height = reader.getHeight(0);
        requireSize((long) width * height);
        BufferedImage read = reader.read(0);
        return new Pixels(width, height, read.getRGB(0, 0, width, height, null, 0, width));
      } finally {
        reader.dispose();
      }
    }
  }

  private void requireSize(long pixels) throws IOException {
    if (pixels > MAX_PIXELS) {
      throw new IOException("an image of " + pixels + " pixels");
    }
    scene.file().spend(0, 8 * pixels);
  }
}
