package dev.sinew.simplify.collapse;

import java.util.Arrays;

/**
 * A priority queue of edges: the lowest cost first, equal costs in the order of their ends. A 4-ary
 * heap over flat arrays: half as deep as a binary heap, with the children of an entry in adjacent
 * memory.
 */
final class CollapseQueue {
  private double[] cost;
  private long[] edge;
  private int[] stamp;
  private int size;

  /** Makes an empty queue with an initial capacity. */
  CollapseQueue(int capacity) {
    int length = Math.max(16, capacity);
    cost = new double[length];
    edge = new long[length];
    stamp = new int[length];
  }

  /** Returns the lowest cost; infinite if the queue is empty. */
  double cost() {
    return size == 0 ? Double.POSITIVE_INFINITY : cost[0];
  }

  /** Returns the first end of the cheapest edge. */
  int first() {
    return (int) (edge[0] >> Integer.SIZE);
  }

  /** Returns the second end of the cheapest edge. */
  int second() {
    return (int) edge[0];
  }

  /** Returns the stamp of the cheapest edge. */
  int stamp() {
    return stamp[0];
  }

  /**
   * Adds an edge.
   *
   * @param s a stamp that {@link #stamp} returns when the edge is the cheapest
   */
  void add(double c, int a, int b, int s) {
    if (size == cost.length) {
      int length = Math.addExact(size, Math.max(16, size >> 1));
      cost = Arrays.copyOf(cost, length);
      edge = Arrays.copyOf(edge, length);
      stamp = Arrays.copyOf(stamp, length);
    }
    long e = ((long) a << Integer.SIZE) | b;
    int at = size++;
    while (at > 0) {
      int parent = (at - 1) >> 2;
      if (!isBefore(c, e, parent)) {
        break;
      }
      move(parent, at);
      at = parent;
    }
    set(at, c, e, s);
  }

  /** Removes the cheapest edge. */
  void remove() {
    int last = --size;
    if (last == 0) {
      return;
    }
    double c = cost[last];
    long e = edge[last];
    int s = stamp[last];
    int at = 0;
    while (true) {
      int start = 4 * at + 1;
      if (start >= last) {
        break;
      }
      int child = start;
      for (int i = start + 1; i < Math.min(last, start + 4); i++) {
        child = isBefore(cost[i], edge[i], child) ? i : child;
      }
      if (isBefore(c, e, child)) {
        break;
      }
      move(child, at);
      at = child;
    }
    set(at, c, e, s);
  }

  private boolean isBefore(double c, long e, int other) {
    return c != cost[other] ? c < cost[other] : e < edge[other];
  }

  private void move(int from, int to) {
    set(to, cost[from], edge[from], stamp[from]);
  }

  private void set(int at, double c, long e, int s) {
    cost[at] = c;
    edge[at] = e;
    stamp[at] = s;
  }
}
