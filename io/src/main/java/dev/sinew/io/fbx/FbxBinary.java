package dev.sinew.io.fbx;

import dev.sinew.io.MalformedAssetException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Parses binary FBX: a header of 27 bytes, then records with the offset of their end, the number
 * and size of their values, a name, values and records below. Since version 7500 the sizes have 64
 * bits.
 */
final class FbxBinary {
  static final String MAGIC = "Kaydara FBX Binary  \0";
  private static final int HEADER = 27;
  private static final int BIG_ENDIAN_AT = 22;
  private static final int WIDE_VERSION = 7500;

  private final FbxFile file;
  private final ByteBuffer in;
  private final boolean wide;
  private final int version;

  private FbxBinary(FbxFile file, byte[] bytes) throws MalformedAssetException {
    this.file = file;
    in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.length < HEADER) {
      throw file.error(bytes.length, "the file ends within the header");
    }
    if (bytes[BIG_ENDIAN_AT] == 1) {
      in.order(ByteOrder.BIG_ENDIAN);
    }
    version = in.getInt(HEADER - 4);
    FbxReader.requireVersion(file, HEADER - 4, version);
    wide = version >= WIDE_VERSION;
    in.position(HEADER);
  }

  /** Returns the root record, whose only value is the version. */
  static FbxNode parse(FbxFile file, byte[] bytes) throws MalformedAssetException {
    FbxBinary parser = new FbxBinary(file, bytes);
    FbxNode root = new FbxNode(file, 0, "");
    root.values().add((long) parser.version);
    // A record without a name ends the list; what follows is a footer.
    while (parser.record(root, bytes.length, 0)) {
      if (parser.in.remaining() == 0) {
        break; // Some writers leave the end out.
      }
    }
    return root;
  }

  private long size() {
    return wide ? in.getLong() : Integer.toUnsignedLong(in.getInt());
  }

  /** Reads a record into its parent; returns false at the end of the list. */
  private boolean record(FbxNode parent, long limit, int depth) throws MalformedAssetException {
    int at = in.position();
    int head = wide ? 25 : 13;
    if (limit - at < head) {
      throw file.error(at, "the file ends within the head of a record");
    }
    long end = size();
    long count = size();
    long valueBytes = size();
    int nameLength = Byte.toUnsignedInt(in.get());
    if (end == 0) {
      return false;
    }
    int valuesAt = in.position() + nameLength;
    if (end < valuesAt || end > limit) {
      throw file.error(at, "a record that ends at byte " + Long.toUnsignedString(end));
    }
    if (valueBytes < 0 || valueBytes > end - valuesAt || count < 0 || count > valueBytes) {
      throw file.error(
          at,
          Long.toUnsignedString(count)
              + " values of "
              + Long.toUnsignedString(valueBytes)
              + " bytes in a record with "
              + (end - valuesAt));
    }
    if (depth > FbxNode.MAX_DEPTH) {
      throw file.error(at, "more than " + FbxNode.MAX_DEPTH + " levels of records");
    }
    file.spend(at, FbxNode.BYTES + nameLength + FbxNode.BYTES_PER_VALUE * count);
    byte[] name = new byte[nameLength];
    in.get(name);
    FbxNode node = new FbxNode(file, at, new String(name, StandardCharsets.UTF_8));
    parent.children().add(node);
    long valuesEnd = valuesAt + valueBytes;
    for (long i = 0; i < count; i++) {
      node.values().add(value(valuesEnd));
    }
    if (in.position() != valuesEnd) {
      throw file.error(at, "its values end at byte " + in.position() + ", expected " + valuesEnd);
    }
    while (in.position() < end && record(node, end, depth + 1)) {
      // The next one.
    }
    if (in.position() != end) {
      throw file.error(at, "it ends at byte " + in.position() + ", expected " + end);
    }
    return true;
  }

  private void require(long bytes, long limit) throws MalformedAssetException {
    if (bytes > limit - in.position()) {
      throw file.error(in.position(), "a value of " + bytes + " bytes is longer than its record");
    }
  }

  private Object value(long limit) throws MalformedAssetException {
    int at = in.position();
    require(1, limit);
    char type = (char) in.get();
    int bytes =
        switch (type) {
          case 'C', 'B', 'Z' -> 1;
          case 'Y' -> 2;
          case 'I', 'F', 'S', 'R' -> 4;
          case 'D', 'L' -> 8;
          case 'f', 'd', 'l', 'i', 'b', 'c' -> 12;
          default ->
              throw file.error(at, "a value of the unknown type " + Integer.toHexString(type));
        };
    require(bytes, limit);
    return switch (type) {
      case 'C', 'B', 'Z' -> (long) in.get();
      case 'Y' -> (long) in.getShort();
      case 'I' -> (long) in.getInt();
      case 'L' -> in.getLong();
      case 'F' -> (double) in.getFloat();
      case 'D' -> in.getDouble();
      case 'S' -> new String(raw(limit), StandardCharsets.UTF_8);
      case 'R' -> raw(limit);
      default -> array(type, at, limit);
    };
  }

  private byte[] raw(long limit) throws MalformedAssetException {
    long length = Integer.toUnsignedLong(in.getInt());
    require(length, limit);
    file.spend(in.position(), 2 * length);
    byte[] out = new byte[(int) length];
    in.get(out);
    return out;
  }

  private FbxArray array(char type, int at, long limit) throws MalformedAssetException {
    int width = type == 'd' || type == 'l' ? 8 : type == 'b' || type == 'c' ? 1 : 4;
    long count = Integer.toUnsignedLong(in.getInt());
    long encoding = Integer.toUnsignedLong(in.getInt());
    long stored = Integer.toUnsignedLong(in.getInt());
    if (encoding > 1) {
      throw file.error(at, "an array of the unknown encoding " + encoding);
    }
    if (encoding == 0 && stored < count * width) {
      stored = count * width; // Some writers leave the size of plain arrays out.
    }
    require(stored, limit);
    ByteBuffer bytes = in.slice(in.position(), (int) stored).order(in.order());
    in.position(in.position() + (int) stored);
    return () -> {
      file.spend(at, (8L + (encoding == 1 ? width : 0)) * count);
      ByteBuffer plain =
          encoding == 0 ? bytes.duplicate() : inflated(at, bytes, Math.toIntExact(count * width));
      return widened(type, plain.order(bytes.order()), (int) count);
    };
  }

  private ByteBuffer inflated(int at, ByteBuffer packed, int length)
      throws MalformedAssetException {
    byte[] out = new byte[length];
    try (Inflater inflater = new Inflater()) {
      inflater.setInput(packed.duplicate());
      int filled = 0;
      int got = 1;
      while (filled < length && got > 0) {
        got = inflater.inflate(out, filled, length - filled);
        filled += got;
      }
      if (filled < length) {
        throw file.error(
            at, "a compressed array ends after " + filled + " of " + length + " bytes");
      }
    } catch (DataFormatException e) {
      throw file.error(at, "a compressed array is malformed");
    }
    return ByteBuffer.wrap(out);
  }

  private static double[] widened(char type, ByteBuffer plain, int count) {
    double[] out = new double[count];
    for (int i = 0; i < count; i++) {
      out[i] =
          switch (type) {
            case 'f' -> plain.getFloat();
            case 'd' -> plain.getDouble();
            case 'l' -> plain.getLong();
            case 'i' -> plain.getInt();
            default -> plain.get();
          };
    }
    return out;
  }
}
