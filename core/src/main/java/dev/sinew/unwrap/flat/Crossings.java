package dev.sinew.unwrap.flat;

import dev.sinew.unwrap.chart.ChartMesh;
import java.util.Optional;

/**
 * Self-intersections of a chart's boundary in the plane. A map without flips whose boundary does
 * not intersect itself is one-to-one. A grid with about one cell per edge finds close edges.
 */
final class Crossings {
  private final double[] uv;
  private final int[] from;
  private final int[] to;
  private final int[] halfEdges;
  private int columns;
  private int rows;
  private double x0;
  private double y0;
  private double cell;

  private Crossings(ChartMesh chart, double[] uv) {
    this.uv = uv;
    halfEdges = chart.boundary();
    from = new int[halfEdges.length];
    to = new int[halfEdges.length];
    for (int i = 0; i < halfEdges.length; i++) {
      from[i] = chart.start(halfEdges[i]);
      to[i] = chart.end(halfEdges[i]);
    }
  }

  /**
   * Two boundary edges that intersect.
   *
   * @param first a half-edge of the chart
   * @param second another one
   */
  record Crossing(int first, int second) {}

  /** Finds an intersection of a disc's boundary; the one whose edges come first. */
  static Optional<Crossing> find(ChartMesh chart, double[] uv) {
    return new Crossings(chart, uv).find();
  }

  private Optional<Crossing> find() {
    int n = from.length;
    if (n < 4) {
      return Optional.empty();
    }
    layOut();
    int[] start = new int[columns * rows + 1];
    for (int i = 0; i < n; i++) {
      visit(i, c -> start[c + 1]++);
    }
    for (int c = 0; c < columns * rows; c++) {
      start[c + 1] += start[c];
    }
    int[] next = start.clone();
    int[] edges = new int[start[columns * rows]];
    for (int i = 0; i < n; i++) {
      int edge = i;
      visit(i, c -> edges[next[c]++] = edge);
    }
    int[] best = {n, n};
    for (int c = 0; c < columns * rows; c++) {
      for (int i = start[c]; i < start[c + 1]; i++) {
        for (int j = i + 1; j < start[c + 1]; j++) {
          int a = Math.min(edges[i], edges[j]);
          int b = Math.max(edges[i], edges[j]);
          boolean sooner = a < best[0] || (a == best[0] && b < best[1]);
          if (sooner && intersect(a, b)) {
            best[0] = a;
            best[1] = b;
          }
        }
      }
    }
    return best[0] == n
        ? Optional.empty()
        : Optional.of(new Crossing(halfEdges[best[0]], halfEdges[best[1]]));
  }

  private void layOut() {
    double[] box = {
      Double.POSITIVE_INFINITY,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.NEGATIVE_INFINITY
    };
    double length = 0;
    for (int i = 0; i < from.length; i++) {
      double x = uv[2 * from[i]];
      double y = uv[2 * from[i] + 1];
      box[0] = Math.min(box[0], x);
      box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x);
      box[3] = Math.max(box[3], y);
      length += Math.hypot(uv[2 * to[i]] - x, uv[2 * to[i] + 1] - y);
    }
    x0 = box[0];
    y0 = box[1];
    double limit = Math.sqrt((box[2] - x0) * (box[3] - y0) / (4.0 * from.length));
    cell = Math.max(length / from.length, limit);
    columns = (int) ((box[2] - x0) / cell) + 1;
    rows = (int) ((box[3] - y0) / cell) + 1;
  }

  private interface CellVisitor {
    void at(int cell);
  }

  /** Visits all cells of the box around an edge. */
  private void visit(int i, CellVisitor visitor) {
    int a = 2 * from[i], b = 2 * to[i];
    int left = column(Math.min(uv[a], uv[b])), right = column(Math.max(uv[a], uv[b]));
    int low = row(Math.min(uv[a + 1], uv[b + 1])), high = row(Math.max(uv[a + 1], uv[b + 1]));
    for (int r = low; r <= high; r++) {
      for (int c = left; c <= right; c++) {
        visitor.at(r * columns + c);
      }
    }
  }

  private int column(double x) {
    return Math.clamp((int) ((x - x0) / cell), 0, columns - 1);
  }

  private int row(double y) {
    return Math.clamp((int) ((y - y0) / cell), 0, rows - 1);
  }

  private boolean intersect(int i, int j) {
    int a = from[i], b = to[i], c = from[j], d = to[j];
    if (a == c || a == d || b == c || b == d) {
      return false; // Neighbours: they overlap only if a triangle between them flips.
    }
    double abc = turn(a, b, c), abd = turn(a, b, d), cda = turn(c, d, a), cdb = turn(c, d, b);
    return opposite(abc, abd) && opposite(cda, cdb) && boxesMeet(a, b, c, d);
  }

  private static boolean opposite(double s, double t) {
    return (s >= 0 && t <= 0) || (s <= 0 && t >= 0);
  }

  private boolean boxesMeet(int a, int b, int c, int d) {
    for (int k = 0; k < 2; k++) {
      double low = Math.min(uv[2 * a + k], uv[2 * b + k]);
      double high = Math.max(uv[2 * a + k], uv[2 * b + k]);
      if (Math.max(uv[2 * c + k], uv[2 * d + k]) < low
          || Math.min(uv[2 * c + k], uv[2 * d + k]) > high) {
        return false;
      }
    }
    return true;
  }

  private double turn(int a, int b, int c) {
    return (uv[2 * b] - uv[2 * a]) * (uv[2 * c + 1] - uv[2 * a + 1])
        - (uv[2 * b + 1] - uv[2 * a + 1]) * (uv[2 * c] - uv[2 * a]);
  }
}
