package dev.sinew.extract.graph;

import dev.sinew.extract.field.CotangentLaplacian;
import dev.sinew.extract.field.Surface;
import dev.sinew.model.DisjointSets;
import java.util.Arrays;

/**
 * The Reeb graph of a field, sampled at some levels (section 3.3 of the thesis "Character animation
 * from examples"). Levels cut the surface into slabs. A node is a connected component of a slab, an
 * arc is a connected component of a level set, an {@link IsoCurve}, which joins the node below it
 * to the node above. Components are found by union-find over pieces of triangles, so any mesh has a
 * graph: with boundaries, of any genus, non-manifold.
 */
public final class ReebGraph {
  private final Surface surface;
  private final double[] values;
  private final double[] curvatures;
  private final double[] levels;

  /** The number of levels at or below each vertex. */
  private final int[] slab;

  private final int[] triangleEdges;

  /** Index of each triangle's piece in its first slab, and of each edge's first crossing. */
  private final int[] pieceStart;

  private final int[] crossingStart;
  private final DisjointSets pieces;
  private final DisjointSets crossings;
  private final int[] nodeOfPiece;
  private int nodeCount;
  private int[] arcLower = {};
  private int[] arcUpper = {};
  private IsoCurve[] curves = {};
  private double[] nodeAreas = {};

  private ReebGraph(CotangentLaplacian laplacian, double[] values, double[] levels) {
    surface = laplacian.surface();
    this.values = values;
    this.levels = levels;
    curvatures = laplacian.meanCurvatures();
    slab = new int[values.length];
    for (int v = 0; v < values.length; v++) {
      int found = Arrays.binarySearch(levels, values[v]);
      slab[v] = found >= 0 ? found + 1 : -found - 1;
    }
    triangleEdges = new int[3 * surface.triangleCount()];
    for (int t = 0; t < surface.triangleCount(); t++) {
      for (int k = 0; k < 3; k++) {
        triangleEdges[3 * t + k] =
            surface.topology().findEdge(surface.vertex(t, k), surface.vertex(t, (k + 1) % 3));
      }
    }
    pieceStart = new int[surface.triangleCount() + 1];
    for (int t = 0; t < surface.triangleCount(); t++) {
      pieceStart[t + 1] = Math.addExact(pieceStart[t], lastSlab(t) - firstSlab(t) + 1);
    }
    int edges = surface.topology().edgeCount();
    crossingStart = new int[edges + 1];
    for (int e = 0; e < edges; e++) {
      int a = slab[surface.topology().edgeVertex(e, 0)];
      int b = slab[surface.topology().edgeVertex(e, 1)];
      crossingStart[e + 1] = Math.addExact(crossingStart[e], Math.abs(a - b));
    }
    pieces = new DisjointSets(pieceStart[surface.triangleCount()]);
    crossings = new DisjointSets(crossingStart[edges]);
    joinPieces();
    joinCrossings();
    nodeOfPiece = numberNodes();
    collectAreas();
    collectArcs();
  }

  /**
   * Builds the graph. The levels cut the area of the surface into equal parts, so that thin limbs
   * get as many as a thick body with the same area. They depend on the metric alone.
   *
   * @param values the field
   * @param count the number of levels
   */
  public static ReebGraph of(CotangentLaplacian laplacian, double[] values, int count) {
    return new ReebGraph(laplacian, values, levels(laplacian, values, count));
  }

  /** Returns the values below which (i + ½) / count of the area lies. */
  private static double[] levels(CotangentLaplacian laplacian, double[] values, int count) {
    Integer[] order = new Integer[values.length];
    Arrays.setAll(order, v -> v);
    Arrays.sort(
        order, (a, b) -> values[a] != values[b] ? Double.compare(values[a], values[b]) : a - b);
    double total = 0;
    for (int v = 0; v < values.length; v++) {
      total += laplacian.mass(v);
    }
    double[] out = new double[count];
    double below = 0;
    int next = 0;
    for (int i = 0; i < order.length; i++) {
      double mass = laplacian.mass(order[i]);
      while (next < count && (next + 0.5) / count * total <= below + mass) {
        // Linear between a vertex and the next higher one.
        double s = ((next + 0.5) / count * total - below) / mass;
        double here = values[order[i]];
        double above = values[order[Math.min(i + 1, order.length - 1)]];
        out[next++] = here + s * (above - here);
      }
      below += mass;
    }
    Arrays.fill(out, next, count, values[order[order.length - 1]]);
    return out;
  }

