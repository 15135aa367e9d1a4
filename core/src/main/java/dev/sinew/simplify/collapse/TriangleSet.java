package dev.sinew.simplify.collapse;

import java.util.Arrays;

/** A hash set of triangles: three wedges, up to cyclic rotation, and a group. */
final class TriangleSet {
  private static final int WIDTH = 4;

  private final int[] slots;

  /** Makes an empty set for a number of triangles. */
  TriangleSet(int count) {
    slots = new int[WIDTH * (Integer.highestOneBit(Math.max(1, count)) << 2)];
    Arrays.fill(slots, -1);
  }

  /** Adds a triangle; returns false if the set contains it already. */
  boolean add(int a, int b, int c, int group) {
    if (b < a && b < c) {
      return addFrom(b, c, a, group);
    }
    boolean last = c < a && c < b;
    return last ? addFrom(c, a, b, group) : addFrom(a, b, c, group);
  }

  private boolean addFrom(int a, int b, int c, int group) {
    int hash = 0x9E3779B1 * ((31 * ((31 * ((31 * a) + b)) + c)) + group);
    int count = slots.length / WIDTH;
    int slot = (hash ^ (hash >>> 15)) & (count - 1);
    while (slots[WIDTH * slot] >= 0) {
      int at = WIDTH * slot;
      if (slots[at] == a && slots[at + 1] == b && slots[at + 2] == c && slots[at + 3] == group) {
        return false;
      }
      slot = (slot + 1) & (count - 1);
    }
    slots[WIDTH * slot] = a;
    slots[WIDTH * slot + 1] = b;
    slots[WIDTH * slot + 2] = c;
    slots[WIDTH * slot + 3] = group;
    return true;
  }
}
