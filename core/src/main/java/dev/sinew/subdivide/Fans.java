package dev.sinew.subdivide;

import java.util.function.IntPredicate;

/** Sets of corners at the same point that are connected across edges. */
final class Fans {
  private Fans() {}

  /**
   * Returns the smallest corner of every corner's fan. Two corners at a point are in one fan if
   * their faces are connected around the point across edges for which the predicate is true.
   */
  static int[] roots(Edges edges, IntPredicate crossable) {
    int[] joined = new int[edges.faces.cornerCount()];
    for (int c = 0; c < joined.length; c++) {
      joined[c] = c;
    }
    for (int e = 0; e < edges.count(); e++) {
      if (!crossable.test(e)) {
        continue;
      }
      for (int i = 1; i < edges.faceCount(e); i++) {
        int s = edges.side(e, i - 1);
        int t = edges.side(e, i);
        join(joined, cornerAt(edges, s, edges.low[e]), cornerAt(edges, t, edges.low[e]));
        join(joined, cornerAt(edges, s, edges.high[e]), cornerAt(edges, t, edges.high[e]));
      }
    }
    for (int c = 0; c < joined.length; c++) {
      joined[c] = root(joined, c);
    }
    return joined;
  }

  private static int cornerAt(Edges edges, int side, int point) {
    return edges.from(side) == point ? side : edges.next(side);
  }

  private static void join(int[] joined, int a, int b) {
    int ra = root(joined, a);
    int rb = root(joined, b);
    joined[Math.max(ra, rb)] = Math.min(ra, rb);
  }

  private static int root(int[] joined, int c) {
    int at = c;
    while (joined[at] != at) {
      joined[at] = joined[joined[at]];
      at = joined[at];
    }
    return at;
  }
}
