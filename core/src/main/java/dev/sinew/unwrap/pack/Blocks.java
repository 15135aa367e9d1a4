package dev.sinew.unwrap.pack;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Blocks of {@value #SIDE} × {@value #SIDE} cells of a grid, one bit each: set if a cell is set. A
 * mask that covers a whole block, wherever it lies in its own block, cannot be placed where that
 * block is set; so most places of a mask are excluded 16 at a time, for a row of blocks at once.
 */
final class Blocks {
  static final int SIDE = 4;

  private final int rows;
  private final int words;
  private final long[] bits;
  private final long[] shifted;

  Blocks(BitGrid grid) {
    rows = Math.ceilDiv(grid.height(), SIDE);
    words = Math.ceilDiv(Math.ceilDiv(grid.width(), SIDE), 64);
    bits = new long[rows * words];
    shifted = new long[words];
  }

  /** Returns the number of words for a row of blocks. */
  int words() {
    return words;
  }

  /** Sets the blocks of some rows of the grid where cells are set. */
  void update(BitGrid grid, int fromRow, int toRow) {
    for (int y = fromRow; y < toRow; y++) {
      for (int w = 0; w < grid.words(); w++) {
        long value = grid.word(y, w);
        while (value != 0) {
          int block = (64 * w + Long.numberOfTrailingZeros(value)) / SIDE;
          bits[y / SIDE * words + (block >> 6)] |= 1L << (block & 63);
          int next = SIDE * (block + 1) - 64 * w;
          value = next >= 64 ? 0 : value & -1L << next;
        }
      }
    }
  }

  /**
   * A run of blocks that a mask covers, wherever its corner lies in a block.
   *
   * @param row the row relative to the block of the corner
   * @param from the first block relative to that of the corner
   * @param length the number of blocks
   */
  record Run(int row, int from, int length) {}

  /** Returns the runs of a mask, the longest first. */
  static List<Run> runs(BitGrid mask) {
    List<Run> out = new ArrayList<>();
    long[] covered = new long[mask.words()];
    for (int row = 1; SIDE * row + SIDE <= mask.height(); row++) {
      Arrays.fill(covered, -1L);
      for (int y = SIDE * (row - 1) + 1; y < SIDE * (row + 1); y++) {
        for (int w = 0; w < covered.length; w++) {
          covered[w] &= mask.word(y, w);
        }
      }
      addRuns(covered, row, out);
    }
    out.sort(Comparator.comparingInt((Run run) -> -run.length()));
    return out;
  }

  private static void addRuns(long[] covered, int row, List<Run> out) {
    int end = 64 * covered.length;
    for (int x = 0; x < end; ) {
      if ((covered[x >> 6] >>> (x & 63) & 1) == 0) {
        x++;
        continue;
      }
      int start = x;
      while (x < end && (covered[x >> 6] >>> (x & 63) & 1) != 0) {
        x++;
      }
      int from = Math.ceilDiv(start + SIDE - 1, SIDE);
      if (x / SIDE > from) {
        out.add(new Run(row, from, x / SIDE - from));
      }
    }
  }

  /**
   * Finds the blocks of a row where the corner of a mask may be.
   *
   * @param end the first block that is too far right
   * @param open receives a bit per block: 1 where a place is not excluded
   * @return whether there is one
   */
  boolean open(List<Run> runs, int row, int end, long[] open) {
    for (int w = 0; w < words; w++) {
      int left = end - 64 * w;
      open[w] = left >= 64 ? -1L : left <= 0 ? 0 : (1L << left) - 1;
    }
    for (Run run : runs) {
      long any = 0;
      exclude(run, (row + run.row) * words);
      for (int w = 0; w < words; w++) {
        open[w] &= ~shifted[w];
        any |= open[w];
      }
      if (any == 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the first x, from a given one on, in a block that is open; a large number if none is.
   */
  static int next(long[] open, int x) {
    int block = x / SIDE;
    int w = block >> 6;
    if (w >= open.length) {
      return Integer.MAX_VALUE;
    }
    long rest = open[w] & -1L << (block & 63);
    while (rest == 0) {
      if (++w == open.length) {
        return Integer.MAX_VALUE;
      }
      rest = open[w];
    }
    return Math.max(x, SIDE * (64 * w + Long.numberOfTrailingZeros(rest)));
  }

  /** Sets a bit of {@link #shifted} per block from which a run meets a set block. */
  private void exclude(Run run, int at) {
    System.arraycopy(bits, at, shifted, 0, words);
    shiftRight(run.from, false);
    int length = 1;
    for (; 2 * length <= run.length; length *= 2) {
      shiftRight(length, true);
    }
    if (length < run.length) {
      shiftRight(run.length - length, true);
    }
  }

  /** Moves all bits to lower blocks, and keeps those that are set there if wanted. */
  private void shiftRight(int by, boolean keep) {
    int offset = by >> 6;
    int shift = by & 63;
    for (int w = 0; w < words; w++) {
      long low = w + offset < words ? shifted[w + offset] >>> shift : 0;
      long high =
          shift != 0 && w + offset + 1 < words ? shifted[w + offset + 1] << (64 - shift) : 0;
      shifted[w] = (keep ? shifted[w] : 0) | low | high;
    }
  }
}
