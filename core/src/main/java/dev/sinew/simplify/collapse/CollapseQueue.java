package dev.sinew.simplify.collapse;

import java.util.Arrays;

/**
 * Edges by cost, the cheapest first; edges of the same cost by their ends. A heap over flat arrays,
 * four entries below each: half as deep as one with two, and the four lie side by side.
 */
final class CollapseQueue {
  private double[] cost;
  private long[] edge;
  private int[] stamp;
  private int size;

  /** Room for so many entries to begin with. */
  CollapseQueue(int capacity) {
    int room = Math.max(16, capacity);
    cost = new double[room];
    edge = new long[room];
    stamp = new int[room];
  }

  /** What the cheapest costs; infinite when there is none. */
  double cost() {
    return size == 0 ? Double.POSITIVE_INFINITY : cost[0];
  }

  int first() {
    return (int) (edge[0] >> Integer.SIZE);
  }

  int second() {
    return (int) edge[0];
  }

  int stamp() {
    return stamp[0];
  }

  /** Adds an edge between points of numbers 0 and up; the stamp is handed back with it. */
  void add(double c, int a, int b, int s) {
    if (size == cost.length) {
      int room = Math.addExact(size, Math.max(16, size >> 1));
      cost = Arrays.copyOf(cost, room);
      edge = Arrays.copyOf(edge, room);
      stamp = Arrays.copyOf(stamp, room);
    }
    long e = ((long) a << Integer.SIZE) | b;
    int at = size++;
    while (at > 0) {
      int above = (at - 1) >> 2;
      if (!isBefore(c, e, above)) {
        break;
      }
      move(above, at);
      at = above;
    }
    set(at, c, e, s);
  }

  /** Takes the cheapest away. */
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
      int below = start;
      for (int i = start + 1; i < Math.min(last, start + 4); i++) {
        below = isBefore(cost[i], edge[i], below) ? i : below;
      }
      if (isBefore(c, e, below)) {
        break;
      }
      move(below, at);
      at = below;
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
