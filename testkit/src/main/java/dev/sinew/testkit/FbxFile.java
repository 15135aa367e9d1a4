package dev.sinew.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.zip.Deflater;

/**
 * A file in FBX that a test makes: records, written as binary or as text.
 *
 * @param version such as 7400; from 7500 on the heads of binary records are wide
 * @param records the records
 */
public record FbxFile(int version, List<Node> records) {
  private static final String MAGIC = "Kaydara FBX Binary  \0\u001a\0";
  private static final int WIDE = 7500;

  /**
   * A record. Values are long, int, double, strings, bytes, and arrays of double, float, int and
   * long. A string "Class::name" is an object's name.
   */
  public record Node(String name, List<Object> values, List<Node> children) {
    /** Returns a record with values. */
    public static Node of(String name, Object... values) {
      return new Node(name, List.of(values), List.of());
    }

    /** Returns this record with records below it. */
    public Node with(Node... more) {
      return with(List.of(more));
    }

    /** Returns this record with records below it. */
    public Node with(List<Node> more) {
      List<Node> all = new ArrayList<>(children);
      all.addAll(more);
      return new Node(name, values, all);
    }
  }

  /** Returns a property of an object. */
  public static Node property(String name, String type, Object... values) {
    List<Object> all = new ArrayList<>(List.of(name, type, "", "A"));
    all.addAll(List.of(values));
    return new Node("P", all, List.of());
  }

  /** Returns the properties of an object. */
  public static Node properties(Node... all) {
    return Node.of("Properties70").with(all);
  }

  /** Returns a property of three numbers. */
  public static Node vector(String name, double x, double y, double z) {
    return property(name, "Vector3D", x, y, z);
  }

  /** Returns the connection of a child to its parent, or to a property of it if one is named. */
  public static Node connection(long child, long parent, String property) {
    return property.isEmpty()
        ? Node.of("C", "OO", child, parent)
        : Node.of("C", "OP", child, parent, property);
  }

  // Binary.

  /**
   * Writes the file as binary.
   *
   * @param packed whether arrays are compressed
   */
  public byte[] binary(boolean packed) {
    return binary(packed, ByteOrder.LITTLE_ENDIAN);
  }

