package dev.sinew.subdivide;

import dev.sinew.model.DisjointSets;
import java.util.Arrays;
import java.util.function.IntPredicate;

/** Sets of corners at the same point that are connected across edges. */
final class Fans {
  private Fans() {}

  /**
   * Returns the smallest corner of every corner's fan. Two corners at a point are in one fan if
   * their faces are connected around the point across edges for which the predicate is true.
   */
  static int[] roots(Edges edges, IntPredicate crossable) {
    DisjointSets fans = new DisjointSets(edges.faces.cornerCount());
    for (int e = 0; e < edges.count(); e++) {
      if (!crossable.test(e)) {
        continue;
      }
      for (int i = 1; i < edges.faceCount(e); i++) {
        int s = edges.side(e, i - 1);
        int t = edges.side(e, i);
        fans.joinToLeast(cornerAt(edges, s, edges.low[e]), cornerAt(edges, t, edges.low[e]));
        fans.joinToLeast(cornerAt(edges, s, edges.high[e]), cornerAt(edges, t, edges.high[e]));
      }
    }
    int[] out = new int[edges.faces.cornerCount()];
    Arrays.setAll(out, fans::of);
    return out;
  }

  private static int cornerAt(Edges edges, int side, int point) {
    return edges.from(side) == point ? side : edges.next(side);
  }
}
