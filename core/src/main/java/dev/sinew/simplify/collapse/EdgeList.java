package dev.sinew.simplify.collapse;

import java.util.Arrays;

/** A growing list of edges. */
final class EdgeList {
  private int[] ends = new int[64];
  private int count;

  /** Appends an edge. */
  void add(int a, int b) {
    if (2 * count == ends.length) {
      ends = Arrays.copyOf(ends, Math.multiplyExact(2, ends.length));
    }
    ends[2 * count] = a;
    ends[2 * count + 1] = b;
    count++;
  }

  int count() {
    return count;
  }

  /** Returns the first end of an edge. */
  int first(int edge) {
    return ends[2 * edge];
  }

  /** Returns the second end of an edge. */
  int second(int edge) {
    return ends[2 * edge + 1];
  }
}
