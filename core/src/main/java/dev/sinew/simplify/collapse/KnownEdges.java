package dev.sinew.simplify.collapse;

import java.util.Arrays;

/**
 * Which edges stand in the queue as they are now. Two edges become one with nearly every triangle
 * that collapses, and only one of them needs to be priced again.
 *
 * <p>A table without lists: an edge may push another one out, which is then priced once more than
 * needed and nothing worse.
 */
final class KnownEdges {
  private static final long NONE = -1;

  /** An odd number whose bits look random: 2⁶⁴ over the golden ratio. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final long[] edges;
  private final int[] versions;
  private final int shift;

  /** Room for so many edges, and some to spare. */
  KnownEdges(int count) {
    int bits = Math.max(4, Math.min(28, 33 - Integer.numberOfLeadingZeros(count)));
    edges = new long[1 << bits];
    versions = new int[1 << bits];
    shift = Long.SIZE - bits;
    Arrays.fill(edges, NONE);
  }

  /** Notes that an edge is in the queue with its ends in some version. */
  void note(int a, int b, int version) {
    int at = place(a, b);
    edges[at] = key(a, b);
    versions[at] = version;
  }

  /** Whether the edge is known to be in the queue with its ends in this version. */
  boolean contains(int a, int b, int version) {
    int at = place(a, b);
    return edges[at] == key(a, b) && versions[at] == version;
  }

  private static long key(int a, int b) {
    return ((long) a << Integer.SIZE) | b;
  }

  private int place(int a, int b) {
    return (int) (((a * SPREAD + b) * SPREAD) >>> shift);
  }
}
