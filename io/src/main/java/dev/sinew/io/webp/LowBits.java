package dev.sinew.io.webp;

import java.nio.ByteBuffer;

/** Reads bits, the lowest of a byte first. */
final class LowBits {
  private final ByteBuffer bytes;
  private int at;
  private long held;
  private int count;

  LowBits(ByteBuffer bytes) {
    this.bytes = bytes.slice();
  }

  private void fill(int wanted) {
    while (count < wanted && at < bytes.limit()) {
      held |= (bytes.get(at++) & 0xFFL) << count;
      count += Byte.SIZE;
    }
  }

  /** Reads up to 32 bits as a number. */
  int bits(int wanted) {
    fill(wanted);
    if (count < wanted) {
      throw new WebpException("the picture ends too early");
    }
    int value = (int) (held & ((1L << wanted) - 1));
    skip(wanted);
    return value;
  }

  /** Returns the next bits without reading them; zeros after the end. */
  int peek(int wanted) {
    fill(wanted);
    return (int) held & ((1 << wanted) - 1);
  }

  void skip(int wanted) {
    if (wanted > count) {
      throw new WebpException("the picture ends too early");
    }
    held >>>= wanted;
    count -= wanted;
  }

  /** Throws if there are fewer bytes than this. */
  void need(int size) {
    if (bytes.limit() - at + count / Byte.SIZE < size - 1) {
      throw new WebpException("the picture ends too early");
    }
  }
}