  private int firstSlab(int t) {
    return Math.min(
        slab[surface.vertex(t, 0)],
        Math.min(slab[surface.vertex(t, 1)], slab[surface.vertex(t, 2)]));
  }

  private int lastSlab(int t) {
    return Math.max(
        slab[surface.vertex(t, 0)],
        Math.max(slab[surface.vertex(t, 1)], slab[surface.vertex(t, 2)]));
  }

  private int piece(int t, int slab) {
    return pieceStart[t] + slab - firstSlab(t);
  }

  /** Joins the pieces of neighbouring triangles in each slab that their common edge crosses. */
  private void joinPieces() {
    for (int e = 0; e < surface.topology().edgeCount(); e++) {
      int a = slab[surface.topology().edgeVertex(e, 0)];
      int b = slab[surface.topology().edgeVertex(e, 1)];
      for (int i = 1; i < surface.topology().edgeTriangleCount(e); i++) {
        int s = surface.topology().edgeTriangle(e, 0);
        int t = surface.topology().edgeTriangle(e, i);
        for (int slab = Math.min(a, b); slab <= Math.max(a, b); slab++) {
          pieces.join(piece(s, slab), piece(t, slab));
        }
      }
    }
    // Triangles that touch only at a vertex.
    for (int v = 0; v < surface.vertexCount(); v++) {
      for (int i = 1; i < surface.topology().vertexTriangleCount(v); i++) {
        pieces.join(
            piece(surface.topology().vertexTriangle(v, 0), slab[v]),
            piece(surface.topology().vertexTriangle(v, i), slab[v]));
      }
    }
  }

  /** Finds the two edges of a triangle that a level crosses, and the indices of the crossings. */
  private void crossingsOf(int t, int level, int[] edges, int[] ids) {
    int n = 0;
    for (int k = 0; k < 3 && n < 2; k++) {
      int a = slab[surface.vertex(t, k)];
      int b = slab[surface.vertex(t, (k + 1) % 3)];
      if (level >= Math.min(a, b) && level < Math.max(a, b)) {
        edges[n] = k;
        ids[n++] = crossingStart[triangleEdges[3 * t + k]] + level - Math.min(a, b);
      }
    }
  }

  private void joinCrossings() {
    int[] edges = new int[2];
    int[] ids = new int[2];
    for (int t = 0; t < surface.triangleCount(); t++) {
      for (int level = firstSlab(t); level < lastSlab(t); level++) {
        crossingsOf(t, level, edges, ids);
        crossings.join(ids[0], ids[1]);
      }
    }
  }

  private int[] numberNodes() {
    int[] node = new int[pieceStart[surface.triangleCount()]];
    Arrays.fill(node, -1);
    for (int p = 0; p < node.length; p++) {
      int root = pieces.of(p);
      if (node[root] < 0) {
        node[root] = nodeCount++;
      }
      node[p] = node[root];
    }
    return node;
  }

  /** Adds up the areas of the pieces of each node. */
  private void collectAreas() {
    nodeAreas = new double[nodeCount];
    double[] f = new double[3];
    for (int t = 0; t < surface.triangleCount(); t++) {
      for (int k = 0; k < 3; k++) {
        f[k] = values[surface.vertex(t, k)];
      }
      Arrays.sort(f);
      double area = surface.triangleArea(t);
      double before = 0;
      for (int level = firstSlab(t); level <= lastSlab(t); level++) {
        double below = level < lastSlab(t) ? below(f, levels[level]) : 1;
        nodeAreas[nodeOfPiece[piece(t, level)]] += area * Math.max(0, below - before);
        before = below;
      }
    }
  }

  /** Returns the fraction of a triangle with sorted values f where the field is below c. */
  private static double below(double[] f, double c) {
    if (c <= f[0] || c >= f[2]) {
      return c <= f[0] ? 0 : 1;
    }
    return c < f[1]
        ? (c - f[0]) * (c - f[0]) / ((f[1] - f[0]) * (f[2] - f[0]))
        : 1 - (f[2] - c) * (f[2] - c) / ((f[2] - f[0]) * (f[2] - f[1]));
  }

