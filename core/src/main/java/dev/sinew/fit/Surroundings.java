package dev.sinew.fit;

import dev.sinew.model.Topology;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;

/** Vertices around a vertex, ring by ring along the edges. */
final class Surroundings {
  private Surroundings() {}

  /**
   * The nearest vertices by number of edges, the seed first.
   *
   * @param most how many at most, at least 1
   * @param inside which vertices may be taken and walked through; the seed always is
   */
  static int[] of(Topology topology, int seed, int most, IntPredicate inside) {
    int[] found = new int[Math.min(most, topology.vertexCount())];
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
