package dev.sinew.simplify.collapse;

import java.util.Arrays;

/**
 * A priority queue of points by the cost of removing an influence: the lowest cost first, equal
 * costs by point index. An indexed 4-ary heap: the cost of a point can change in slot, since costs
 * change with every collapse and most points never reach the front.
 */
final class RemovalQueue {
  private static final int ABSENT = -1;

  private final double[] cost;
  private final int[] heap;
  private final int[] slot;
  private int size;

  /** Makes an empty queue for the points 0 to {@code points} (exclusive). */
  RemovalQueue(int points) {
    cost = new double[points];
    heap = new int[points];
    slot = new int[points];
    Arrays.fill(slot, ABSENT);
  }

  /** Returns the lowest cost; infinite if the queue is empty. */
  double cost() {
    return size == 0 ? Double.POSITIVE_INFINITY : cost[heap[0]];
  }

  /** Returns the point with the lowest cost; the queue must not be empty. */
  int first() {
    return heap[0];
  }

  /** Sets the cost of a point; infinity or NaN removes it from the queue. */
  void set(int point, double newCost) {
    int at = slot[point];
    if (!(newCost < Double.POSITIVE_INFINITY)) {
      if (at != ABSENT) {
        remove(at);
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

  /** Removes the point in a slot and moves the last point there. */
  private void remove(int at) {
    slot[heap[at]] = ABSENT;
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
      int child = 4 * at + 1;
      for (int i = child + 1; i < Math.min(size, 4 * at + 5); i++) {
        child = isBefore(heap[i], heap[child]) ? i : child;
      }
      if (!isBefore(heap[child], point)) {
        break;
      }
      put(at, heap[child]);
      at = child;
    }
    put(at, point);
  }

  private boolean isBefore(int p, int q) {
    return cost[p] != cost[q] ? cost[p] < cost[q] : p < q;
  }

  private void put(int at, int point) {
    heap[at] = point;
    slot[point] = at;
  }
}
