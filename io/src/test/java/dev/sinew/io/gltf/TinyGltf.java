package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;

/**
 * Builder of small test documents: JSON with single quotes, and numbers of every component type in
 * one buffer. Checks nothing, so that it can also build malformed files.
 */
final class TinyGltf {
  static final int BYTE = 5120;
  static final int UNSIGNED_BYTE = 5121;
  static final int SHORT = 5122;
  static final int UNSIGNED_SHORT = 5123;
  static final int UNSIGNED_INT = 5125;
  static final int FLOAT = 5126;

  /** x, y, z of six points: two squares in a column, the upper one bent out of its plane. */
  static final double[] LADDER = {
    -0.5, 0, 0, 0.5, 0, 0, -0.5, 0.5, 0, 0.5, 0.5, 0, -0.5, 1, 0.25, 0.5, 1, 0.25
  };

  /** The four triangles of {@link #LADDER}. */
  static final int[] LADDER_TRIANGLES = {0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5};

  private final JsonObject json = object("{'asset':{'version':'2.0'}}");
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /** Parses formatted JSON with single quotes. */
  @SuppressWarnings("AnnotateFormatMethod") // The annotation would need a library.
  static JsonObject object(String text, Object... args) {
    return JsonParser.parseString(text.formatted(args).replace('\'', '"')).getAsJsonObject();
  }

  JsonObject json() {
    return json;
  }

  byte[] buffer() {
    return bytes.toByteArray();
  }

  /** Sets a member of the document. */
  TinyGltf set(String member, String value, Object... args) {
    json.add(member, object("{'it':" + value + "}", args).get("it"));
    return this;
  }

  /** Appends to an array of the document; returns the index. */
  int add(String array, String text, Object... args) {
    if (!json.has(array)) {
      json.add(array, new JsonArray());
    }
    json.getAsJsonArray(array).add(object(text, args));
    return json.getAsJsonArray(array).size() - 1;
  }

  /** Appends a view of new bytes; {@code more} are further members, each after a comma. */
  int view(byte[] data, String more) {
    while (bytes.size() % 4 != 0) {
      bytes.write(0xEE);
    }
    int offset = bytes.size();
    bytes.writeBytes(data);
    return add(
        "bufferViews", "{'buffer':0,'byteOffset':%d,'byteLength':%d%s}", offset, data.length, more);
  }

  /** Appends an accessor; {@code more} are further members, each after a comma. */
  int accessor(String type, int componentType, int count, String more) {
    return add(
        "accessors",
        "{'type':'%s','componentType':%d,'count':%d%s}",
        type,
        componentType,
        count,
        more);
  }

  /** Returns numbers of a component type, packed. */
  int numbers(String type, int componentType, String more, double... values) {
    int view = view(pack(componentType, values), "");
    return accessor(
        type, componentType, values.length / width(type), ",'bufferView':" + view + more);
  }

  int floats(String type, double... values) {
    return numbers(type, FLOAT, "", values);
  }

  int positions(double... values) {
    return floats("VEC3", values);
  }

  /** Returns numbers with a byte stride, and other bytes between the elements. */
  int strided(String type, int componentType, int stride, String more, double... values) {
    int width = width(type);
    byte[] tight = pack(componentType, values);
    int size = tight.length / (values.length / width);
    byte[] loose = new byte[stride * (values.length / width)];
    Arrays.fill(loose, (byte) 0xDD);
    for (int e = 0; e < values.length / width; e++) {
      System.arraycopy(tight, e * size, loose, e * stride, size);
    }
    int view = view(loose, ",'byteStride':" + stride);
    return accessor(type, componentType, values.length / width, ",'bufferView':" + view + more);
  }

  int indices(int componentType, int... values) {
    return numbers("SCALAR", componentType, "", Arrays.stream(values).asDoubleStream().toArray());
  }

  /** A mesh of the ladder's triangles; {@code attributes} follow POSITION, each after a comma. */
  int ladder(String attributes) {
    return add(
        "meshes",
        "{'primitives':[{'attributes':{'POSITION':%d%s},'indices':%d}]}",
        positions(LADDER),
        attributes,
        indices(UNSIGNED_SHORT, LADDER_TRIANGLES));
  }

