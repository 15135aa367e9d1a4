package dev.sinew.unwrap.pack;

import java.util.Arrays;

/** A rectangle of cells, one bit each. */
final class BitGrid {
  private final int width;
  private final int height;
  private final int words;
  private final long[] bits;

  /** Creates an empty rectangle. */
  BitGrid(int width, int height) {
    this.width = width;
    this.height = height;
    words = (width + 63) / 64;
    bits = new long[words * height];
  }

  /**
   * Returns all cells that an outline touches: those that its border touches, and those whose
   * centre lies inside, after an odd number of edges in its row. The outline must not overlap
   * itself.
   *
   * @param scale cells per unit
   */
  static BitGrid covered(Border border, double scale) {
    BitGrid out =
        new BitGrid((int) (border.width() * scale) + 1, (int) (border.height() * scale) + 1);
    double[] edges = border.edges();
    for (int i = 0; i < edges.length; i += 4) {
      out.pass(scale * edges[i], scale * edges[i + 1], scale * edges[i + 2], scale * edges[i + 3]);
    }
    out.fillBetweenPasses();
    for (int i = 0; i < edges.length; i += 4) {
      out.touch(scale * edges[i], scale * edges[i + 1], scale * edges[i + 2], scale * edges[i + 3]);
    }
    return out;
  }

  /** Inverts the first cell whose centre is right of an edge, in every row. */
  private void pass(double x0, double y0, double x1, double y1) {
    int low = Math.max(0, (int) Math.ceil(Math.min(y0, y1) - 0.5));
    int high = Math.min(height, (int) Math.ceil(Math.max(y0, y1) - 0.5));
    double slope = (x1 - x0) / (y1 - y0);
    for (int row = low; row < high; row++) {
      int x = Math.max(0, (int) Math.ceil(x0 + slope * (row + 0.5 - y0) - 0.5));
      if (x < width) {
        bits[row * words + (x >> 6)] ^= 1L << (x & 63);
      }
    }
  }

  /** Sets every cell that has an odd number of set cells up to itself in its row. */
  private void fillBetweenPasses() {
    for (int y = 0; y < height; y++) {
      long inside = 0;
      for (int w = 0; w < words; w++) {
        long value = bits[y * words + w];
        for (int shift = 1; shift < 64; shift *= 2) {
          value ^= value << shift;
        }
        value ^= inside;
        inside = value >> 63;
        int size = Math.min(64, width - 64 * w);
        bits[y * words + w] = size < 64 ? value & (1L << size) - 1 : value;
      }
    }
  }

  /** Sets all cells that an edge touches. */
  private void touch(double x0, double y0, double x1, double y1) {
    int low = Math.max(0, (int) Math.min(y0, y1));
    int high = Math.min(height - 1, (int) Math.max(y0, y1));
    double slope = y0 == y1 ? 0 : (x1 - x0) / (y1 - y0);
    for (int row = low; row <= high; row++) {
      // The part of the edge between the lines below and above the row.
      double a = y0 >= row && y0 <= row + 1 ? x0 : x0 + slope * (nearest(y0, row) - y0);
      double b = y1 >= row && y1 <= row + 1 ? x1 : x1 + slope * (nearest(y1, row) - y1);
      // A little more than touched: rounding must not leave out a cell.
      int from = (int) Math.max(0, Math.min(a, b) - 1e-7);
      int to = (int) Math.min(width - 1, Math.max(a, b) + 1e-7);
      fill(row, Math.min(from, width - 1), to);
    }
  }

  private static double nearest(double y, int row) {
    return y < row ? row : row + 1;
  }

