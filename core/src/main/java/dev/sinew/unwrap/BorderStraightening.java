package dev.sinew.unwrap;

import dev.sinew.run.RunContext;
import dev.sinew.unwrap.chart.ChartMesh;
import dev.sinew.unwrap.chart.MetricSurface;
import dev.sinew.unwrap.flat.FlatChart;
import dev.sinew.unwrap.flat.Flattening;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * Replaces the border between two charts by the shortest way between its ends that does not touch
 * other borders (Merry's thesis, 2007, section 5.2.3), in weighted lengths. The thesis compares the
 * segmentation cost before and after; here both charts are flattened, and the new border stays only
 * if together they cost little more. Otherwise the border remains as {@link ShortCuts} left it.
 */
final class BorderStraightening {
  /** The largest factor by which a straight border may raise the price of its two charts. */
  private static final double MAX_GROWTH = 1.2;

  /** A rise below this share of their area does not count. */
  private static final double NEGLIGIBLE = 0.0005;

  private final MetricSurface surface;
  private final double[] borderLength;
  private final RunContext context;
  private final List<FlatChart> charts;
  private final int[] chartOf;

  private BorderStraightening(
      MetricSurface surface, double[] borderLength, List<FlatChart> given, RunContext context) {
    this.surface = surface;
    this.borderLength = borderLength;
    this.context = context;
    charts = new ArrayList<>(given);
    chartOf = new int[surface.triangleCount()];
    for (int c = 0; c < charts.size(); c++) {
      mark(c);
    }
  }

  /** Returns the triangles of every chart after straightening. */
  static List<int[]> run(
      MetricSurface surface, double[] borderLength, List<FlatChart> charts, RunContext context) {
    BorderStraightening made = new BorderStraightening(surface, borderLength, charts, context);
    made.straighten();
    return made.charts.stream().map(c -> c.mesh().triangles()).toList();
  }

  private void mark(int c) {
    ChartMesh mesh = charts.get(c).mesh();
    for (int i = 0; i < mesh.triangleCount(); i++) {
      chartOf[mesh.triangle(i)] = c;
    }
  }

  private void straighten() {
    for (int a = 0; a < charts.size(); a++) {
      Map<Integer, Double> others = new TreeMap<>();
      ChartMesh mesh = charts.get(a).mesh();
      for (int h : mesh.boundary()) {
        int twin = surface.twin(mesh.surfaceHalfEdge(h));
        if (twin >= 0 && chartOf[twin / 3] > a) {
          others.merge(chartOf[twin / 3], 1.0, Double::sum);
        }
      }
      for (int b : others.keySet()) {
        context.checkCancelled();
        straighten(a, b);
      }
      context.report("straightening", a + 1, charts.size());
    }
  }

  private void straighten(int a, int b) {
    int[] first = charts.get(a).mesh().triangles();
    int[] second = charts.get(b).mesh().triangles();
    int[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    ChartMesh union = new ChartMesh(surface, all);
    if (!union.isDisc()) {
      return; // The charts share several borders.
    }
    Optional<boolean[]> side = new Path(union, a, b).sides();
    if (side.isEmpty()) {
      return;
    }
    int[] newA = pick(union, side.get(), true);
    int[] newB = pick(union, side.get(), false);
    if (newA.length == 0 || newB.length == 0) {
      return;
    }
    ChartMesh meshA = new ChartMesh(surface, newA);
    ChartMesh meshB = new ChartMesh(surface, newB);
    if (!meshA.isDisc() || !meshB.isDisc()) {
      return;
    }
    Optional<FlatChart> flatA = Flattening.coarse(meshA);
    Optional<FlatChart> flatB = Flattening.coarse(meshB);
    if (flatA.isPresent()
        && flatB.isPresent()
        && excess(flatA.get()) + excess(flatB.get())
            <= MAX_GROWTH * (excess(charts.get(a)) + excess(charts.get(b)))
                + NEGLIGIBLE * union.area()) {
      charts.set(a, flatA.get());
      charts.set(b, flatB.get());
      mark(a);
      mark(b);
    }
  }

  private static double excess(FlatChart chart) {
    return chart.cost(StretchMerging.SHAPE_WEIGHT);
  }

  private static int[] pick(ChartMesh union, boolean[] side, boolean wanted) {
    int[] out = new int[side.length];
    int count = 0;
    for (int i = 0; i < side.length; i++) {
      if (side[i] == wanted) {
        out[count++] = union.triangle(i);
      }
    }
    return Arrays.copyOf(out, count);
  }

  /** The shortest way through the union of two charts between the ends of their border. */
  private final class Path {
    private final ChartMesh union;
    private final int a;
    private final int b;
    private final int n;
    private final boolean[] outer;

    Path(ChartMesh union, int a, int b) {
      this.union = union;
      this.a = a;
      this.b = b;
      n = union.vertexCount();
      outer = new boolean[n];
      for (int h : union.boundary()) {
        outer[union.start(h)] = true;
      }
    }

    private record Step(double length, int vertex) implements Comparable<Step> {
      @Override
      public int compareTo(Step o) {
        int order = Double.compare(length, o.length);
        return order != 0 ? order : Integer.compare(vertex, o.vertex);
      }
    }

    /** Returns per triangle of the union whether it belongs to chart a. */
    Optional<boolean[]> sides() {
      int[] ends = ends();
      if (ends[0] < 0 || ends[1] < 0 || ends[0] == ends[1]) {
        return Optional.empty();
      }
      int[] before = shortest(ends[0], ends[1]);
      if (before[ends[1]] < 0) {
        return Optional.empty();
      }
      boolean[] cut = new boolean[3 * union.triangleCount()];
      boolean[] onWay = new boolean[n];
      int[] next = new int[n];
      Arrays.fill(next, -1);
      for (int v = ends[1]; v != ends[0]; v = before[v]) {
        next[before[v]] = v;
        onWay[v] = true;
      }
      for (int h = 0; h < cut.length; h++) {
        int s = union.start(h);
        int e = union.end(h);
        cut[h] = next[s] == e || next[e] == s;
      }
      return Optional.of(flood(cut));
    }

    /** Returns where the border of the charts meets the outer boundary. */
    private int[] ends() {
      int[] ends = {-1, -1};
      int found = 0;
      int[] boundary = union.boundary();
      for (int i = 0; i < boundary.length; i++) {
        int here = chartOf[union.triangle(boundary[i] / 3)];
        int prior =
            chartOf[union.triangle(boundary[(i + boundary.length - 1) % boundary.length] / 3)];
        if (here != prior) {
          if (found == 2) {
            return new int[] {-1, -1};
          }
          ends[found++] = union.start(boundary[i]);
        }
      }
      return ends;
    }

    private int[] shortest(int from, int to) {
      int[] start = new int[n + 1];
      int halfEdges = 3 * union.triangleCount();
      for (int h = 0; h < halfEdges; h++) {
        start[union.start(h) + 1]++;
        start[union.end(h) + 1]++;
      }
      for (int v = 0; v < n; v++) {
        start[v + 1] += start[v];
      }
      int[] at = new int[2 * halfEdges];
      int[] next = start.clone();
      for (int h = 0; h < halfEdges; h++) {
        at[next[union.start(h)]++] = h;
        at[next[union.end(h)]++] = h;
      }
      double[] length = new double[n];
      Arrays.fill(length, Double.POSITIVE_INFINITY);
      int[] before = new int[n];
      Arrays.fill(before, -1);
      PriorityQueue<Step> queue = new PriorityQueue<>();
      length[from] = 0;
      queue.add(new Step(0, from));
      while (!queue.isEmpty()) {
        Step step = queue.poll();
        int v = step.vertex;
        if (v == to) {
          break;
        }
        if (step.length > length[v]) {
          continue;
        }
        for (int i = start[v]; i < start[v + 1]; i++) {
          int h = at[i];
          int w = union.start(h) == v ? union.end(h) : union.start(h);
          if ((outer[w] && w != to) || (v == from && w == to)) {
            continue;
          }
          double far = length[v] + borderLength[union.surfaceHalfEdge(h)];
          if (far < length[w]) {
            length[w] = far;
            before[w] = v;
            queue.add(new Step(far, w));
          }
        }
      }
      return before;
    }

    /** Returns the triangles on the side of the way that holds more of chart a's. */
    private boolean[] flood(boolean[] cut) {
      int count = union.triangleCount();
      boolean[] side = new boolean[count];
      int[] stack = new int[count];
      int depth = 0;
      int own = 0;
      int size = 1;
      stack[depth++] = 0;
      side[0] = true;
      while (depth > 0) {
        int t = stack[--depth];
        own += chartOf[union.triangle(t)] == a ? 1 : 0;
        for (int k = 0; k < 3; k++) {
          int twin = surface.twin(3 * union.triangle(t) + k);
          int other = twin < 0 || cut[3 * t + k] ? -1 : union.find(twin / 3);
          if (other >= 0 && !side[other]) {
            side[other] = true;
            size++;
            stack[depth++] = other;
          }
        }
      }
      if (own * 2 < size) {
        for (int t = 0; t < count; t++) {
          side[t] = !side[t];
        }
      }
      return side;
    }

    @Override
    public String toString() {
      return a + " to " + b;
    }
  }
}
