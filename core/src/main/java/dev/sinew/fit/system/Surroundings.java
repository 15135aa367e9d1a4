package dev.sinew.fit.system;

import dev.sinew.model.Topology;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;

/** Finds the vertices around a vertex by breadth-first search along the edges. */
public final class Surroundings {
  private Surroundings() {}

  /**
   * Returns the nearest vertices by number of edges, the seed first.
   *
   * @param max the maximum number of vertices, at least 1
   * @param inside returns true for vertices that may be found and passed; the seed always is
   */
  public static int[] of(Topology topology, int seed, int max, IntPredicate inside) {
    int[] found = new int[Math.min(max, topology.vertexCount())];
    BitSet seen = new BitSet();
    found[0] = seed;
    seen.set(seed);
    int head = 0;
    int tail = 1;
    while (head < tail && tail < found.length) {
      int v = found[head++];
      for (int i = 0; i < topology.neighbourCount(v) && tail < found.length; i++) {
        int u = topology.neighbour(v, i);
        if (!seen.get(u) && inside.test(u)) {
          seen.set(u);
          found[tail++] = u;
        }
      }
    }
    return Arrays.copyOf(found, tail);
  }
}
