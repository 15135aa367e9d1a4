package dev.sinew.testkit;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a .gltf or .glb file for {@link GltfOracle}: its JSON, its buffers, and accessors as plain
 * numbers. Does not validate the file; a broken one causes some exception.
 */
final class GltfFile {
  static final int GLB_MAGIC = 0x46546C67;
  static final int JSON_CHUNK = 0x4E4F534A;
  static final int BINARY_CHUNK = 0x004E4942;

  private final JsonObject root;
  private final List<ByteBuffer> buffers = new ArrayList<>();

  GltfFile(Path file) throws IOException {
    ByteBuffer bytes = littleEndian(Files.readAllBytes(file));
    ByteBuffer binaryChunk = null;
    String json;
    if (bytes.limit() >= 12 && bytes.getInt(0) == GLB_MAGIC) {
      json = "";
      int at = 12;
      while (at + 8 <= bytes.getInt(8)) {
        int length = bytes.getInt(at);
        int type = bytes.getInt(at + 4);
        ByteBuffer chunk = bytes.slice(at + 8, length).order(ByteOrder.LITTLE_ENDIAN);
        if (type == JSON_CHUNK) {
          json = StandardCharsets.UTF_8.decode(chunk).toString();
        } else if (type == BINARY_CHUNK) {
          binaryChunk = chunk;
        }
        at += 8 + length;
      }
    } else {
      json = StandardCharsets.UTF_8.decode(bytes).toString();
    }
    root = JsonParser.parseString(json).getAsJsonObject();
    for (JsonElement buffer : list(root, "buffers")) {
      buffers.add(buffer(buffer.getAsJsonObject(), file, buffers.isEmpty() ? binaryChunk : null));
    }
  }

  private static ByteBuffer buffer(JsonObject buffer, Path file, @Nullable ByteBuffer binaryChunk)
      throws IOException {
    if (!buffer.has("uri")) {
      if (binaryChunk == null) {
        throw new UnsupportedOperationException(file + ": a buffer without data");
      }
      return binaryChunk;
    }
    String uri = buffer.get("uri").getAsString();
    if (uri.startsWith("data:")) {
      return littleEndian(Base64.getDecoder().decode(uri.substring(uri.indexOf(',') + 1)));
    }
    String name = URLDecoder.decode(uri.replace("+", "%2B"), StandardCharsets.UTF_8);
    return littleEndian(Files.readAllBytes(file.resolveSibling(name)));
  }

  /** Returns the whole JSON; not a copy. */
  JsonObject root() {
    return root;
  }

  /** Returns the bytes of all buffers. */
  List<ByteBuffer> buffers() {
    return buffers;
  }

  // ---- JSON with defaults ----------------------------------------------------------------------

  /** Returns all objects of a top-level list, such as {@code nodes}. */
  List<JsonObject> objects(String name) {
    return list(root, name).asList().stream().map(JsonElement::getAsJsonObject).toList();
  }

  /** Returns a list by name, empty if there is none. */
  static JsonArray list(JsonObject object, String name) {
    return object.has(name) ? object.getAsJsonArray(name) : new JsonArray();
  }

  /** Returns an integer by name, or a default. */
  static int integer(JsonObject object, String name, int otherwise) {
    return object.has(name) ? object.get(name).getAsInt() : otherwise;
  }

  /** Returns a list of numbers by name, or a default. */
  static double[] numbers(JsonObject object, String name, double... otherwise) {
    return object.has(name)
        ? object.getAsJsonArray(name).asList().stream()
            .mapToDouble(JsonElement::getAsDouble)
            .toArray()
        : otherwise;
  }

  // ---- accessors -------------------------------------------------------------------------------

  /** Returns all values of an accessor, normalised if required, with its sparse values. */
  double[] accessor(int index) {
    JsonObject accessor = objects("accessors").get(index);
    int count = accessor.get("count").getAsInt();
    int components = components(accessor.get("type").getAsString());
    int type = accessor.get("componentType").getAsInt();
    boolean normalized = accessor.has("normalized") && accessor.get("normalized").getAsBoolean();
    double[] out = new double[count * components];
    if (accessor.has("bufferView")) {
      out =
          read(
              accessor.get("bufferView").getAsInt(),
              integer(accessor, "byteOffset", 0),
              count,
              components,
              type,
              normalized);
    }
    if (accessor.has("sparse")) {
      JsonObject sparse = accessor.getAsJsonObject("sparse");
      int changed = sparse.get("count").getAsInt();
      JsonObject at = sparse.getAsJsonObject("indices");
      JsonObject to = sparse.getAsJsonObject("values");
      double[] rows =
          read(
              at.get("bufferView").getAsInt(),
              integer(at, "byteOffset", 0),
              changed,
              1,
              at.get("componentType").getAsInt(),
              false);
      double[] values =
          read(
              to.get("bufferView").getAsInt(),
              integer(to, "byteOffset", 0),
              changed,
              components,
              type,
              normalized);
      for (int i = 0; i < changed; i++) {
        int row = (int) rows[i];
        System.arraycopy(values, i * components, out, row * components, components);
      }
    }
    return out;
  }

  private double[] read(
      int viewIndex, int offset, int count, int components, int type, boolean normalized) {
    JsonObject view = objects("bufferViews").get(viewIndex);
    if (view.has("extensions") && view.get("extensions").toString().contains("meshopt")) {
      throw new UnsupportedOperationException("compressed buffer view " + viewIndex);
    }
    ByteBuffer buffer = buffers.get(view.get("buffer").getAsInt());
    int size = size(type);
    int stride = integer(view, "byteStride", size * components);
    int start = integer(view, "byteOffset", 0) + offset;
    double[] out = new double[count * components];
    for (int i = 0; i < count; i++) {
      for (int c = 0; c < components; c++) {
        out[i * components + c] = number(buffer, start + i * stride + c * size, type, normalized);
      }
    }
    return out;
  }

  private static double number(ByteBuffer b, int at, int type, boolean normalized) {
    return switch (type) {
      case 5120 -> normalized ? Math.max(b.get(at) / 127.0, -1) : b.get(at);
      case 5121 -> (b.get(at) & 0xff) / (normalized ? 255.0 : 1.0);
      case 5122 -> normalized ? Math.max(b.getShort(at) / 32767.0, -1) : b.getShort(at);
      case 5123 -> (b.getShort(at) & 0xffff) / (normalized ? 65535.0 : 1.0);
      case 5125 -> Integer.toUnsignedLong(b.getInt(at));
      case 5126 -> b.getFloat(at);
      default -> throw new IllegalArgumentException("component type " + type);
    };
  }

  private static int size(int type) {
    return switch (type) {
      case 5120, 5121 -> 1;
      case 5122, 5123 -> 2;
      case 5125, 5126 -> 4;
      default -> throw new IllegalArgumentException("component type " + type);
    };
  }

  private static int components(String type) {
    return switch (type) {
      case "SCALAR" -> 1;
      case "VEC2" -> 2;
      case "VEC3" -> 3;
      case "VEC4" -> 4;
      case "MAT4" -> 16;
      default -> throw new IllegalArgumentException("accessor type " + type);
    };
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
