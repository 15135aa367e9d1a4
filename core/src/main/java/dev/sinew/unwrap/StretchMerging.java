package dev.sinew.unwrap;

import dev.sinew.run.RunContext;
import dev.sinew.unwrap.chart.ChartMesh;
import dev.sinew.unwrap.chart.MetricSurface;
import dev.sinew.unwrap.flat.FlatChart;
import dev.sinew.unwrap.flat.Flattening;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Merges charts by the stretch of the charts that result: candidates are really flattened. So
 * developable charts may bend as far as they like, and a sock that is attached to a big chart is
 * seen, which no sum over normals does.
 *
 * <p>The price of a merge is the stretch that it adds, as an integral over the surface. The price
 * of a pair can hardly fall when one of its charts grows. So the old price serves as an estimate,
 * and only pairs that come first in the queue are flattened.
 */
final class StretchMerging {
  /** Candidates that are flattened in parallel. Fixed: results must not depend on the threads. */
  private static final int BATCH = 8;

  /** What the empty part of a chart's convex hull costs beside stretch. */
  static final double SHAPE_WEIGHT = 0.1;

  /**
   * The least share of its hull that a merged chart fills, unless a number of charts is wanted. On
   * the fitted horse 0.69 gives 23 charts and fills 0.64 of the texture, 0.72 gives 35 and fills
   * 0.70, 0.75 gives 49 and fills 0.72: docs/decisions/atlas-packing.md.
   */
  private static final double MIN_CONVEXITY = 0.72;

  private final MetricSurface surface;
  private final double[] borderLength;
  private final UnwrapOptions options;
  private final RunContext context;
  private final List<Node> nodes = new ArrayList<>();
  private final int[] chartOf;
  private final PriorityQueue<Pair> queue = new PriorityQueue<>();
  private final double limit;
  private final double minConvexity;
  private double totalArea;
  private int left;

  /** A chart and the charts it borders on, with the weighted length of the shared border. */
  private static final class Node {
    final FlatChart flat;
    final double cost;
    final Map<Integer, Double> neighbours = new TreeMap<>();
    final Map<Integer, Double> prices = new HashMap<>();
    boolean alive = true;

    Node(FlatChart flat) {
      this.flat = flat;
      cost = flat.cost(SHAPE_WEIGHT);
    }
  }

  private record Pair(double price, int a, int b, @Nullable FlatChart flat)
      implements Comparable<Pair> {
    @Override
    public int compareTo(Pair o) {
      int order = Double.compare(price, o.price);
      order = order != 0 ? order : Integer.compare(a, o.a);
      return order != 0 ? order : Integer.compare(b, o.b);
    }
  }

  StretchMerging(
      MetricSurface surface, double[] borderLength, UnwrapOptions options, RunContext context) {
    this.surface = surface;
    this.borderLength = borderLength;
    this.options = options;
    this.context = context;
    chartOf = new int[surface.triangleCount()];
    limit = options.charting().maxStretch() * options.charting().maxStretch();
    minConvexity = Double.isInfinite(limit) ? 0 : MIN_CONVEXITY;
  }

  /** Merges valid charts and returns those that remain. */
  List<FlatChart> run(List<FlatChart> charts) {
    for (FlatChart chart : charts) {
      add(chart);
    }
    totalArea = charts.stream().mapToDouble(c -> c.mesh().area()).sum();
    left = charts.size();
    for (int c = 0; c < nodes.size(); c++) {
      findNeighbours(c);
      for (int d : nodes.get(c).neighbours.keySet()) {
        if (c < d) {
          queue.add(new Pair(0, c, d, null));
        }
      }
    }
    int begin = left;
    while (!queue.isEmpty() && left > options.charting().charts()) {
      Pair best = queue.poll();
      if (!nodes.get(best.a).alive || !nodes.get(best.b).alive) {
        continue;
      }
      if (best.flat == null) {
        evaluate(best);
      } else {
        merge(best, best.flat);
        context.report("merging charts", begin - left, begin);
      }
    }
    context.report("merging charts", begin, begin);
    return nodes.stream().filter(n -> n.alive).map(n -> n.flat).toList();
  }

