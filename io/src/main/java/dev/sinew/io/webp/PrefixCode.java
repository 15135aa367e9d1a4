package dev.sinew.io.webp;

/** A canonical prefix code, of up to 15 bits. */
final class PrefixCode {
  private static final int MAX_LENGTH = 15;
  private static final int TABLE_BITS = 8;
  private static final int[] LENGTH_ORDER = {
    17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
  };

  private final int[] symbols;
  private final int[] counts;

  /** Of the next bits, the symbol and in the lowest four bits its length; 0 if it is longer. */
  private final int[] table;

  private final int tableBits;

  private PrefixCode(int[] lengths) {
    counts = new int[MAX_LENGTH + 1];
    for (int length : lengths) {
      counts[length]++;
    }
    int used = lengths.length - counts[0];
    counts[0] = 0;
    symbols = new int[Math.max(1, used)];
    int[] next = new int[MAX_LENGTH + 2];
    int longest = 0;
    int left = 1;
    for (int length = 1; length <= MAX_LENGTH; length++) {
      next[length + 1] = next[length] + counts[length];
      longest = counts[length] > 0 ? length : longest;
      left = 2 * left - counts[length];
      if (left < 0) {
        throw new WebpException("a code has too many symbols");
      }
    }
    if (used == 0 || (left > 0 && used > 1)) {
      throw new WebpException("a code has too few symbols");
    }
    for (int symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] > 0) {
        symbols[next[lengths[symbol]]++] = symbol;
      }
    }
    tableBits = used == 1 ? 0 : Math.min(longest, TABLE_BITS);
    table = new int[1 << tableBits];
    fillTable();
  }

  private void fillTable() {
    if (tableBits == 0) {
      return;
    }
    int code = 0;
    int at = 0;
    for (int length = 1; length <= tableBits; length++) {
      for (int i = 0; i < counts[length]; i++) {
        int reversed = Integer.reverse(code) >>> (Integer.SIZE - length);
        for (int more = reversed; more < table.length; more += 1 << length) {
          table[more] = (symbols[at] << 4) | length;
        }
        code++;
        at++;
      }
      code <<= 1;
    }
  }

  /** Reads a symbol. */
  int next(LowBits in) {
    if (tableBits == 0) {
      return symbols[0]; // The only symbol has no bits.
    }
    int entry = table[in.peek(tableBits)];
    if (entry != 0) {
      in.skip(entry & 15);
      return entry >> 4;
    }
    int code = 0;
    int first = 0;
    int index = 0;
    for (int length = 1; length <= MAX_LENGTH; length++) {
      code |= in.bits(1);
      if (code - first < counts[length]) {
        return symbols[index + code - first];
      }
      index += counts[length];
      first = (first + counts[length]) << 1;
      code <<= 1;
    }
    throw new WebpException("a code that stands for nothing");
  }

  /** Reads a code for symbols below a number. */
  static PrefixCode read(LowBits in, int size) {
    int[] lengths = new int[size];
    if (in.bits(1) == 1) {
      int count = in.bits(1) + 1;
      int bits = in.bits(1) == 0 ? 1 : 8;
      for (int i = 0; i < count; i++) {
        int symbol = in.bits(i == 0 ? bits : 8);
        if (symbol >= size) {
          throw new WebpException("a symbol that is not in its alphabet");
        }
        lengths[symbol] = 1;
      }
      return new PrefixCode(lengths);
    }
    int[] ofLengths = new int[LENGTH_ORDER.length];
    int count = in.bits(4) + 4;
    for (int i = 0; i < count; i++) {
      ofLengths[LENGTH_ORDER[i]] = in.bits(3);
    }
    readLengths(in, new PrefixCode(ofLengths), lengths);
    return new PrefixCode(lengths);
  }

  private static void readLengths(LowBits in, PrefixCode code, int[] lengths) {
    int symbolsLeft = lengths.length;
    if (in.bits(1) == 1) {
      symbolsLeft = 2 + in.bits(2 + 2 * in.bits(3));
    }
    int before = 8;
    int at = 0;
    while (at < lengths.length && symbolsLeft-- > 0) {
      int length = code.next(in);
      if (length < 16) {
        lengths[at++] = length;
        before = length == 0 ? before : length;
        continue;
      }
      int times = length == 16 ? 3 + in.bits(2) : length == 17 ? 3 + in.bits(3) : 11 + in.bits(7);
      if (times > lengths.length - at) {
        throw new WebpException("a code has too many lengths");
      }
      for (int i = 0; i < times; i++) {
        lengths[at++] = length == 16 ? before : 0;
      }
    }
  }
}
