package dev.sinew.simplify.collapse;

import java.util.Arrays;

/**
 * What points ask for losing an influence, the cheapest first; points that ask for the same by
 * their numbers. A heap over flat arrays that knows where every point stands, so that a point's
 * price can change where it is: prices change with every collapse, and most never come to the
 * front.
 */
final class RemovalQueue {
  private static final int ABSENT = -1;

  private final double[] cost;
  private final int[] heap;
  private final int[] place;
  private int size;

  /** Of points with numbers below a count; nobody asks yet. */
  RemovalQueue(int points) {
    cost = new double[points];
    heap = new int[points];
    place = new int[points];
    Arrays.fill(place, ABSENT);
  }

  /** The least that a point asks for; infinite when none does. */
  double cost() {
    return size == 0 ? Double.POSITIVE_INFINITY : cost[heap[0]];
  }

  /** The point that asks for the least; there must be one. */
  int first() {
    return heap[0];
  }

  /** Lets a point ask for something else than before; infinite, or no number, for nothing. */
  void set(int point, double newCost) {
    int at = place[point];
    if (!(newCost < Double.POSITIVE_INFINITY)) {
      if (at != ABSENT) {
        take(at);
      }
      return;
    }
    cost[point] = newCost;
    if (at == ABSENT) {
      rise(size++, point);
    } else if (at > 0 && isBefore(point, heap[(at - 1) >> 2])) {
      rise(at, point);
    } else {
      sink(at, point);
    }
  }

  /** Takes the point at a place out; the last one takes its place. */
  private void take(int at) {
    place[heap[at]] = ABSENT;
    int last = heap[--size];
    if (at == size) {
      return;
    }
    if (at > 0 && isBefore(last, heap[(at - 1) >> 2])) {
      rise(at, last);
    } else {
      sink(at, last);
    }
  }

  private void rise(int from, int point) {
    int at = from;
    while (at > 0 && isBefore(point, heap[(at - 1) >> 2])) {
      put(at, heap[(at - 1) >> 2]);
      at = (at - 1) >> 2;
    }
    put(at, point);
  }

  private void sink(int from, int point) {
    int at = from;
    while (4 * at + 1 < size) {
      int below = 4 * at + 1;
      for (int i = below + 1; i < Math.min(size, 4 * at + 5); i++) {
        below = isBefore(heap[i], heap[below]) ? i : below;
      }
      if (!isBefore(heap[below], point)) {
        break;
      }
      put(at, heap[below]);
      at = below;
    }
    put(at, point);
  }

  private boolean isBefore(int p, int q) {
    return cost[p] != cost[q] ? cost[p] < cost[q] : p < q;
  }

  private void put(int at, int point) {
    heap[at] = point;
    place[point] = at;
  }
}
