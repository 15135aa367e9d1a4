package dev.sinew.extract.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The curves of a Reeb graph by the tips beyond them. The paths from all tips to the source form a
 * tree: branches without a tip are dropped, and of a loop one side is kept. Curves with the same
 * set of tips on the far side of the source belong together: they are a limb, or the part of the
 * trunk between two branchings.
 *
 * @param bySet the curves of each set of tips, from the source outwards; bit i of a set is tip i
 * @param nodeSets the set of tips beyond each node of the graph; that of the nearest node on the
 *     tree for a node beside it
 * @param loops the number of loops of the graph
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
public record LimbCurves(Map<Long, List<IsoCurve>> bySet, long[] nodeSets, int loops) {
  /** Copies the map. */
  public LimbCurves {
    bySet = Map.copyOf(bySet);
  }

  /**
   * Collects the curves.
   *
   * @param source a vertex of the surface
   * @param tips vertices of the surface, up to 63
   */
  public static LimbCurves of(ReebGraph graph, int source, int[] tips) {
    int[] order = new int[graph.nodeCount()];
    int[] parentArc = spanningTree(graph, graph.nodeOf(source), order);
    double[] inside = areasInside(graph, parentArc, order);
    long[] beyond = new long[graph.arcCount()];
    for (int i = 0; i < tips.length; i++) {
      int node = graph.nodeOf(tips[i]);
      while (parentArc[node] >= 0) {
        int arc = parentArc[node];
        beyond[arc] |= 1L << i;
        node = other(graph, arc, node);
      }
    }
    Map<Long, List<IsoCurve>> bySet = new HashMap<>();
    for (int i = 0; i < tips.length; i++) {
      List<Integer> path = new ArrayList<>();
      for (int node = graph.nodeOf(tips[i]); parentArc[node] >= 0; ) {
        path.add(parentArc[node]);
        node = other(graph, parentArc[node], node);
      }
      for (int arc : path.reversed()) {
        // The first tip of a set adds its curves.
        if (Long.numberOfTrailingZeros(beyond[arc]) == i) {
          bySet
              .computeIfAbsent(beyond[arc], set -> new ArrayList<>())
              .add(curve(graph, arc, inside));
        }
      }
    }
    long all = tips.length == 64 ? -1L : (1L << tips.length) - 1;
    return new LimbCurves(bySet, nodeSets(graph, parentArc, beyond, all), graph.loopCount());
  }

  private static long[] nodeSets(ReebGraph graph, int[] parentArc, long[] beyond, long all) {
    long[] sets = new long[graph.nodeCount()];
    for (int n = 0; n < sets.length; n++) {
      int node = n;
      while (parentArc[node] >= 0 && beyond[parentArc[node]] == 0) {
        node = other(graph, parentArc[node], node);
      }
      sets[n] = parentArc[node] < 0 ? all : beyond[parentArc[node]];
    }
    return sets;
  }

  private static IsoCurve curve(ReebGraph graph, int arc, double[] inside) {
    return graph.curve(arc).withFraction(inside[arc]);
  }

  /** Returns for each arc of the tree the fraction of the area that is not beyond it. */
  private static double[] areasInside(ReebGraph graph, int[] parentArc, int[] order) {
    double[] beyond = new double[graph.nodeCount()];
    double total = 0;
    for (int n = 0; n < beyond.length; n++) {
      beyond[n] = graph.area(n);
      total += graph.area(n);
    }
    double[] out = new double[graph.arcCount()];
    for (int i = order.length - 1; i > 0; i--) {
      int arc = parentArc[order[i]];
      out[arc] = 1 - beyond[order[i]] / total;
      beyond[other(graph, arc, order[i])] += beyond[order[i]];
    }
    return out;
  }

  /**
   * Returns for each node the arc on a shortest way to the root; −1 for the root.
   *
   * @param order receives all nodes, the root first, parents before children
   */
  private static int[] spanningTree(ReebGraph graph, int root, int[] order) {
    int[] start = new int[graph.nodeCount() + 1];
    for (int a = 0; a < graph.arcCount(); a++) {
      start[graph.lower(a) + 1]++;
      start[graph.upper(a) + 1]++;
    }
    for (int n = 0; n < graph.nodeCount(); n++) {
      start[n + 1] += start[n];
    }
    int[] arcs = new int[2 * graph.arcCount()];
    int[] next = start.clone();
    for (int a = 0; a < graph.arcCount(); a++) {
      arcs[next[graph.lower(a)]++] = a;
      arcs[next[graph.upper(a)]++] = a;
    }
    int[] parentArc = new int[graph.nodeCount()];
    Arrays.fill(parentArc, -1);
    boolean[] reached = new boolean[graph.nodeCount()];
    reached[root] = true;
    order[0] = root;
    int queued = 1;
    for (int head = 0; head < queued; head++) {
      int node = order[head];
      for (int i = start[node]; i < start[node + 1]; i++) {
        int to = other(graph, arcs[i], node);
        if (!reached[to]) {
          reached[to] = true;
          parentArc[to] = arcs[i];
          order[queued++] = to;
        }
      }
    }
    return parentArc;
  }

  private static int other(ReebGraph graph, int arc, int node) {
    return graph.lower(arc) == node ? graph.upper(arc) : graph.lower(arc);
  }

  /** Returns the curves of a set; none if this graph does not have it. */
  public List<IsoCurve> curves(long set) {
    return bySet.getOrDefault(set, List.of());
  }

  /** Returns the length of the line through the centres of a set's curves. */
  public double span(long set) {
    List<IsoCurve> curves = curves(set);
    double sum = 0;
    for (int i = 1; i < curves.size(); i++) {
      double squared = 0;
      for (int axis = 0; axis < 3; axis++) {
        double d = curves.get(i).centre()[axis] - curves.get(i - 1).centre()[axis];
        squared += d * d;
      }
      sum += Math.sqrt(squared);
    }
    return sum;
  }
}
