package dev.sinew.io.gltf;

import dev.sinew.io.MalformedAssetException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;

/** What a glTF file's {@code uri} members can mean: bytes in the text itself, or a file nearby. */
final class ResourceUri {
  private ResourceUri() {}

  /** The bytes of a base64 {@code data:} URI. */
  static byte[] dataBytes(JsonPlace place, String uri) throws MalformedAssetException {
    int comma = uri.indexOf(',');
    if (comma < 0 || !uri.substring(0, comma).endsWith(";base64")) {
      throw place.error("expected a base64 data URI");
    }
    try {
      return Base64.getDecoder().decode(uri.substring(comma + 1));
    } catch (IllegalArgumentException e) {
      throw place.error("the base64 text is broken: " + e.getMessage());
    }
  }

  /** The file a relative URI names. Absolute paths, escaped ones too, and schemes are refused. */
  static Path file(JsonPlace place, String uri, Path folder) throws MalformedAssetException {
    if (uri.matches("[A-Za-z][A-Za-z0-9+.-]+:.*") || uri.startsWith("/") || uri.startsWith("\\")) {
      throw place.error("only files beside this one are read, got " + shorten(uri));
    }
    try {
      Path path = Path.of(URLDecoder.decode(uri.replace("+", "%2B"), StandardCharsets.UTF_8));
      if (path.isAbsolute()) {
        throw place.error("only files beside this one are read, got " + shorten(uri));
      }
      return folder.resolve(path).normalize();
    } catch (IllegalArgumentException e) {
      throw place.error("not a usable file name: " + shorten(uri));
    }
  }

  private static String shorten(String uri) {
    return uri.length() <= 80 ? uri : uri.substring(0, 77) + "...";
  }
}
