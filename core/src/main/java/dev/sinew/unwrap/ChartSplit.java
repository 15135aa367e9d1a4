package dev.sinew.unwrap;

import dev.sinew.unwrap.chart.ChartMesh;
import dev.sinew.unwrap.chart.MetricSurface;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Splits a set of triangles into two by a search from two triangles at once (Merry's thesis, 2007,
 * section 5.3).
 */
final class ChartSplit {
  private ChartSplit() {}

  /** Splits a connected set of two or more triangles at the two that are farthest apart. */
  static List<int[]> halves(MetricSurface surface, int[] triangles) {
    int[] sorted = triangles.clone();
    Arrays.sort(sorted);
    int a = last(surface, sorted, 0);
    int b = last(surface, sorted, a);
    int[] side = spread(surface, sorted, a, b);
    List<int[]> out = new ArrayList<>();
    for (int s = 1; s <= 2; s++) {
      int own = s;
      int[] part =
          IntStream.range(0, sorted.length)
              .filter(i -> side[i] == own)
              .map(i -> sorted[i])
              .toArray();
      out.addAll(ChartMesh.components(surface, part));
    }
    return out;
  }

  /** Returns the triangle that a search from another reaches last. */
  private static int last(MetricSurface surface, int[] sorted, int from) {
    int[] side = new int[sorted.length];
    ArrayDeque<Integer> queue = new ArrayDeque<>();
    queue.add(from);
    side[from] = 1;
    int at = from;
    while (!queue.isEmpty()) {
      at = queue.remove();
      advance(surface, sorted, side, queue, at);
    }
    return at;
  }

  private static int[] spread(MetricSurface surface, int[] sorted, int a, int b) {
    int[] side = new int[sorted.length];
    ArrayDeque<Integer> queue = new ArrayDeque<>();
    side[a] = 1;
    side[b] = 2;
    queue.add(a);
    queue.add(b);
    while (!queue.isEmpty()) {
      advance(surface, sorted, side, queue, queue.remove());
    }
    return side;
  }

  private static void advance(
      MetricSurface surface, int[] sorted, int[] side, ArrayDeque<Integer> queue, int at) {
    for (int k = 0; k < 3; k++) {
      int twin = surface.twin(3 * sorted[at] + k);
      int other = twin < 0 ? -1 : Arrays.binarySearch(sorted, twin / 3);
      if (other >= 0 && side[other] == 0) {
        side[other] = side[at];
        queue.add(other);
      }
    }
  }
}
