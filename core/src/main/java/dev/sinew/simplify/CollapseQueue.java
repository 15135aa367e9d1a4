package dev.sinew.simplify;

import java.util.Arrays;

/**
 * Edges by cost, the cheapest first; edges of the same cost by their ends, so that the order never
 * depends on how they came in. A binary heap over flat arrays.
 */
final class CollapseQueue {
  private double[] cost;
  private int[] first;
  private int[] second;
  private int[] stamp;
  private int size;

  /** Room for so many entries to begin with. */
  CollapseQueue(int capacity) {
    int room = Math.max(16, capacity);
    cost = new double[room];
    first = new int[room];
    second = new int[room];
    stamp = new int[room];
  }

  boolean isEmpty() {
    return size == 0;
  }

  double cost() {
    return cost[0];
  }

  int first() {
    return first[0];
  }

  int second() {
    return second[0];
  }

  int stamp() {
    return stamp[0];
  }

  /** Adds an edge; the stamp is handed back with it. */
  void add(double c, int a, int b, int s) {
    if (size == cost.length) {
      int room = Math.addExact(size, Math.max(16, size >> 1));
      cost = Arrays.copyOf(cost, room);
      first = Arrays.copyOf(first, room);
      second = Arrays.copyOf(second, room);
      stamp = Arrays.copyOf(stamp, room);
    }
    int at = size++;
    while (at > 0) {
      int above = (at - 1) >> 1;
      if (!isBefore(c, a, b, above)) {
        break;
      }
      move(above, at);
      at = above;
    }
    set(at, c, a, b, s);
  }

  /** Takes the cheapest away. */
  void remove() {
    int last = --size;
    if (last == 0) {
      return;
    }
    double c = cost[last];
    int a = first[last];
    int b = second[last];
    int s = stamp[last];
    int at = 0;
    while (true) {
      int below = 2 * at + 1;
      if (below >= last) {
        break;
      }
      if (below + 1 < last
          && isBefore(cost[below + 1], first[below + 1], second[below + 1], below)) {
        below++;
      }
      if (isBefore(c, a, b, below)) {
        break;
      }
      move(below, at);
      at = below;
    }
    set(at, c, a, b, s);
  }

  private boolean isBefore(double c, int a, int b, int other) {
    if (c != cost[other]) {
      return c < cost[other];
    }
    return a != first[other] ? a < first[other] : b < second[other];
  }

  private void move(int from, int to) {
    set(to, cost[from], first[from], second[from], stamp[from]);
  }

  private void set(int at, double c, int a, int b, int s) {
    cost[at] = c;
    first[at] = a;
    second[at] = b;
    stamp[at] = s;
  }
}
