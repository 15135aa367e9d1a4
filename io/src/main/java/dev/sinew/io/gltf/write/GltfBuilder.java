package dev.sinew.io.gltf.write;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.io.gltf.json.ExtensionNames;
import dev.sinew.io.gltf.stored.AccessorLayout;
import dev.sinew.run.RequestException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** Builds a new document: its JSON objects and the bytes of its single buffer. */
public final class GltfBuilder {
  private static final int ARRAY_BUFFER = 34962;
  private static final int ELEMENT_ARRAY_BUFFER = 34963;
  private static final int NO_TARGET = 0;

  /** Dense values are smaller if more than this share of the vertices moves. */
  private static final double SPARSE = 0.7;

  private final JsonObject json = new JsonObject();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final Map<FloatBuffer, Integer> sharedTimes = new HashMap<>();
  private boolean sparse;

  /** Starts an empty document. */
  public GltfBuilder() {
    JsonObject asset = new JsonObject();
    asset.addProperty("version", "2.0");
    asset.addProperty("generator", "Sinew");
    json.add("asset", asset);
  }

  /** Returns the JSON tree, which may be modified. */
  public JsonObject json() {
    return json;
  }

  /** Appends an object to an array of the document; returns its index. */
  public int add(String array, JsonElement object) {
    if (!(json.get(array) instanceof JsonArray)) {
      json.add(array, new JsonArray());
    }
    json.getAsJsonArray(array).add(object);
    return json.getAsJsonArray(array).size() - 1;
  }

  /** Adds vertex data as floats; returns the accessor. */
  public int vertexFloats(float[] values, String type, int components) {
    return floats(values, type, components, ARRAY_BUFFER, type.equals("VEC3"));
  }

  /** Adds floats other than vertex data, such as matrices and keys; returns the accessor. */
  public int plainFloats(float[] values, String type, int components) {
    return floats(values, type, components, NO_TARGET, false);
  }

  /** Lets {@link #offsets} be stored sparsely, which not all readers of glTF know. */
  public void allowSparseOffsets() {
    sparse = true;
  }

  /** Adds offsets of vertices, three floats each, in the smaller allowed form. */
  public int offsets(float[] values) {
    return sparse ? smallerOffsets(values) : vertexFloats(values, "VEC3", 3);
  }

  /** Adds offsets of vertices, three floats each, in the smaller form; returns the accessor. */
  public int smallerOffsets(float[] values) {
    return 3 * moved(values).length > SPARSE * values.length
        ? vertexFloats(values, "VEC3", 3)
        : sparseFloats(values);
  }

  private static int[] moved(float[] values) {
    return IntStream.range(0, values.length / 3)
        .filter(v -> values[3 * v] != 0 || values[3 * v + 1] != 0 || values[3 * v + 2] != 0)
        .toArray();
  }

  /** Adds vertices of three floats that are mostly zero; returns the accessor. */
  public int sparseFloats(float[] values) {
    int count = values.length / 3;
    int[] moved = moved(values);
    JsonObject accessor = new JsonObject();
    accessor.addProperty("componentType", AccessorLayout.FLOAT);
    accessor.addProperty("count", count);
    accessor.addProperty("type", "VEC3");
    accessor.add("min", extreme(values, 3, false));
    accessor.add("max", extreme(values, 3, true));
    if (moved.length > 0) {
      ByteBuffer data = ByteBuffer.allocate(12 * moved.length).order(ByteOrder.LITTLE_ENDIAN);
      for (int v : moved) {
        data.putFloat(values[3 * v]).putFloat(values[3 * v + 1]).putFloat(values[3 * v + 2]);
      }
      boolean small = count <= 0xFFFF;
      JsonObject indices = new JsonObject();
      indices.addProperty("bufferView", plainView(integers(moved, small ? 2 : 4)));
      indices.addProperty(
          "componentType", small ? AccessorLayout.UNSIGNED_SHORT : AccessorLayout.UNSIGNED_INT);
      JsonObject stored = new JsonObject();
      stored.addProperty("bufferView", plainView(data.array()));
      JsonObject few = new JsonObject();
      few.addProperty("count", moved.length);
      few.add("indices", indices);
      few.add("values", stored);
      accessor.add("sparse", few);
    }
    return add("accessors", accessor);
  }