  private int add(FlatChart chart) {
    int index = nodes.size();
    nodes.add(new Node(chart));
    for (int i = 0; i < chart.mesh().triangleCount(); i++) {
      chartOf[chart.mesh().triangle(i)] = index;
    }
    return index;
  }

  private void findNeighbours(int c) {
    ChartMesh mesh = nodes.get(c).flat.mesh();
    for (int h : mesh.boundary()) {
      int edge = mesh.surfaceHalfEdge(h);
      if (surface.twin(edge) >= 0) {
        nodes
            .get(c)
            .neighbours
            .merge(chartOf[surface.twin(edge) / 3], borderLength[edge], Double::sum);
      }
    }
    nodes.get(c).neighbours.remove(c);
  }

  /** Flattens a candidate and the next ones of the queue that were not flattened yet. */
  private void evaluate(Pair first) {
    List<Pair> batch = new ArrayList<>();
    List<Pair> known = new ArrayList<>();
    batch.add(first);
    while (batch.size() < BATCH && !queue.isEmpty()) {
      Pair next = queue.poll();
      if (nodes.get(next.a).alive && nodes.get(next.b).alive) {
        (next.flat == null ? batch : known).add(next);
        if (next.flat != null) {
          break;
        }
      }
    }
    queue.addAll(known);
    List<Optional<FlatChart>> flat = new ArrayList<>();
    batch.forEach(p -> flat.add(Optional.empty()));
    context.run(batch.size(), i -> flat.set(i, flatten(batch.get(i))));
    for (int i = 0; i < batch.size(); i++) {
      Pair pair = batch.get(i);
      Optional<FlatChart> made = flat.get(i);
      double price = made.map(f -> price(pair.a, pair.b, f)).orElse(0.0);
      if (made.isPresent() && made.get().squaredStretch() > limit) {
        // A larger chart around this one has no less stretch: no need to try it.
        price = Double.POSITIVE_INFINITY;
      } else if (made.isPresent() && made.get().convexity() >= minConvexity) {
        queue.add(new Pair(price, pair.a, pair.b, made.get()));
      }
      nodes.get(pair.a).prices.put(pair.b, price);
      nodes.get(pair.b).prices.put(pair.a, price);
    }
  }

  private double price(int a, int b, FlatChart made) {
    return (made.cost(SHAPE_WEIGHT) - nodes.get(a).cost - nodes.get(b).cost) / totalArea;
  }

  private Optional<FlatChart> flatten(Pair pair) {
    int[] a = nodes.get(pair.a).flat.mesh().triangles();
    int[] b = nodes.get(pair.b).flat.mesh().triangles();
    int[] all = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, all, a.length, b.length);
    ChartMesh mesh = new ChartMesh(surface, all);
    if (!mesh.isDisc()) {
      return Optional.empty();
    }
    return Flattening.coarse(mesh);
  }

  private void merge(Pair pair, FlatChart flat) {
    Node a = nodes.get(pair.a);
    Node b = nodes.get(pair.b);
    a.alive = false;
    b.alive = false;
    int c = add(flat);
    left--;
    findNeighbours(c);
    for (int d : nodes.get(c).neighbours.keySet()) {
      double estimate = Math.max(a.prices.getOrDefault(d, 0.0), b.prices.getOrDefault(d, 0.0));
      nodes.get(d).neighbours.remove(pair.a);
      nodes.get(d).neighbours.remove(pair.b);
      nodes.get(d).neighbours.put(c, nodes.get(c).neighbours.get(d));
      nodes.get(d).prices.put(c, estimate);
      nodes.get(c).prices.put(d, estimate);
      if (Double.isFinite(estimate)) {
        queue.add(new Pair(estimate, d, c, null));
      }
    }
  }
}