  /** Sets the cells of a row from one to another. */
  void fill(int row, int from, int to) {
    int first = row * words + (from >> 6);
    int last = row * words + (to >> 6);
    long head = -1L << (from & 63);
    long tail = -1L >>> (63 - (to & 63));
    if (first == last) {
      bits[first] |= head & tail;
    } else {
      bits[first] |= head;
      Arrays.fill(bits, first + 1, last, -1L);
      bits[last] |= tail;
    }
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  /** Returns the number of 64-bit words per row. */
  int words() {
    return words;
  }

  /** Returns 64 cells of a row; bit 0 is the first one. */
  long word(int y, int w) {
    return bits[y * words + w];
  }

  boolean get(int x, int y) {
    return (bits[y * words + (x >> 6)] >>> (x & 63) & 1) != 0;
  }

  /** Returns the same with a border of {@code by} cells, and all cells within that distance set. */
  BitGrid grown(int by) {
    BitGrid wide = new BitGrid(width + 2 * by, height + 2 * by);
    for (int y = 0; y < height; y++) {
      for (int d = 0; d <= 2 * by; d++) {
        or(wide, y + by, y, d);
      }
    }
    if (by == 0) {
      return wide;
    }
    BitGrid out = new BitGrid(wide.width, wide.height);
    for (int y = 0; y < wide.height; y++) {
      for (int d = -by; d <= by; d++) {
        if (y + d >= 0 && y + d < wide.height) {
          for (int w = 0; w < wide.words; w++) {
            out.bits[y * wide.words + w] |= wide.bits[(y + d) * wide.words + w];
          }
        }
      }
    }
    return out;
  }

  /** Adds the set cells of row y, moved to the right, to a row of another grid. */
  private void or(BitGrid target, int targetRow, int y, int by) {
    int shift = by & 63;
    int offset = by >> 6;
    for (int w = 0; w < words; w++) {
      long value = bits[y * words + w];
      if (value == 0) {
        continue;
      }
      int at = targetRow * target.words + w + offset;
      target.bits[at] |= value << shift;
      if (shift != 0 && w + offset + 1 < target.words) {
        target.bits[at + 1] |= value >>> (64 - shift);
      }
    }
  }

  /** Sets the cells of a mask placed with its corner at (x, y); parts outside are left out. */
  void add(BitGrid mask, int x, int y) {
    for (int j = 0; j < mask.height; j++) {
      if (y + j < 0 || y + j >= height) {
        continue;
      }
      for (int w = 0; w < mask.words; w++) {
        long value = mask.bits[j * mask.words + w];
        if (value != 0) {
          put(y + j, x + 64 * w, value);
        }
      }
    }
  }

  private void put(int row, int x, long value) {
    int word = Math.floorDiv(x, 64);
    int shift = Math.floorMod(x, 64);
    if (word >= 0 && word < words) {
      bits[row * words + word] |= value << shift;
    }
    if (shift != 0 && word + 1 >= 0 && word + 1 < words) {
      bits[row * words + word + 1] |= value >>> (64 - shift);
    }
  }

  /** Returns the length of the longest run of cells that are set, or not set, in every row. */
  int[] longestRuns(boolean set) {
    int[] out = new int[height];
    for (int y = 0; y < height; y++) {
      out[y] = longestRun(y, set);
    }
    return out;
  }

  /** Returns the length of the longest run of cells that are set, or not set, in a row. */
  int longestRun(int y, boolean set) {
    int longest = 0;
    int run = 0;
    for (int w = 0; w < words; w++) {
      int size = Math.min(64, width - 64 * w);
      long value = set ? bits[y * words + w] : ~bits[y * words + w];
      if (size < 64) {
        value &= (1L << size) - 1;
      }
      if (value == -1L) {
        run += 64;
      } else {
        for (int i = 0; i < size; ) {
          boolean one = (value >>> i & 1) != 0;
          long rest = one ? ~(value >>> i) : value >>> i;
          int length = Math.min(size - i, rest == 0 ? 64 : Long.numberOfTrailingZeros(rest));
          run = one ? run + length : 0;
          longest = Math.max(longest, run);
          i += length;
        }
      }
      longest = Math.max(longest, run);
    }
    return longest;
  }

  /**
   * Returns the first x, from a given one on, at which a mask placed in row y meets no set cell; -1
   * if there is none. Where the mask has holes in a row, places that need them can be missed.
   *
   * @param end the first x that is too large
   * @param open the blocks where places are tried
   */
  int firstFree(BitGrid mask, int y, int from, int end, long[] open) {
    int x = Blocks.next(open, from);
    int last = 0; // The row that met a set cell last is likely to meet one again.
    while (x < end) {
      int step = 0;
      for (int i = 0; i < mask.height && step == 0; i++) {
        int j = i + last < mask.height ? i + last : i + last - mask.height;
        step = overlap(mask, j, x, y + j);
        if (step > 0) {
          last = j;
        }
      }
      if (step == 0) {
        return x;
      }
      x = Blocks.next(open, x + step);
    }
    return -1;
  }

  /** Returns 0 if a row of a mask meets no set cell, else how far it must move right to pass it. */
  private int overlap(BitGrid mask, int j, int x, int row) {
    int shift = x & 63;
    int word = row * words + (x >> 6);
    for (int w = mask.words - 1; w >= 0; w--) {
      long value = mask.bits[j * mask.words + w];
      if (value == 0) {
        continue;
      }
      long found = bits[word + w] >>> shift;
      if (shift != 0 && (x >> 6) + w + 1 < words) {
        found |= bits[word + w + 1] << (64 - shift);
      }
      found &= value;
      if (found != 0) {
        // Past the highest common cell, which the first cell of the mask's run must leave behind.
        int high = 63 - Long.numberOfLeadingZeros(found);
        int first = Long.numberOfTrailingZeros(value);
        return w == 0 || mask.bits[j * mask.words + w - 1] >= 0 ? high - first + 1 : 1 + high;
      }
    }
    return 0;
  }
}