  /** Adds JOINTS_0 and WEIGHTS_0: joint 0 moves the ladder's bottom, joint 1 its top. */
  String ladderInfluences(int weightType) {
    int joints =
        numbers(
            "VEC4",
            UNSIGNED_BYTE,
            "",
            0,
            1,
            0,
            0,
            0,
            1,
            0,
            0,
            0,
            1,
            0,
            0,
            1,
            0,
            0,
            0,
            1,
            0,
            0,
            0,
            1,
            0,
            0,
            0);
    double one = weightType == FLOAT ? 1 : weightType == UNSIGNED_BYTE ? 255 : 65535;
    double[] weights = new double[24];
    double[] first = {1, 0.8, 0.6, 0.6, 1, 1};
    for (int v = 0; v < 6; v++) {
      double w = weightType == FLOAT ? first[v] : Math.rint(first[v] * one);
      weights[4 * v] = w;
      weights[4 * v + 1] = one - w;
    }
    String more = weightType == FLOAT ? "" : ",'normalized':true";
    return ",'JOINTS_0':%d,'WEIGHTS_0':%d"
        .formatted(joints, numbers("VEC4", weightType, more, weights));
  }

  /** Adds a clip of one channel. */
  void clip(int node, String path, String interpolation, int input, int output) {
    add(
        "animations",
        "{'samplers':[{'input':%d,'output':%d,'interpolation':'%s'}],"
            + "'channels':[{'sampler':0,'target':{'node':%d,'path':'%s'}}]}",
        input,
        output,
        interpolation,
        node,
        path);
  }

  /** Writes a .gltf with its buffer embedded. */
  Path embedded(Path file) throws IOException {
    return withBufferNamed(
        file,
        "data:application/octet-stream;base64,"
            + Base64.getEncoder().encodeToString(bytes.toByteArray()));
  }

  /** Writes a .gltf with an external buffer. */
  Path withBufferNamed(Path file, String uri) throws IOException {
    JsonObject tree = json.deepCopy();
    if (bytes.size() > 0) {
      JsonObject buffer = object("{'byteLength':%d}", bytes.size());
      buffer.addProperty("uri", uri);
      withFirstBuffer(tree, buffer);
    }
    return Files.writeString(file, tree.toString());
  }

  /** Writes a .glb, with an optional extra chunk. */
  Path binary(Path file, byte... extra) throws IOException {
    JsonObject tree = json.deepCopy();
    withFirstBuffer(tree, object("{'byteLength':%d}", bytes.size()));
    byte[] text = tree.toString().getBytes(StandardCharsets.UTF_8);
    int jsonSize = (text.length + 3) / 4 * 4;
    int binarySize = (bytes.size() + 3) / 4 * 4;
    int total = 12 + 8 + jsonSize + 8 + binarySize + (extra.length == 0 ? 0 : 8 + extra.length);
    ByteBuffer out = ByteBuffer.allocate(total).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(0x46546C67).putInt(2).putInt(total);
    out.putInt(jsonSize).putInt(0x4E4F534A).put(text);
    while (out.position() < 20 + jsonSize) {
      out.put((byte) ' ');
    }
    out.putInt(binarySize).putInt(0x004E4942).put(bytes.toByteArray());
    if (extra.length > 0) {
      out.position(total - 8 - extra.length);
      out.putInt(extra.length).putInt(0x54584554).put(extra);
    }
    return Files.write(file, out.array());
  }

  private static void withFirstBuffer(JsonObject tree, JsonObject buffer) {
    JsonArray buffers = new JsonArray();
    buffers.add(buffer);
    if (tree.has("buffers")) {
      buffers.addAll(tree.getAsJsonArray("buffers"));
    }
    tree.add("buffers", buffers);
  }

  static byte[] pack(int componentType, double... values) {
    ByteBuffer out = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      switch (componentType) {
        case FLOAT -> out.putFloat((float) value);
        case UNSIGNED_INT -> out.putInt((int) (long) value);
        case SHORT, UNSIGNED_SHORT -> out.putShort((short) (int) value);
        default -> out.put((byte) (int) value);
      }
    }
    return Arrays.copyOf(out.array(), out.position());
  }

  private static int width(String type) {
    return switch (type) {
      case "SCALAR" -> 1;
      case "VEC2" -> 2;
      case "VEC3" -> 3;
      case "VEC4" -> 4;
      case "MAT4" -> 16;
      default -> throw new IllegalArgumentException(type);
    };
  }
}
