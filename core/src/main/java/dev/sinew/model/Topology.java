package dev.sinew.model;

import dev.sinew.run.ArrayChecks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The connectivity of a triangle mesh: edges, neighbours, boundary, and defects. Accepts any input,
 * manifold or not; degenerate triangles (with a repeated vertex) are ignored.
 *
 * <p>Construction takes O(n log n); queries read arrays.
 */
public final class Topology {
  private final int vertexCount;
  private final int[] triangles;
  private final int[] edges;
  private final int[] edgeTriangleStart;
  private final int[] edgeTriangles;
  private final int[] neighbourStart;
  private final int[] neighbours;
  private final int[] vertexTriangleStart;
  private final int[] vertexTriangles;
  private final int degenerateTriangles;

  private Topology(int vertexCount, int[] triangles) {
    this.vertexCount = vertexCount;
    this.triangles = triangles;
    int sides = 0;
    long[] keys = new long[triangles.length];
    for (int t = 0; t < triangles.length / 3; t++) {
      if (isDegenerate(t)) {
        continue;
      }
      for (int k = 0; k < 3; k++) {
        keys[sides++] = key(triangles[3 * t + k], triangles[3 * t + (k + 1) % 3]);
      }
    }
    degenerateTriangles = (triangles.length - sides) / 3;
    long[] distinct = Arrays.copyOf(keys, sides);
    Arrays.sort(distinct);
    int count = 0;
    for (int i = 0; i < sides; i++) {
      if (i == 0 || distinct[i] != distinct[i - 1]) {
        distinct[count++] = distinct[i];
      }
    }
    distinct = Arrays.copyOf(distinct, count);
    edges = new int[2 * count];
    for (int e = 0; e < count; e++) {
      edges[2 * e] = (int) (distinct[e] >>> 32);
      edges[2 * e + 1] = (int) distinct[e];
    }

    edgeTriangleStart = new int[count + 1];
    for (int i = 0; i < sides; i++) {
      edgeTriangleStart[Arrays.binarySearch(distinct, keys[i]) + 1]++;
    }
    accumulate(edgeTriangleStart);
    edgeTriangles = new int[sides];
    int[] next = edgeTriangleStart.clone();
    for (int t = 0; t < triangles.length / 3; t++) {
      if (isDegenerate(t)) {
        continue;
      }
      for (int k = 0; k < 3; k++) {
        long key = key(triangles[3 * t + k], triangles[3 * t + (k + 1) % 3]);
        edgeTriangles[next[Arrays.binarySearch(distinct, key)]++] = t;
      }
    }

    neighbourStart = new int[vertexCount + 1];
    for (int v : edges) {
      neighbourStart[v + 1]++;
    }
    accumulate(neighbourStart);
    neighbours = new int[edges.length];
    next = neighbourStart.clone();
    for (int e = 0; e < count; e++) {
      neighbours[next[edges[2 * e]]++] = edges[2 * e + 1];
      neighbours[next[edges[2 * e + 1]]++] = edges[2 * e];
    }

    vertexTriangleStart = new int[vertexCount + 1];
    for (int t = 0; t < triangles.length / 3; t++) {
      for (int k = 0; k < 3 && !isDegenerate(t); k++) {
        vertexTriangleStart[triangles[3 * t + k] + 1]++;
      }
    }
    accumulate(vertexTriangleStart);
    vertexTriangles = new int[sides];
    next = vertexTriangleStart.clone();
    for (int t = 0; t < triangles.length / 3; t++) {
      for (int k = 0; k < 3 && !isDegenerate(t); k++) {
        vertexTriangles[next[triangles[3 * t + k]]++] = t;
      }
    }
  }

  /** Returns the topology of a mesh's vertices; seams do not separate triangles. */
  public static Topology of(TriMesh mesh) {
    return new Topology(mesh.vertexCount(), mesh.triangles());
  }

  /** Returns the topology of triangles given as three vertices each. */
  public static Topology of(int vertexCount, int[] triangles) {
    ArrayChecks.multiple("triangles", triangles.length, 3);
    for (int c = 0; c < triangles.length; c++) {
      ArrayChecks.index("triangles", c, triangles[c], vertexCount);
    }
    return new Topology(vertexCount, triangles.clone());
  }

