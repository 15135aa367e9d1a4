package dev.sinew.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Changes files at random: bytes, text, the tree of a glTF file. */
final class Mutations {
  private static final int GLB_JSON_START = 20;
  private static final String[] NUMBERS = {
    "-1",
    "0",
    "1",
    "2",
    "3",
    "7",
    "255",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "1e308",
    "-1e308",
    "1e-320",
    "1e39",
    "0.5",
    "nan",
    "inf",
    "-0",
    "1e999999999",
    "0x10",
    "--1",
    "99999999999999999999999"
  };

  private final Random random;

  Mutations(Random random) {
    this.random = random;
  }

  /** Returns a changed copy of a file. */
  byte[] change(byte[] file, String name) {
    String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    boolean isBinary = ending.equals("glb") || ending.equals("vrm");
    boolean isGltf = ending.equals("gltf") || isBinary;
    boolean isText =
        ending.equals("obj") || ending.equals("bvh") || (ending.equals("fbx") && file[0] == ';');
    int kind = random.nextInt(10);
    if (isGltf && kind < 6) {
      return changeTree(file, isBinary);
    }
    if (isText && kind < 7) {
      return changeText(file);
    }
    return changeBytes(file);
  }

  /** Mostly one change: after several a file is refused for the first of them. */
  private int few() {
    return random.nextInt(3) > 0 ? 1 : 1 + random.nextInt(4);
  }

  // Bytes.

