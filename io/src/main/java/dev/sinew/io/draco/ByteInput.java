package dev.sinew.io.draco;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads numbers of a stream in turn, and bits, the lowest of a byte first. */
final class ByteInput {
  private final ByteBuffer bytes;
  private int bit;

  ByteInput(ByteBuffer bytes) {
    this.bytes = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  int remaining() {
    return bytes.remaining();
  }

  private void need(long count) {
    if (count < 0 || count > bytes.remaining()) {
      throw new DracoException(
          "byte "
              + bytes.position()
              + ": the data ends too early: "
              + count
              + " more bytes needed");
    }
  }

  int unsignedByte() {
    need(1);
    return bytes.get() & 0xFF;
  }

  int signedByte() {
    return (byte) unsignedByte();
  }

  int integer() {
    need(Integer.BYTES);
    return bytes.getInt();
  }

  float number() {
    return Float.intBitsToFloat(integer());
  }

  /** Reads an unsigned integer of some bytes. */
  int integer(int size) {
    int value = 0;
    for (int i = 0; i < size; i++) {
      int next = unsignedByte();
      value |= i < Integer.BYTES ? next << (8 * i) : 0;
    }
    return value;
  }

  /** Reads an integer in groups of seven bits, the lowest first; it must not be negative. */
  int varint() {
    long value = 0;
    for (int shift = 0; shift <= 28; shift += 7) {
      int next = unsignedByte();
      value |= (next & 0x7FL) << shift;
      if (next < 0x80) {
        return count(value);
      }
    }
    throw new DracoException("byte " + bytes.position() + ": an integer has too many bytes");
  }

  private int count(long value) {
    if (value > Integer.MAX_VALUE) {
      throw new DracoException("byte " + bytes.position() + ": " + value + " is too large");
    }
    return (int) value;
  }

  /** Returns the next bytes, and goes on after them. */
  ByteBuffer take(int count) {
    need(count);
    ByteBuffer part = bytes.slice(bytes.position(), count).order(ByteOrder.LITTLE_ENDIAN);
    bytes.position(bytes.position() + count);
    return part;
  }

  /** Reads bits as an unsigned integer. */
  int bits(int count) {
    int value = 0;
    for (int i = 0; i < count; i++) {
      need(1);
      value |= ((bytes.get(bytes.position()) >> bit) & 1) << i;
      bit++;
      if (bit == Byte.SIZE) {
        bit = 0;
        bytes.position(bytes.position() + 1);
      }
    }
    return value;
  }

  /** Goes on at the next byte after bits. */
  void endBits() {
    if (bit > 0) {
      bit = 0;
      bytes.position(bytes.position() + 1);
    }
  }
}
