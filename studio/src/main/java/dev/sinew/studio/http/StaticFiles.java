package dev.sinew.studio.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files of the page, from the class path. Only files with a known extension are served, so
 * folders are never listed.
 */
public final class StaticFiles {
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "json", "application/json; charset=utf-8",
          "svg", "image/svg+xml",
          "png", "image/png",
          "wasm", "application/wasm",
          "txt", "text/plain; charset=utf-8");

  private static final Pattern INLINE_SCRIPT =
      Pattern.compile("<script(?![^>]*\\ssrc=)[^>]*>(.*?)</script>", Pattern.DOTALL);

  private final List<Mount> mounts;
  private final Map<String, byte[]> loaded = new ConcurrentHashMap<>();

  /**
   * A folder of the class path.
   *
   * @param prefix the start of the paths that it answers, for example "three/"; empty for all
   * @param owner a class beside which the folder is
   * @param folder the folder, as {@link Class#getResourceAsStream} names it, ending in a slash
   */
  public record Mount(String prefix, Class<?> owner, String folder) {}

  /** Serves folders; the first whose prefix fits answers. */
  public StaticFiles(List<Mount> mounts) {
    this.mounts = List.copyOf(mounts);
  }

  /** Returns a file, the page itself for an empty path. */
  Response answer(List<String> path) {
    String name = path.equals(List.of("")) ? "index.html" : String.join("/", path);
    String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    if (type == null) {
      throw Refusal.notFound("no such file");
    }
    byte[] bytes = loaded.get(name);
    if (bytes == null) {
      bytes = load(name);
      loaded.put(name, bytes);
    }
    Response file = Response.bytes(type, bytes);
    return name.endsWith(".html")
        ? file.with("Content-Security-Policy", SecurityHeaders.page(inlineScripts(bytes)))
        : file;
  }

  /** Returns the bytes of a file. Names without a file are not kept: there are too many. */
  private byte[] load(String name) {
    for (Mount mount : mounts) {
      if (name.startsWith(mount.prefix)) {
        String resource = mount.folder + name.substring(mount.prefix.length());
        try (InputStream in = mount.owner.getResourceAsStream(resource)) {
          if (in != null) {
            return in.readAllBytes();
          }
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        break;
      }
    }
    throw Refusal.notFound("no such file");
  }

  /** Returns the hashes of the scripts within a page, its import map: all others are files. */
  private static List<String> inlineScripts(byte[] page) {
    Matcher script = INLINE_SCRIPT.matcher(new String(page, StandardCharsets.UTF_8));
    return script.results().map(found -> sha256(found.group(1))).toList();
  }

  private static String sha256(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
