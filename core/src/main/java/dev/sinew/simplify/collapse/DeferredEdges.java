package dev.sinew.simplify.collapse;

import java.util.Arrays;

/** Edges that may not collapse for now, indexed by both ends. */
final class DeferredEdges {
  private static final int NONE = -1;

  private final int[] head;
  private int[] next = new int[64];
  private int[] ends = new int[64];
  private double[] costs = new double[32];
  private boolean[] removed = new boolean[32];
  private int count;

  DeferredEdges(int points) {
    head = new int[points];
    Arrays.fill(head, NONE);
  }

  void add(int a, int b, double cost) {
    if (count == costs.length) {
      next = Arrays.copyOf(next, 4 * count);
      ends = Arrays.copyOf(ends, 4 * count);
      costs = Arrays.copyOf(costs, 2 * count);
      removed = Arrays.copyOf(removed, 2 * count);
    }
    costs[count] = cost;
    for (int end = 0; end < 2; end++) {
      int p = end == 0 ? a : b;
      int node = 2 * count + end;
      ends[node] = p;
      next[node] = head[p];
      head[p] = node;
    }
    count++;
  }

  /** Returns true if no edge has this end. */
  boolean isEmptyAt(int point) {
    return head[point] == NONE;
  }

  /** Removes all edges with this end and passes each of them on once. */
  void removeAll(int point, EdgeConsumer consumer) {
    int node = head[point];
    head[point] = NONE;
    for (; node != NONE; node = next[node]) {
      int edge = node >> 1;
      if (!removed[edge]) {
        removed[edge] = true;
        consumer.accept(ends[2 * edge], ends[2 * edge + 1], costs[edge]);
      }
    }
  }

  /** Receives edges. */
  @FunctionalInterface
  interface EdgeConsumer {
    void accept(int a, int b, double cost);
  }
}