  /** Writes the file as binary, in a byte order. */
  public byte[] binary(boolean packed, ByteOrder order) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] magic = MAGIC.getBytes(ISO_8859_1);
    magic[magic.length - 1] = (byte) (order == ByteOrder.BIG_ENDIAN ? 1 : 0);
    out.writeBytes(magic);
    out.writeBytes(ByteBuffer.allocate(4).order(order).putInt(version).array());
    for (Node node : records) {
      out.writeBytes(binary(node, out.size(), packed, order));
    }
    out.writeBytes(new byte[version >= WIDE ? 25 : 13]);
    return out.toByteArray();
  }

  private byte[] binary(Node node, int start, boolean packed, ByteOrder order) {
    ByteArrayOutputStream values = new ByteArrayOutputStream();
    for (Object value : node.values) {
      values.writeBytes(value(value, packed, order));
    }
    byte[] name = node.name.getBytes(UTF_8);
    int head = (version >= WIDE ? 25 : 13) + name.length;
    ByteArrayOutputStream below = new ByteArrayOutputStream();
    for (Node child : node.children) {
      int at = start + head + values.size() + below.size();
      below.writeBytes(binary(child, at, packed, order));
    }
    if (!node.children.isEmpty()) {
      below.writeBytes(new byte[version >= WIDE ? 25 : 13]);
    }
    int end = start + head + values.size() + below.size();
    ByteBuffer out = ByteBuffer.allocate(end - start).order(order);
    for (int number : new int[] {end, node.values.size(), values.size()}) {
      if (version >= WIDE) {
        out.putLong(number);
      } else {
        out.putInt(number);
      }
    }
    out.put((byte) name.length).put(name).put(values.toByteArray()).put(below.toByteArray());
    return out.array();
  }

  private static byte[] value(Object value, boolean packed, ByteOrder order) {
    return switch (value) {
      case Long number -> scalar('L', 8, order, out -> out.putLong(number));
      case Integer number -> scalar('I', 4, order, out -> out.putInt(number));
      case Double number -> scalar('D', 8, order, out -> out.putDouble(number));
      case String text -> bytes('S', named(text).getBytes(UTF_8), order);
      case byte[] raw -> bytes('R', raw, order);
      case double[] all -> {
        ByteBuffer plain = ByteBuffer.allocate(8 * all.length).order(order);
        plain.asDoubleBuffer().put(all);
        yield array('d', all.length, plain.array(), packed, order);
      }
      case float[] all -> {
        ByteBuffer plain = ByteBuffer.allocate(4 * all.length).order(order);
        plain.asFloatBuffer().put(all);
        yield array('f', all.length, plain.array(), packed, order);
      }
      case int[] all -> {
        ByteBuffer plain = ByteBuffer.allocate(4 * all.length).order(order);
        plain.asIntBuffer().put(all);
        yield array('i', all.length, plain.array(), packed, order);
      }
      case long[] all -> {
        ByteBuffer plain = ByteBuffer.allocate(8 * all.length).order(order);
        plain.asLongBuffer().put(all);
        yield array('l', all.length, plain.array(), packed, order);
      }
      default -> throw new IllegalArgumentException(value.toString());
    };
  }

  /** Returns the name of an object as binary files have it: with its class at the end. */
  private static String named(String text) {
    int at = text.indexOf("::");
    return at < 0 ? text : text.substring(at + 2) + "\0\u0001" + text.substring(0, at);
  }

  /** Returns a type and what is put after it. */
  private static byte[] scalar(char type, int size, ByteOrder order, Consumer<ByteBuffer> content) {
    ByteBuffer out = ByteBuffer.allocate(1 + size).order(order).put((byte) type);
    content.accept(out);
    return out.array();
  }

  private static byte[] bytes(char type, byte[] content, ByteOrder order) {
    return scalar(type, 4 + content.length, order, out -> out.putInt(content.length).put(content));
  }

  private static byte[] array(char type, int count, byte[] plain, boolean packed, ByteOrder order) {
    byte[] stored = packed ? deflated(plain) : plain;
    return scalar(
        type,
        12 + stored.length,
        order,
        out -> out.putInt(count).putInt(packed ? 1 : 0).putInt(stored.length).put(stored));
  }

  private static byte[] deflated(byte[] plain) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (Deflater deflater = new Deflater()) {
      deflater.setInput(plain);
      deflater.finish();
      byte[] part = new byte[1024];
      while (!deflater.finished()) {
        out.write(part, 0, deflater.deflate(part));
      }
    }
    return out.toByteArray();
  }

  // Text.

  /** Writes the file as text. */
  public String text() {
    StringBuilder out = new StringBuilder("; FBX made by a test\n\n");
    out.append("FBXHeaderExtension:  {\n\tFBXVersion: ").append(version).append("\n}\n");
    records.stream()
        .filter(node -> !node.name.equals("FBXHeaderExtension"))
        .forEach(node -> text(node, "", out));
    return out.toString();
  }

  private static void text(Node node, String indent, StringBuilder out) {
    out.append(indent).append(node.name).append(": ");
    boolean array = node.values.size() == 1 && node.values.getFirst().getClass().isArray();
    if (array && !(node.values.getFirst() instanceof byte[])) {
      String numbers = numbers(node.values.getFirst());
      out.append("*").append(numbers.split(",", -1).length).append(" {\n").append(indent);
      out.append("\ta: ").append(numbers).append("\n").append(indent).append("}\n");
      return;
    }
    out.append(node.values.stream().map(FbxFile::text).collect(Collectors.joining(",")));
    if (!node.children.isEmpty()) {
      out.append(" {\n");
      node.children.forEach(child -> text(child, indent + "\t", out));
      out.append(indent).append("}");
    }
    out.append("\n");
  }

  private static String text(Object value) {
    return switch (value) {
      case String text -> "\"" + text.replace("\"", "&quot;") + "\"";
      case byte[] raw -> ",\n\"" + Base64.getEncoder().encodeToString(raw) + "\"";
      default -> value.toString();
    };
  }

  private static String numbers(Object array) {
    String listed =
        switch (array) {
          case double[] all -> Arrays.toString(all);
          case float[] all -> Arrays.toString(all);
          case int[] all -> Arrays.toString(all);
          case long[] all -> Arrays.toString(all);
          default -> throw new IllegalArgumentException(array.toString());
        };
    return listed.substring(1, listed.length() - 1).replace(", ", ",");
  }
}
