package dev.sinew.draw;

import java.util.Arrays;

/** Points with exactly equal positions, linked into rings. */
final class CoincidentPoints {
  private static final int EMPTY = -1;

  private final int[] next;

  /** Finds the rings of points stored x, y, z with a hash table. */
  CoincidentPoints(float[] points) {
    int count = points.length / 3;
    next = new int[count];
    int mask = (int) Math.min(1L << 30, 4L * Integer.highestOneBit(Math.max(1, count))) - 1;
    int[] slots = new int[mask + 1];
    Arrays.fill(slots, EMPTY);
    for (int p = 0; p < count; p++) {
      next[p] = p;
      int slot = hash(points, 3 * p) & mask;
      while (slots[slot] != EMPTY && !same(points, 3 * slots[slot], 3 * p)) {
        slot = (slot + 1) & mask;
      }
      if (slots[slot] == EMPTY) {
        slots[slot] = p;
      } else {
        next[p] = next[slots[slot]];
        next[slots[slot]] = p;
      }
    }
  }

  /** Returns the next point of the ring; the point itself if no other has its position. */
  int next(int point) {
    return next[point];
  }

  private static boolean same(float[] points, int a, int b) {
    return bits(points[a]) == bits(points[b])
        && bits(points[a + 1]) == bits(points[b + 1])
        && bits(points[a + 2]) == bits(points[b + 2]);
  }

  private static int hash(float[] points, int o) {
    int h = bits(points[o]) * 0x9E3779B1;
    h = (h ^ (h >>> 15) ^ bits(points[o + 1])) * 0x85EBCA77;
    h = (h ^ (h >>> 13) ^ bits(points[o + 2])) * 0xC2B2AE3D;
    return h ^ (h >>> 16);
  }

  /** Returns bits that are equal for equal values; adding 0 turns -0 into 0. */
  private static int bits(float v) {
    return Float.floatToIntBits(v + 0f);
  }
}
