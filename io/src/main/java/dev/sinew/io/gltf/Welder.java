package dev.sinew.io.gltf;

import java.util.Arrays;

/**
 * Finds which rows of several tables are the same in all of them, bit for bit: the vertices that a
 * file stores several times along its seams. Each table refines the classes the earlier ones left,
 * in expected linear time; classes are numbered by their first row.
 */
final class Welder {
  private final int[] classOf;
  private int classCount;

  /** Starts with all rows in one class. */
  Welder(int rows) {
    classOf = new int[rows];
    classCount = Math.min(rows, 1);
  }

  int classCount() {
    return classCount;
  }

  /** The class of every row. */
  int[] classes() {
    return classOf.clone();
  }

  /** Splits classes whose rows differ in a table of so many numbers a row. */
  void refine(float[] table, int components) {
    int rows = classOf.length;
    int capacity = Integer.highestOneBit(Math.max(8, rows)) * 4;
    int[] slots = new int[capacity];
    Arrays.fill(slots, -1);
    int[] refined = new int[rows];
    int count = 0;
    for (int r = 0; r < rows; r++) {
      int slot = hash(r, table, components) & (capacity - 1);
      while (slots[slot] >= 0 && !same(slots[slot], r, table, components)) {
        slot = (slot + 1) & (capacity - 1);
      }
      if (slots[slot] < 0) {
        slots[slot] = r;
        refined[r] = count++;
      } else {
        refined[r] = refined[slots[slot]];
      }
    }
    System.arraycopy(refined, 0, classOf, 0, rows);
    classCount = count;
  }

  private int hash(int row, float[] table, int components) {
    int h = classOf[row] * 0x9E3779B9;
    for (int c = 0; c < components; c++) {
      h = (h ^ bits(table[row * components + c])) * 0x85EBCA6B;
      h ^= h >>> 15;
    }
    return h ^ (h >>> 13);
  }

  private boolean same(int a, int b, float[] table, int components) {
    if (classOf[a] != classOf[b]) {
      return false;
    }
    for (int c = 0; c < components; c++) {
      if (bits(table[a * components + c]) != bits(table[b * components + c])) {
        return false;
      }
    }
    return true;
  }

  /** Bits that tell numbers apart; the two zeros are one. */
  private static int bits(float x) {
    return Float.floatToRawIntBits(x + 0f);
  }
}
