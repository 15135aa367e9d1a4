package dev.sinew.io.gltf.json;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.ReferenceFolder;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** URIs of a glTF file: embedded data or a relative file name. */
public final class ResourceUri {
  private ResourceUri() {}

  /** Decodes a base64 {@code data:} URI. */
  public static byte[] dataBytes(JsonPlace place, String uri) throws MalformedAssetException {
    int comma = uri.indexOf(',');
    if (comma < 0 || !uri.substring(0, comma).endsWith(";base64")) {
      throw place.error("expected a base64 data URI");
    }
    try {
      return Base64.getDecoder().decode(uri.substring(comma + 1));
    } catch (IllegalArgumentException e) {
      throw place.error("malformed base64 text: " + e.getMessage());
    }
  }

  /**
   * Returns the file of a relative URI; rejects absolute paths, also escaped ones, schemes, and
   * files that the model may not refer to.
   */
  public static Path file(JsonPlace place, String uri, ReferenceFolder folder) throws IOException {
    Path path = relativePath(uri);
    if (path == null) {
      throw place.error("expected a relative file name, got " + shorten(uri));
    }
    return folder.resolve(path, place.source(), place.pointer());
  }

  /** Returns the path of a relative URI; null if it is absolute or no file name. */
  public static @Nullable Path relativePath(String uri) {
    if (uri.matches("(?s)[A-Za-z][A-Za-z0-9+.-]+:.*")
        || uri.startsWith("/")
        || uri.startsWith("\\")) {
      return null;
    }
    try {
      Path path = Path.of(URLDecoder.decode(uri.replace("+", "%2B"), StandardCharsets.UTF_8));
      return path.isAbsolute() ? null : path;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static String shorten(String uri) {
    return uri.length() <= 80 ? uri : uri.substring(0, 77) + "...";
  }
}
