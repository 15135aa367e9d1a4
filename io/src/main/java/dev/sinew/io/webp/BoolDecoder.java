package dev.sinew.io.webp;

import java.nio.ByteBuffer;

/** Decodes bits of given probabilities, the arithmetic coder of RFC 6386. */
final class BoolDecoder {
  /** Zeros that are read after the end: a sound stream needs at most two bytes of them. */
  private static final int MAX_PAST_END = 8;

  private final ByteBuffer bytes;
  private int at;
  private int range = 255;
  private int value;
  private int bits;

  BoolDecoder(ByteBuffer bytes) {
    this.bytes = bytes.slice();
    value = (next() << 8) | next();
  }

  private int next() {
    if (at >= bytes.limit() + MAX_PAST_END) {
      throw new WebpException("the picture ends too early");
    }
    int own = at < bytes.limit() ? bytes.get(at) & 0xFF : 0;
    at++;
    return own;
  }

  /** Reads a bit that is 0 with a probability of a 256th part of a number. */
  boolean bit(int probability) {
    int split = 1 + (((range - 1) * probability) >> 8);
    boolean one = value >= split << 8;
    if (one) {
      range -= split;
      value -= split << 8;
    } else {
      range = split;
    }
    while (range < 128) {
      value <<= 1;
      range <<= 1;
      bits++;
      if (bits == Byte.SIZE) {
        bits = 0;
        value |= next();
      }
    }
    return one;
  }

  boolean flag() {
    return bit(128);
  }

  /** Reads bits as a number, the highest first. */
  int number(int count) {
    int out = 0;
    for (int i = 0; i < count; i++) {
      out = (out << 1) | (flag() ? 1 : 0);
    }
    return out;
  }

  /** Reads a number and its sign, if a flag says that there is one; else returns a default. */
  int optional(int count, int otherwise) {
    if (!flag()) {
      return otherwise;
    }
    int size = number(count);
    return flag() ? -size : size;
  }
}
