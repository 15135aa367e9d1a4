package dev.sinew.io.gltf;

import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.DecodeBudget;
import dev.sinew.io.gltf.json.ExtensionNames;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.meshopt.MeshoptDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Buffer views compressed with EXT_meshopt_compression or its KHR successor. */
final class MeshoptViews {
  static final List<String> EXTENSIONS =
      List.of("EXT_meshopt_compression", "KHR_meshopt_compression");

  private MeshoptViews() {}

  /** Returns true if a buffer has no bytes and only declares the size of the decoded views. */
  static boolean isFallback(JsonPlace buffer) throws MalformedAssetException {
    JsonPlace extension = extension(buffer);
    return extension != null && extension.flagOr("fallback", false);
  }

  /** Returns the compression extension of a buffer or view, or null if it is not compressed. */
  static @Nullable JsonPlace extension(JsonPlace bufferOrView) throws MalformedAssetException {
    JsonPlace extensions = bufferOrView.find("extensions");
    if (extensions == null) {
      return null;
    }
    for (String name : EXTENSIONS) {
      JsonPlace found = extensions.find(name);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** Decodes a view, after the budget has admitted its decoded size. */
  static ByteBuffer decode(GltfDocument document, JsonPlace extension, DecodeBudget budget)
      throws MalformedAssetException {
    int buffer = extension.get("buffer").index(document.bufferCount(), "buffers");
    int offset = extension.integerOr("byteOffset", 0, Integer.MAX_VALUE, 0);
    int length = extension.get("byteLength").integer(1, Integer.MAX_VALUE);
    int stride = extension.get("byteStride").integer(1, 256);
    int count = extension.get("count").integer(1, Integer.MAX_VALUE);
    ByteBuffer bytes = document.buffer(buffer);
    if ((long) offset + length > bytes.limit()) {
      throw extension.error(
          "bytes "
              + offset
              + " to "
              + ((long) offset + length)
              + " of a buffer of "
              + bytes.limit());
    }
    budget.spend(extension, (long) count * stride);
    MeshoptDecoder.Mode mode = named(MeshoptDecoder.Mode.class, extension.get("mode"));
    JsonPlace filterName = extension.find("filter");
    MeshoptDecoder.Filter filter =
        filterName == null
            ? MeshoptDecoder.Filter.NONE
            : named(MeshoptDecoder.Filter.class, filterName);
    try {
      byte[] decoded =
          MeshoptDecoder.decode(bytes.slice(offset, length), count, stride, mode, filter);
      return ByteBuffer.wrap(decoded).order(ByteOrder.LITTLE_ENDIAN);
    } catch (IllegalArgumentException e) {
      throw extension.error("compressed data: " + e.getMessage());
    }
  }

  /** Removes the compression extension from a view that is stored decoded. */
  static void removeFrom(JsonObject view) {
    if (view.get("extensions") instanceof JsonObject extensions) {
      EXTENSIONS.forEach(extensions::remove);
      if (extensions.isEmpty()) {
        view.remove("extensions");
      }
    }
  }

  /** Removes the names of the extensions from a document whose views are all stored decoded. */
  static void removeNames(JsonObject json) {
    ExtensionNames.remove(json, EXTENSIONS);
  }

  private static <E extends Enum<E>> E named(Class<E> kind, JsonPlace name)
      throws MalformedAssetException {
    for (E value : kind.getEnumConstants()) {
      if (value.name().equals(name.text())) {
        return value;
      }
    }
    throw name.error(
        "unknown " + kind.getSimpleName().toLowerCase(Locale.ROOT) + " " + name.text());
  }
}
