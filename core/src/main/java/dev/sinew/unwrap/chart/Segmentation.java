package dev.sinew.unwrap.chart;

import dev.sinew.model.DisjointSets;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * Greedy merging of charts, from one per triangle (Merry's thesis, 2007, section 5.2; Garland,
 * Willmott and Heckbert, 2001). The cheapest merge that leaves a disc is made, as long as there is
 * one of finite cost and more charts than wanted.
 *
 * <p>Two discs become a disc exactly if V − E + F stays 1: gluing s shared edges must identify s +
 * 1 pairs of chart vertices. A set of joined corners per chart vertex counts them.
 */
final class Segmentation {
  private static final int REPORT_EVERY = 4096;

  private final MetricSurface surface;
  private final ChartCost cost;
  private final double[] borderLength;
  private final int size;
  private final double[] sums;
  private final double[] area;
  private final double[] perimeter;
  private final double[] costs;
  private final int[] version;
  private final DisjointSets charts;
  private final int[][] borders;
  private final int[] corner;
  private final int[] cornerSize;
  private final PriorityQueue<Merge> queue = new PriorityQueue<>();
  private final double[] merged;

  // Neighbours of the chart being priced: shared length by chart, and the charts with one.
  private final double[] shared;
  private int[] met = new int[16];

  private record Merge(double price, int a, int b, int versionA, int versionB)
      implements Comparable<Merge> {
    @Override
    public int compareTo(Merge o) {
      int order = Double.compare(price, o.price);
      order = order != 0 ? order : Integer.compare(a, o.a);
      return order != 0 ? order : Integer.compare(b, o.b);
    }
  }

  /**
   * @param borderLength the weighted length of every half-edge as a border; the same on both sides
   */
  Segmentation(MetricSurface surface, ChartCost cost, double[] borderLength) {
    this.surface = surface;
    this.cost = cost;
    this.borderLength = borderLength;
    int n = surface.triangleCount();
    size = cost.size();
    sums = new double[size * n];
    area = new double[n];
    perimeter = new double[n];
    costs = new double[n];
    version = new int[n];
    charts = new DisjointSets(n);
    borders = new int[n][];
    corner = new int[3 * n];
    cornerSize = new int[3 * n];
    merged = new double[size];
    shared = new double[n];
    Arrays.setAll(corner, c -> c);
    Arrays.fill(cornerSize, 1);
    for (int t = 0; t < n; t++) {
      cost.add(t, sums, size * t);
      area[t] = surface.area(t);
      borders[t] = new int[] {3 * t, 3 * t + 1, 3 * t + 2};
      perimeter[t] = borderLength[3 * t] + borderLength[3 * t + 1] + borderLength[3 * t + 2];
      costs[t] = cost.cost(sums, size * t, area[t], perimeter[t]);
    }
  }

  /**
   * Merges and returns the chart of every triangle, numbered from 0.
   *
   * @param count the number of charts at which merging ends
   */
  int[] run(int count, RunContext context) {
    int n = surface.triangleCount();
    for (int t = 0; t < n; t++) {
      price(t, t);
    }
    int left = n;
    int steps = 0;
    while (left > count && !queue.isEmpty()) {
      Merge best = queue.poll();
      if (++steps % REPORT_EVERY == 0) {
        context.report("merging triangles", n - left, n);
      }
      boolean current =
          charts.of(best.a) == best.a
              && charts.of(best.b) == best.b
              && version[best.a] == best.versionA
              && version[best.b] == best.versionB;
      if (current && glue(best.a, best.b)) {
        left--;
        price(merge(best.a, best.b), -1);
      }
    }
    context.report("merging triangles", n, n);
    return numbered();
  }

  private int[] numbered() {
    int[] number = new int[surface.triangleCount()];
    Arrays.fill(number, -1);
    int[] out = new int[surface.triangleCount()];
    int count = 0;
    for (int t = 0; t < out.length; t++) {
      int root = charts.of(t);
      if (number[root] < 0) {
        number[root] = count++;
      }
      out[t] = number[root];
    }
    return out;
  }

