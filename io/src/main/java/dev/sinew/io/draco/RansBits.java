package dev.sinew.io.draco;

import java.nio.ByteBuffer;

/** Bits coded by asymmetric numeral systems with one probability, read from the end. */
final class RansBits {
  private static final int BASE = 4096;
  private static final int PRECISION = 256;

  private final ByteBuffer bytes;
  private final int zeros;
  private int state;
  private int at;

  RansBits(ByteInput in) {
    zeros = in.unsignedByte();
    bytes = in.take(in.varint());
    int size = bytes.limit();
    int length = size == 0 ? 0 : ((bytes.get(size - 1) >> 6) & 3) + 1;
    if (size == 0 || length > size || length > 3) {
      throw new DracoException("coded bits have no valid end");
    }
    at = size - length;
    state = BASE + Rans.state(bytes, at, length);
  }

  boolean next() {
    int ones = PRECISION - zeros;
    if (state < BASE && at > 0) {
      state = state * PRECISION + (bytes.get(--at) & 0xFF);
    }
    int share = state / PRECISION * ones;
    int rest = state % PRECISION;
    boolean bit = rest < ones;
    state = bit ? share + rest : state - share - ones;
    return bit;
  }
}
