package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects a new document: its JSON objects and the bytes of its one buffer. */
final class GltfBuilder {
  private static final int ARRAY_BUFFER = 34962;
  private static final int ELEMENT_ARRAY_BUFFER = 34963;
  private static final int NO_TARGET = 0;

  private final JsonObject json = new JsonObject();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final Map<FloatBuffer, Integer> sharedTimes = new HashMap<>();

  GltfBuilder() {
    JsonObject asset = new JsonObject();
    asset.addProperty("version", "2.0");
    asset.addProperty("generator", "Sinew");
    json.add("asset", asset);
  }

  JsonObject json() {
    return json;
  }

  /** Appends an object to one of the document's arrays; returns its place there. */
  int add(String array, JsonElement object) {
    if (!json.has(array)) {
      json.add(array, new JsonArray());
    }
    json.getAsJsonArray(array).add(object);
    return json.getAsJsonArray(array).size() - 1;
  }

  /** Vertex data as floats; returns the accessor. */
  int vertexFloats(float[] values, String type, int components) {
    return floats(values, type, components, ARRAY_BUFFER, type.equals("VEC3"));
  }

  /** Floats that are no vertex data: matrices, keys; returns the accessor. */
  int plainFloats(float[] values, String type, int components) {
    return floats(values, type, components, NO_TARGET, false);
  }

  /** Key times, shared between the tracks that have the same; returns the accessor. */
  int times(float[] values) {
    return sharedTimes.computeIfAbsent(
        FloatBuffer.wrap(values), k -> floats(values, "SCALAR", 1, NO_TARGET, true));
  }

  private int floats(float[] values, String type, int components, int target, boolean bounds) {
    ByteBuffer data = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    data.asFloatBuffer().put(values);
    JsonObject accessor =
        accessor(view(data.array(), target), Accessors.FLOAT, values.length / components, type);
    if (bounds) {
      accessor.add("min", extreme(values, components, false));
      accessor.add("max", extreme(values, components, true));
    }
    return add("accessors", accessor);
  }

  private static JsonArray extreme(float[] values, int components, boolean largest) {
    JsonArray out = new JsonArray();
    for (int c = 0; c < components; c++) {
      double best = largest ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      for (int i = c; i < values.length; i += components) {
        best = largest ? Math.max(best, values[i]) : Math.min(best, values[i]);
      }
      out.add(best);
    }
    return out;
  }

  /** Triangle indices, 16 bits each where that is enough; returns the accessor. */
  int indices(int[] values) {
    int most = Arrays.stream(values).max().orElse(0);
    // The largest 16-bit number would restart the primitive.
    boolean small = most < 0xFFFF;
    return add(
        "accessors",
        accessor(
            view(integers(values, small ? 2 : 4), ELEMENT_ARRAY_BUFFER),
            small ? Accessors.UNSIGNED_SHORT : Accessors.UNSIGNED_INT,
            values.length,
            "SCALAR"));
  }

  /** Joint numbers, four a vertex, 8 bits each where that is enough; returns the accessor. */
  int joints(int[] values) {
    int most = Arrays.stream(values).max().orElse(0);
    if (most > 0xFFFF) {
      throw new IllegalArgumentException("joints: expected up to " + 0xFFFF + ", got " + most);
    }
    boolean small = most <= 0xFF;
    return add(
        "accessors",
        accessor(
            view(integers(values, small ? 1 : 2), ARRAY_BUFFER),
            small ? Accessors.UNSIGNED_BYTE : Accessors.UNSIGNED_SHORT,
            values.length / 4,
            "VEC4"));
  }

  /** Unsigned integers of 2 or 4 bytes that are no vertex data; returns the accessor. */
  int plainIntegers(int[] values, int size) {
    return add(
        "accessors",
        accessor(
            view(integers(values, size), NO_TARGET),
            size == 2 ? Accessors.UNSIGNED_SHORT : Accessors.UNSIGNED_INT,
            values.length,
            "SCALAR"));
  }

  /** Lists an extension as used. */
  void useExtension(String name) {
    if (!(json.get("extensionsUsed") instanceof JsonArray used)
        || !used.contains(new JsonPrimitive(name))) {
      add("extensionsUsed", new JsonPrimitive(name));
    }
  }

  private static byte[] integers(int[] values, int size) {
    ByteBuffer data = ByteBuffer.allocate(size * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int value : values) {
      switch (size) {
        case 1 -> data.put((byte) value);
        case 2 -> data.putShort((short) value);
        default -> data.putInt(value);
      }
    }
    return data.array();
  }

  /** Bytes that are no accessor's, such as an image; returns the buffer view. */
  int plainView(byte[] data) {
    return view(data, NO_TARGET);
  }

  private int view(byte[] data, int target) {
    JsonObject view = new JsonObject();
    if (target != NO_TARGET) {
      view.addProperty("target", target);
    }
    return addView(view, data);
  }

  /** Appends bytes under a view that says the rest of what is known of them; returns its place. */
  int addView(JsonObject view, byte[] data) {
    while (bytes.size() % 4 != 0) {
      bytes.write(0);
    }
    view.addProperty("buffer", 0);
    view.addProperty("byteOffset", bytes.size());
    view.addProperty("byteLength", data.length);
    bytes.writeBytes(data);
    return add("bufferViews", view);
  }

  private static JsonObject accessor(int view, int componentType, int count, String type) {
    JsonObject accessor = new JsonObject();
    accessor.addProperty("bufferView", view);
    accessor.addProperty("componentType", componentType);
    accessor.addProperty("count", count);
    accessor.addProperty("type", type);
    return accessor;
  }

  /**
   * The document.
   *
   * @param source how messages name it
   * @param folder where the image files it names lie, or null
   */
  GltfDocument build(String source, @Nullable Path folder) {
    if (bytes.size() > 0) {
      JsonObject buffer = new JsonObject();
      buffer.addProperty("byteLength", bytes.size());
      add("buffers", buffer);
    }
    return GltfDocument.of(source, folder, json, bytes.toByteArray());
  }
}