  /** Adds key times; tracks with equal times share them. Returns the accessor. */
  public int times(float[] values) {
    return sharedTimes.computeIfAbsent(
        FloatBuffer.wrap(values), k -> floats(values, "SCALAR", 1, NO_TARGET, true));
  }

  private int floats(float[] values, String type, int components, int target, boolean bounds) {
    ByteBuffer data = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    data.asFloatBuffer().put(values);
    JsonObject accessor =
        accessor(
            view(data.array(), target), AccessorLayout.FLOAT, values.length / components, type);
    if (bounds) {
      accessor.add("min", extreme(values, components, false));
      accessor.add("max", extreme(values, components, true));
    }
    return add("accessors", accessor);
  }

  /** Returns the least or the largest value of each component. */
  public static JsonArray extreme(float[] values, int components, boolean max) {
    JsonArray out = new JsonArray();
    for (int c = 0; c < components; c++) {
      double best = max ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      for (int i = c; i < values.length; i += components) {
        best = max ? Math.max(best, values[i]) : Math.min(best, values[i]);
      }
      out.add(best);
    }
    return out;
  }

  /** Adds triangle indices, of 16 bits if possible; returns the accessor. */
  public int indices(int[] values) {
    int max = Arrays.stream(values).max().orElse(0);
    // The largest 16-bit number is the primitive restart value.
    boolean small = max < 0xFFFF;
    return add(
        "accessors",
        accessor(
            view(integers(values, small ? 2 : 4), ELEMENT_ARRAY_BUFFER),
            small ? AccessorLayout.UNSIGNED_SHORT : AccessorLayout.UNSIGNED_INT,
            values.length,
            "SCALAR"));
  }

  /** Adds joint indices, four per vertex, of 8 bits if possible; returns the accessor. */
  public int joints(int[] values) {
    int max = Arrays.stream(values).max().orElse(0);
    if (max > 0xFFFF) {
      throw new RequestException("joints: expected up to " + 0xFFFF + ", got " + max);
    }
    boolean small = max <= 0xFF;
    return add(
        "accessors",
        accessor(
            view(integers(values, small ? 1 : 2), ARRAY_BUFFER),
            small ? AccessorLayout.UNSIGNED_BYTE : AccessorLayout.UNSIGNED_SHORT,
            values.length / 4,
            "VEC4"));
  }

  /** Adds unsigned integers of 2 or 4 bytes other than vertex data; returns the accessor. */
  public int plainIntegers(int[] values, int size) {
    return add(
        "accessors",
        accessor(
            view(integers(values, size), NO_TARGET),
            size == 2 ? AccessorLayout.UNSIGNED_SHORT : AccessorLayout.UNSIGNED_INT,
            values.length,
            "SCALAR"));
  }

  /** Adds an extension to {@code extensionsUsed}. */
  public void useExtension(String name) {
    ExtensionNames.use(json, name);
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

  /** Adds bytes without an accessor, such as an image; returns the buffer view. */
  public int plainView(byte[] data) {
    return view(data, NO_TARGET);
  }

  private int view(byte[] data, int target) {
    JsonObject view = new JsonObject();
    if (target != NO_TARGET) {
      view.addProperty("target", target);
    }
    return addView(view, data);
  }

  /** Appends bytes and completes their view; returns its index. */
  public int addView(JsonObject view, byte[] data) {
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
   * Completes the tree with the buffer.
   *
   * @return the bytes of the buffer; none if there is nothing in it
   */
  public byte[] finish() {
    if (bytes.size() > 0) {
      JsonObject buffer = new JsonObject();
      buffer.addProperty("byteLength", bytes.size());
      add("buffers", buffer);
    }
    return bytes.toByteArray();
  }
}