  /** Returns the number of vertices. */
  public int vertexCount() {
    return vertexCount;
  }

  /** Returns the number of edges. */
  public int edgeCount() {
    return edges.length / 2;
  }

  /** Returns end 0 (the smaller vertex) or end 1 of an edge. Edges are sorted by their ends. */
  public int edgeVertex(int edge, int end) {
    return edges[2 * edge + end];
  }

  /** Returns the edge between two vertices, in either order, or -1. */
  public int findEdge(int a, int b) {
    int lo = Math.min(a, b);
    int hi = Math.max(a, b);
    int from = 0;
    int to = edgeCount() - 1;
    while (from <= to) {
      int mid = (from + to) >>> 1;
      int order =
          edges[2 * mid] != lo
              ? Integer.compare(edges[2 * mid], lo)
              : Integer.compare(edges[2 * mid + 1], hi);
      if (order == 0) {
        return mid;
      }
      if (order < 0) {
        from = mid + 1;
      } else {
        to = mid - 1;
      }
    }
    return -1;
  }

  /** Returns the number of triangles at an edge: 1 at a boundary, 2 inside, else non-manifold. */
  public int edgeTriangleCount(int edge) {
    return edgeTriangleStart[edge + 1] - edgeTriangleStart[edge];
  }

  /** Returns triangle i of an edge. */
  public int edgeTriangle(int edge, int i) {
    return edgeTriangles[edgeTriangleStart[edge] + i];
  }

  /** Returns the number of vertices connected to a vertex by an edge. */
  public int neighbourCount(int vertex) {
    return neighbourStart[vertex + 1] - neighbourStart[vertex];
  }

  /** Returns neighbour i of a vertex. */
  public int neighbour(int vertex, int i) {
    return neighbours[neighbourStart[vertex] + i];
  }

  /** Returns the number of triangles at a vertex. */
  public int vertexTriangleCount(int vertex) {
    return vertexTriangleStart[vertex + 1] - vertexTriangleStart[vertex];
  }

  /** Returns triangle i of a vertex. */
  public int vertexTriangle(int vertex, int i) {
    return vertexTriangles[vertexTriangleStart[vertex] + i];
  }

  /** Returns true if an edge has exactly one triangle. */
  public boolean isBoundary(int edge) {
    return edgeTriangleCount(edge) == 1;
  }

  /** Returns the number of triangles with a repeated vertex. */
  public int degenerateTriangleCount() {
    return degenerateTriangles;
  }

  /** Returns the number of boundary edges. */
  public int boundaryEdgeCount() {
    int n = 0;
    for (int e = 0; e < edgeCount(); e++) {
      n += isBoundary(e) ? 1 : 0;
    }
    return n;
  }

  /** Returns the edges with three or more triangles. */
  public int[] nonManifoldEdges() {
    int[] out = new int[edgeCount()];
    int n = 0;
    for (int e = 0; e < edgeCount(); e++) {
      if (edgeTriangleCount(e) > 2) {
        out[n++] = e;
      }
    }
    return Arrays.copyOf(out, n);
  }

  /** Returns the vertices whose triangles form several fans that touch only at the vertex. */
  public int[] nonManifoldVertices() {
    // A fan is a set of corners at a vertex that are connected across the vertex's edges.
    DisjointSets joined = new DisjointSets(triangles.length);
    for (int e = 0; e < edgeCount(); e++) {
      for (int i = edgeTriangleStart[e] + 1; i < edgeTriangleStart[e + 1]; i++) {
        for (int end = 0; end < 2; end++) {
          int v = edges[2 * e + end];
          joined.joinToLeast(cornerOf(edgeTriangles[i - 1], v), cornerOf(edgeTriangles[i], v));
        }
      }
    }
    int[] fans = new int[vertexCount];
    for (int t = 0; t < triangles.length / 3; t++) {
      for (int c = 3 * t; c < 3 * t + 3 && !isDegenerate(t); c++) {
        fans[triangles[c]] += joined.of(c) == c ? 1 : 0;
      }
    }
    int[] out = new int[vertexCount];
    int n = 0;
    for (int v = 0; v < vertexCount; v++) {
      if (fans[v] > 1) {
        out[n++] = v;
      }
    }
    return Arrays.copyOf(out, n);
  }