  /**
   * Prices the merges of a chart with its neighbours.
   *
   * @param least only with charts of a larger index
   */
  private void price(int a, int least) {
    int count = 0;
    for (int h : borders[a]) {
      int twin = surface.twin(h);
      if (twin < 0) {
        continue;
      }
      int b = charts.of(twin / 3);
      if (b > least && b != a) {
        if (shared[b] == 0) {
          if (count == met.length) {
            met = Arrays.copyOf(met, 2 * count);
          }
          met[count++] = b;
        }
        shared[b] += borderLength[h] + Double.MIN_VALUE;
      }
    }
    for (int i = 0; i < count; i++) {
      int b = met[i];
      for (int k = 0; k < size; k++) {
        merged[k] = sums[size * a + k] + sums[size * b + k];
      }
      double length = perimeter[a] + perimeter[b] - 2 * shared[b];
      shared[b] = 0;
      double made = cost.cost(merged, 0, area[a] + area[b], length);
      if (Double.isFinite(made) && cost.compatible(sums, size * a, size * b, merged)) {
        int lo = Math.min(a, b);
        int hi = Math.max(a, b);
        queue.add(new Merge(made - costs[a] - costs[b], lo, hi, version[lo], version[hi]));
      }
    }
  }

  /** Joins the corners along the shared edges if the result is a disc; otherwise does nothing. */
  private boolean glue(int a, int b) {
    int from = borders[a].length <= borders[b].length ? a : b;
    int to = from == a ? b : a;
    int edges = 0;
    for (int h : borders[from]) {
      int twin = surface.twin(h);
      edges += twin >= 0 && charts.of(twin / 3) == to ? 1 : 0;
    }
    int[] undo = new int[2 * edges];
    int unions = 0;
    for (int h : borders[from]) {
      int twin = surface.twin(h);
      if (twin >= 0 && charts.of(twin / 3) == to) {
        unions += join(h, MetricSurface.next(twin), undo, unions);
        unions += join(MetricSurface.next(h), twin, undo, unions);
      }
    }
    if (unions == edges + 1) {
      return true;
    }
    while (unions > 0) {
      int child = undo[--unions];
      cornerSize[corner[child]] -= cornerSize[child];
      corner[child] = child;
    }
    return false;
  }

  /** Joins without path compression, so that it can be undone; by size, so that paths are short. */
  private int join(int c, int d, int[] undo, int count) {
    int a = c;
    while (corner[a] != a) {
      a = corner[a];
    }
    int b = d;
    while (corner[b] != b) {
      b = corner[b];
    }
    if (a == b) {
      return 0;
    }
    int child = cornerSize[a] < cornerSize[b] ? a : b;
    int other = child == a ? b : a;
    undo[count] = child;
    corner[child] = other;
    cornerSize[other] += cornerSize[child];
    return 1;
  }

  private int merge(int a, int b) {
    int[] border = new int[borders[a].length + borders[b].length];
    int count = 0;
    double inner = 0;
    for (int side = 0; side < 2; side++) {
      int own = side == 0 ? a : b;
      int other = side == 0 ? b : a;
      for (int h : borders[own]) {
        int twin = surface.twin(h);
        if (twin >= 0 && charts.of(twin / 3) == other) {
          inner += borderLength[h];
        } else {
          border[count++] = h;
        }
      }
    }
    for (int k = 0; k < size; k++) {
      sums[size * a + k] += sums[size * b + k];
    }
    area[a] += area[b];
    perimeter[a] += perimeter[b] - inner;
    charts.join(b, a);
    borders[a] = Arrays.copyOf(border, count);
    borders[b] = new int[0];
    costs[a] = cost.cost(sums, size * a, area[a], perimeter[a]);
    version[a]++;
    return a;
  }
}
