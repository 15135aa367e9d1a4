package dev.sinew.simplify.collapse;

import java.util.Arrays;

/**
 * Remembers which edges are in the queue with an up-to-date price. Nearly every removed triangle
 * merges two edges into one, and only one of them needs a new price.
 *
 * <p>A hash table without collision handling: an edge may evict another one, which is then priced
 * once more than necessary.
 */
final class PricedEdges {
  private static final long NONE = -1;

  /** The multiplier of Fibonacci hashing: 2⁶⁴ divided by the golden ratio, made odd. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final long[] edges;
  private final int[] versions;
  private final int shift;

  /** Makes an empty table for an expected number of edges. */
  PricedEdges(int count) {
    int bits = Math.max(4, Math.min(28, 33 - Integer.numberOfLeadingZeros(count)));
    edges = new long[1 << bits];
    versions = new int[1 << bits];
    shift = Long.SIZE - bits;
    Arrays.fill(edges, NONE);
  }

  /** Records that an edge is in the queue with its ends in this version. */
  void add(int a, int b, int version) {
    int slot = slot(a, b);
    edges[slot] = key(a, b);
    versions[slot] = version;
  }

  /** Returns true if an edge was recorded with its ends in this version and not evicted. */
  boolean contains(int a, int b, int version) {
    int slot = slot(a, b);
    return edges[slot] == key(a, b) && versions[slot] == version;
  }

  private static long key(int a, int b) {
    return ((long) a << Integer.SIZE) | b;
  }

  private int slot(int a, int b) {
    return (int) (((a * SPREAD + b) * SPREAD) >>> shift);
  }
}