  /** Returns the number of vertices without a triangle that is not degenerate. */
  public int isolatedVertexCount() {
    int n = 0;
    for (int v = 0; v < vertexCount; v++) {
      n += vertexTriangleCount(v) == 0 ? 1 : 0;
    }
    return n;
  }

  /**
   * Returns the boundary loops as lists of vertices, with the surface on the left according to the
   * triangles' orientation. Where boundaries touch at a vertex, loops are split. An open chain,
   * possible only with inconsistent orientation, is left out.
   */
  public List<int[]> boundaryLoops() {
    int[] start = new int[vertexCount + 1];
    List<int[]> directed = new ArrayList<>();
    for (int e = 0; e < edgeCount(); e++) {
      if (isBoundary(e)) {
        int[] ends = directedEnds(e);
        directed.add(ends);
        start[ends[0] + 1]++;
      }
    }
    accumulate(start);
    int[] target = new int[directed.size()];
    int[] next = start.clone();
    for (int[] ends : directed) {
      target[next[ends[0]]++] = ends[1];
    }
    int[] indexOnPath = new int[vertexCount];
    Arrays.fill(indexOnPath, -1);
    List<int[]> loops = new ArrayList<>();
    int[] path = new int[target.length + 1];
    next = start.clone();
    for (int v = 0; v < vertexCount; v++) {
      while (next[v] < start[v + 1]) {
        int length = 0;
        int at = v;
        while (true) {
          if (indexOnPath[at] >= 0) {
            int from = indexOnPath[at];
            loops.add(Arrays.copyOfRange(path, from, length));
            for (int k = from; k < length; k++) {
              indexOnPath[path[k]] = -1;
            }
            length = from;
          }
          path[length] = at;
          indexOnPath[at] = length++;
          if (next[at] == start[at + 1]) {
            break;
          }
          at = target[next[at]++];
        }
        for (int k = 0; k < length; k++) {
          indexOnPath[path[k]] = -1;
        }
      }
    }
    return loops;
  }

  /**
   * Returns the connected component of every vertex, numbered from 0 in order of smallest vertex.
   */
  public int[] components() {
    int[] component = new int[vertexCount];
    Arrays.fill(component, -1);
    int[] stack = new int[vertexCount];
    int count = 0;
    for (int seed = 0; seed < vertexCount; seed++) {
      if (component[seed] >= 0) {
        continue;
      }
      int depth = 0;
      stack[depth++] = seed;
      component[seed] = count;
      while (depth > 0) {
        int v = stack[--depth];
        for (int i = neighbourStart[v]; i < neighbourStart[v + 1]; i++) {
          if (component[neighbours[i]] < 0) {
            component[neighbours[i]] = count;
            stack[depth++] = neighbours[i];
          }
        }
      }
      count++;
    }
    return component;
  }

  private boolean isDegenerate(int t) {
    int a = triangles[3 * t];
    int b = triangles[3 * t + 1];
    int c = triangles[3 * t + 2];
    return a == b || b == c || c == a;
  }

  private int[] directedEnds(int edge) {
    int t = edgeTriangle(edge, 0);
    int lo = edges[2 * edge];
    int hi = edges[2 * edge + 1];
    for (int k = 0; k < 3; k++) {
      if (triangles[3 * t + k] == lo && triangles[3 * t + (k + 1) % 3] == hi) {
        return new int[] {lo, hi};
      }
    }
    return new int[] {hi, lo};
  }

  private int cornerOf(int t, int v) {
    int c = 3 * t;
    while (triangles[c] != v) {
      c++;
    }
    return c;
  }

  private static long key(int a, int b) {
    return ((long) Math.min(a, b) << 32) | Math.max(a, b);
  }

  private static void accumulate(int[] counts) {
    for (int i = 1; i < counts.length; i++) {
      counts[i] += counts[i - 1];
    }
  }
}