  /** Returns a copy with some bytes changed, removed or repeated. */
  byte[] changeBytes(byte[] file) {
    byte[] out = file.clone();
    int times = few();
    for (int i = 0; i < times && out.length > 0; i++) {
      // Half of the changes among the first bytes, where headers are.
      int range = random.nextBoolean() ? out.length : Math.min(out.length, 400);
      int at = random.nextInt(range);
      switch (random.nextInt(7)) {
        case 0 -> out[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> out[at] = (byte) random.nextInt(256);
        case 2 -> putInt(out, at, NUMBERS_AS_INTS[random.nextInt(NUMBERS_AS_INTS.length)]);
        case 3 -> out = Arrays.copyOf(out, at);
        case 4 -> out = without(out, at, at + random.nextInt(64));
        case 5 -> out = doubled(out, at, at + random.nextInt(256));
        default -> Arrays.fill(out, at, Math.min(out.length, at + 8), (byte) random.nextInt(2));
      }
    }
    return out;
  }

  private static final int[] NUMBERS_AS_INTS = {
    -1,
    0,
    1,
    2,
    255,
    256,
    65535,
    65536,
    0x7F800000,
    0x7FC00000,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE
  };

  private void putInt(byte[] out, int at, int value) {
    if (at + 4 <= out.length) {
      ByteOrder order = random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
      ByteBuffer.wrap(out).order(order).putInt(at, value);
    }
  }

  private static byte[] without(byte[] file, int from, int to) {
    int end = Math.min(to, file.length);
    byte[] out = new byte[file.length - (end - from)];
    System.arraycopy(file, 0, out, 0, from);
    System.arraycopy(file, end, out, from, file.length - end);
    return out;
  }

  private static byte[] doubled(byte[] file, int from, int to) {
    int end = Math.min(to, file.length);
    byte[] out = new byte[file.length + end - from];
    System.arraycopy(file, 0, out, 0, end);
    System.arraycopy(file, from, out, end, file.length - from);
    return out;
  }

  // Text.

  private byte[] changeText(byte[] file) {
    List<String> lines =
        new ArrayList<>(new String(file, StandardCharsets.ISO_8859_1).lines().toList());
    int times = few();
    for (int i = 0; i < times && !lines.isEmpty(); i++) {
      int at = random.nextInt(lines.size());
      switch (random.nextInt(5)) {
        case 0 -> lines.remove(at);
        case 1 -> lines.add(random.nextInt(lines.size() + 1), lines.get(at));
        case 2 -> lines.set(at, lines.get(random.nextInt(lines.size())));
        default -> lines.set(at, changeToken(lines.get(at)));
      }
    }
    return String.join("\n", lines).getBytes(StandardCharsets.ISO_8859_1);
  }

  private String changeToken(String line) {
    // Numbers of FBX are separated by commas.
    String separator = line.indexOf(',') >= 0 && random.nextBoolean() ? "," : " ";
    String[] tokens = line.split(separator, -1);
    int at = random.nextInt(tokens.length);
    tokens[at] =
        switch (random.nextInt(4)) {
          case 0 -> "";
          case 1 -> tokens[at] + tokens[at];
          case 2 -> NUMBERS[random.nextInt(NUMBERS.length)] + "/" + NUMBERS[random.nextInt(5)];
          default -> NUMBERS[random.nextInt(NUMBERS.length)];
        };
    return String.join(separator, tokens);
  }

  // The tree of a glTF file.

  private byte[] changeTree(byte[] file, boolean binary) {
    JsonObject tree;
    byte[] rest = new byte[0];
    try {
      if (binary) {
        int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(12);
        String text = new String(file, GLB_JSON_START, length, StandardCharsets.UTF_8);
        tree = JsonParser.parseString(text).getAsJsonObject();
        rest = Arrays.copyOfRange(file, GLB_JSON_START + length, file.length);
      } else {
        String text = new String(file, StandardCharsets.UTF_8);
        tree = JsonParser.parseString(text).getAsJsonObject();
      }
    } catch (RuntimeException e) {
      return changeBytes(file);
    }
    int times = few();
    for (int i = 0; i < times; i++) {
      changeSomewhere(tree);
    }
    byte[] json = tree.toString().getBytes(StandardCharsets.UTF_8);
    return binary ? glbOfChunks(json, rest) : json;
  }

  /** Returns a GLB file of a JSON and a binary chunk. */
  static byte[] glb(byte[] json, byte[] binary) {
    ByteBuffer chunk = ByteBuffer.allocate(8 + binary.length).order(ByteOrder.LITTLE_ENDIAN);
    chunk.putInt(binary.length).putInt(0x004E4942).put(binary);
    return glbOfChunks(json, chunk.array());
  }

  private static byte[] glbOfChunks(byte[] json, byte[] rest) {
    int padded = (json.length + 3) / 4 * 4;
    ByteBuffer head = ByteBuffer.allocate(GLB_JSON_START).order(ByteOrder.LITTLE_ENDIAN);
    head.putInt(0x46546C67).putInt(2).putInt(GLB_JSON_START + padded + rest.length);
    head.putInt(padded).putInt(0x4E4F534A);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(head.array());
    out.writeBytes(json);
    out.writeBytes(" ".repeat(padded - json.length).getBytes(StandardCharsets.UTF_8));
    out.writeBytes(rest);
    return out.toByteArray();
  }

  /** Walks down at random and changes what is there. */
  private void changeSomewhere(JsonElement element) {
    if (element instanceof JsonObject object && object.size() > 0) {
      List<String> names = new ArrayList<>(object.keySet());
      String name = names.get(random.nextInt(names.size()));
      JsonElement value = object.get(name);
      if (isTree(value) && random.nextInt(8) > 0) {
        changeSomewhere(value);
      } else {
        switch (random.nextInt(4)) {
          case 0 -> object.remove(name);
          case 1 -> object.add(names.get(random.nextInt(names.size())), value);
          default -> object.add(name, other());
        }
      }
    } else if (element instanceof JsonArray array && array.size() > 0) {
      int at = random.nextInt(array.size());
      if (isTree(array.get(at)) && random.nextInt(8) > 0) {
        changeSomewhere(array.get(at));
      } else {
        switch (random.nextInt(4)) {
          case 0 -> array.remove(at);
          case 1 -> array.add(array.get(random.nextInt(array.size())));
          default -> array.set(at, other());
        }
      }
    }
  }

  private static boolean isTree(JsonElement element) {
    return (element instanceof JsonObject object && object.size() > 0)
        || (element instanceof JsonArray array && array.size() > 0);
  }

  private JsonElement other() {
    double[] numbers = {
      -1,
      0,
      1,
      2,
      3,
      4,
      5,
      16,
      5120,
      5125,
      5126,
      65536,
      2147483647d,
      4294967296d,
      1e300,
      -1e300,
      1e-300,
      0.5,
      1e38
    };
    return switch (random.nextInt(9)) {
      case 0 -> JsonNull.INSTANCE;
      case 1 -> new JsonObject();
      case 2 -> new JsonArray();
      case 3 -> new JsonPrimitive("\u001b[31mtext");
      case 4 -> new JsonPrimitive(random.nextBoolean());
      case 5 -> new JsonPrimitive("../".repeat(random.nextInt(4)) + "etc/passwd");
      default -> {
        double number = numbers[random.nextInt(numbers.length)];
        yield number == Math.rint(number) && Math.abs(number) < 1e15
            ? new JsonPrimitive((long) number)
            : new JsonPrimitive(number);
      }
    };
  }
}