  /** Numbers the level-set components and collects their segments. */
  private void collectArcs() {
    int[] arc = new int[crossingStart[surface.topology().edgeCount()]];
    Arrays.fill(arc, -1);
    int arcs = 0;
    int[] edges = new int[2];
    int[] ids = new int[2];
    for (int c = 0; c < arc.length; c++) {
      int root = crossings.of(c);
      if (arc[root] < 0) {
        arc[root] = arcs++;
      }
      arc[c] = arc[root];
    }
    int[] start = new int[arcs + 1];
    arcLower = new int[arcs];
    arcUpper = new int[arcs];
    int[] arcLevel = new int[arcs];
    for (int t = 0; t < surface.triangleCount(); t++) {
      for (int level = firstSlab(t); level < lastSlab(t); level++) {
        crossingsOf(t, level, edges, ids);
        int a = arc[ids[0]];
        start[a + 1]++;
        arcLower[a] = nodeOfPiece[piece(t, level)];
        arcUpper[a] = nodeOfPiece[piece(t, level + 1)];
        arcLevel[a] = level;
      }
    }
    double[][] points = new double[arcs][];
    double[][] bending = new double[arcs][];
    for (int a = 0; a < arcs; a++) {
      points[a] = new double[6 * start[a + 1]];
      bending[a] = new double[2 * start[a + 1]];
    }
    int[] filled = new int[arcs];
    for (int t = 0; t < surface.triangleCount(); t++) {
      for (int level = firstSlab(t); level < lastSlab(t); level++) {
        crossingsOf(t, level, edges, ids);
        int a = arc[ids[0]];
        for (int i = 0; i < 2; i++) {
          int end = 2 * filled[a] + i;
          bending[a][end] = cross(t, edges[i], levels[level], points[a], 3 * end);
        }
        filled[a]++;
      }
    }
    curves = new IsoCurve[arcs];
    for (int a = 0; a < arcs; a++) {
      curves[a] = IsoCurve.of(levels[arcLevel[a]], points[a], bending[a]);
    }
  }

  /** Writes the point of an edge where the field has a value; returns the mean curvature there. */
  private double cross(int t, int edge, double value, double[] out, int o) {
    int a = surface.vertex(t, edge);
    int b = surface.vertex(t, (edge + 1) % 3);
    // The same arithmetic from both triangles of the edge.
    int lo = Math.min(a, b);
    int hi = Math.max(a, b);
    double d = values[hi] - values[lo];
    double s = d == 0 ? 0.5 : Math.clamp((value - values[lo]) / d, 0, 1);
    for (int axis = 0; axis < 3; axis++) {
      out[o + axis] = (1 - s) * surface.position(lo, axis) + s * surface.position(hi, axis);
    }
    return (1 - s) * curvatures[lo] + s * curvatures[hi];
  }

  /** Returns the number of nodes. */
  public int nodeCount() {
    return nodeCount;
  }

  /** Returns the number of arcs. */
  public int arcCount() {
    return curves.length;
  }

  /** Returns the area of a node. */
  public double area(int node) {
    return nodeAreas[node];
  }

  /** Returns the node below an arc, with smaller values. */
  public int lower(int arc) {
    return arcLower[arc];
  }

  /** Returns the node above an arc, with larger values. */
  public int upper(int arc) {
    return arcUpper[arc];
  }

  /** Returns the curve of an arc. */
  public IsoCurve curve(int arc) {
    return curves[arc];
  }

  /** Returns the node that contains a vertex of the surface. */
  public int nodeOf(int vertex) {
    return nodeOfPiece[piece(surface.topology().vertexTriangle(vertex, 0), slab[vertex])];
  }

  /** Returns the number of independent loops: arcs that remain beside a spanning forest. */
  public int loopCount() {
    DisjointSets joined = new DisjointSets(nodeCount);
    int loops = 0;
    for (int a = 0; a < arcCount(); a++) {
      if (joined.of(arcLower[a]) == joined.of(arcUpper[a])) {
        loops++;
      } else {
        joined.join(arcLower[a], arcUpper[a]);
      }
    }
    return loops;
  }
}
