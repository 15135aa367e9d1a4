package dev.sinew.io.draco;

import java.nio.ByteBuffer;

/** Symbols coded by asymmetric numeral systems with a table of probabilities. */
final class Rans {
  private static final int MAX_SYMBOLS = 1 << 20;

  private final int precision;
  private final long base;
  private final int[] probabilities;
  private final int[] starts;
  private final int[] symbolOf;
  private ByteBuffer bytes = ByteBuffer.allocate(0);
  private long state;
  private int at;

  /**
   * Reads the table.
   *
   * @param bits the length of the longest symbol in bits
   */
  Rans(ByteInput in, int bits, Memory memory) {
    int precisionBits = Math.clamp(3 * bits / 2, 12, 20);
    precision = 1 << precisionBits;
    base = 4L * precision;
    int count = in.varint();
    if (count == 0 || count > MAX_SYMBOLS || count / 64 > in.remaining()) {
      throw new DracoException("a table has " + count + " symbols");
    }
    memory.use(8L * count + 4L * precision);
    probabilities = new int[count];
    starts = new int[count];
    symbolOf = new int[precision];
    readProbabilities(in);
    int sum = 0;
    for (int i = 0; i < count; i++) {
      starts[i] = sum;
      if (probabilities[i] > precision - sum) {
        throw new DracoException("the probabilities of a table exceed 1");
      }
      java.util.Arrays.fill(symbolOf, sum, sum + probabilities[i], i);
      sum += probabilities[i];
    }
    if (sum != precision) {
      throw new DracoException("the probabilities of a table do not add up to 1");
    }
  }

  private void readProbabilities(ByteInput in) {
    int i = 0;
    while (i < probabilities.length) {
      int first = in.unsignedByte();
      int more = first & 3;
      if (more == 3) {
        i += (first >> 2) + 1;
      } else {
        int probability = first >> 2;
        for (int b = 0; b < more; b++) {
          probability |= in.unsignedByte() << (8 * b + 6);
        }
        probabilities[i++] = probability;
      }
    }
    if (i > probabilities.length) {
      throw new DracoException("a table has too many symbols");
    }
  }

  /** Starts with the coded symbols that follow. */
  void start(ByteInput in) {
    bytes = in.take(in.varint());
    int size = bytes.limit();
    int length = size == 0 ? 0 : ((bytes.get(size - 1) >> 6) & 3) + 1;
    if (size == 0 || length > size) {
      throw new DracoException("coded symbols have no valid end");
    }
    at = size - length;
    state = base + state(bytes, at, length);
  }

  /** Returns the number in the last bytes, without the two bits that are their count. */
  static int state(ByteBuffer bytes, int from, int length) {
    int value = 0;
    for (int i = 0; i < length; i++) {
      value |= (bytes.get(from + i) & 0xFF) << (8 * i);
    }
    return value & ((1 << (8 * length - 2)) - 1);
  }

  int next() {
    while (state < base && at > 0) {
      state = (state << 8) | (bytes.get(--at) & 0xFF);
    }
    int rest = (int) (state & (precision - 1));
    int symbol = symbolOf[rest];
    state = state / precision * probabilities[symbol] + rest - starts[symbol];
    return symbol;
  }

  /**
   * Reads coded integers, which are not negative.
   *
   * @param components integers that belong together
   */
  static void read(ByteInput in, int[] out, int components, Memory memory) {
    if (out.length == 0) {
      return;
    }
    int scheme = in.unsignedByte();
    if (scheme == 0) {
      readTagged(in, out, components, memory);
    } else if (scheme == 1) {
      int bits = in.unsignedByte();
      if (bits < 1 || bits > 18) {
        throw new DracoException("symbols of " + bits + " bits: expected 1 to 18");
      }
      Rans symbols = new Rans(in, bits, memory);
      symbols.start(in);
      for (int i = 0; i < out.length; i++) {
        out[i] = symbols.next();
      }
    } else {
      throw new DracoException("unknown scheme " + scheme + " of symbols");
    }
  }

  /** Reads integers after whose lengths in bits, which are coded, their bits follow. */
  private static void readTagged(ByteInput in, int[] out, int components, Memory memory) {
    Rans lengths = new Rans(in, 5, memory);
    lengths.start(in);
    for (int i = 0; i < out.length; i += components) {
      int length = lengths.next();
      if (length > Integer.SIZE) {
        throw new DracoException("an integer of " + length + " bits");
      }
      for (int c = 0; c < components && i + c < out.length; c++) {
        out[i + c] = in.bits(length);
      }
    }
    in.endBits();
  }
}
