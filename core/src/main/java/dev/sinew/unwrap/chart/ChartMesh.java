package dev.sinew.unwrap.chart;

import dev.sinew.model.DisjointSets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The mesh of one chart, cut free from the rest of a surface. Its vertices are fans of corners that
 * are connected across edges inside the chart, so a vertex of the surface where the chart touches
 * itself becomes several.
 */
public final class ChartMesh {
  private final MetricSurface surface;
  private final int[] triangles;
  private final int[] corners;
  private final int vertexCount;
  private final List<int[]> loops;

  /**
   * Cuts a chart free.
   *
   * @param triangles triangles of the surface, without repeats; sorted here
   */
  public ChartMesh(MetricSurface surface, int[] triangles) {
    this.surface = surface;
    this.triangles = triangles.clone();
    Arrays.sort(this.triangles);
    int[] twins = localTwins();
    DisjointSets fans = fans(twins);
    corners = new int[twins.length];
    int[] number = new int[twins.length];
    Arrays.fill(number, -1);
    int count = 0;
    for (int c = 0; c < twins.length; c++) {
      int root = fans.of(c);
      if (number[root] < 0) {
        number[root] = count++;
      }
      corners[c] = number[root];
    }
    vertexCount = count;
    loops = findLoops(twins);
  }

  private int[] localTwins() {
    int[] out = new int[3 * triangles.length];
    for (int i = 0; i < triangles.length; i++) {
      for (int k = 0; k < 3; k++) {
        int twin = surface.twin(3 * triangles[i] + k);
        int other = twin < 0 ? -1 : Arrays.binarySearch(triangles, twin / 3);
        out[3 * i + k] = other < 0 ? -1 : 3 * other + twin % 3;
      }
    }
    return out;
  }

  private static DisjointSets fans(int[] twins) {
    DisjointSets out = new DisjointSets(twins.length);
    for (int h = 0; h < twins.length; h++) {
      if (twins[h] > h) {
        out.joinToLeast(h, MetricSurface.next(twins[h]));
        out.joinToLeast(MetricSurface.next(h), twins[h]);
      }
    }
    return out;
  }

  private List<int[]> findLoops(int[] twins) {
    int[] leaving = new int[vertexCount];
    Arrays.fill(leaving, -1);
    for (int h = 0; h < twins.length; h++) {
      if (twins[h] < 0) {
        leaving[corners[h]] = h;
      }
    }
    List<int[]> out = new ArrayList<>();
    int[] path = new int[vertexCount];
    for (int v = 0; v < vertexCount; v++) {
      int length = 0;
      for (int at = v; leaving[at] >= 0; ) {
        int h = leaving[at];
        path[length++] = h;
        leaving[at] = -1;
        at = corners[MetricSurface.next(h)];
      }
      if (length > 0) {
        out.add(Arrays.copyOf(path, length));
      }
    }
    return out;
  }

  public MetricSurface surface() {
    return surface;
  }

  public int triangleCount() {
    return triangles.length;
  }

  /** Returns the surface's triangle for a triangle of the chart; in ascending order. */
  public int triangle(int i) {
    return triangles[i];
  }

  /** Returns the triangle of the chart for a triangle of the surface; negative if it has none. */
  public int find(int surfaceTriangle) {
    return Arrays.binarySearch(triangles, surfaceTriangle);
  }

  /** Returns the surface's triangles, in a new array. */
  public int[] triangles() {
    return triangles.clone();
  }

  /** Returns the number of vertices. */
  public int vertexCount() {
    return vertexCount;
  }

  /** Returns the vertex at corner 0, 1 or 2 of a triangle of the chart. */
  public int vertex(int i, int corner) {
    return corners[3 * i + corner];
  }

  /** Returns the vertex that a half-edge of the chart, 3 i + k, starts at. */
  public int start(int halfEdge) {
    return corners[halfEdge];
  }

  /** Returns the vertex that a half-edge of the chart ends at. */
  public int end(int halfEdge) {
    return corners[MetricSurface.next(halfEdge)];
  }

  /** Returns the length of a half-edge of the chart in the metric. */
  public double length(int halfEdge) {
    return surface.length(surfaceHalfEdge(halfEdge));
  }

  public int surfaceHalfEdge(int halfEdge) {
    return 3 * triangles[halfEdge / 3] + halfEdge % 3;
  }

  /** Returns the boundary: half-edges of the chart one after the other, a list per loop. */
  public List<int[]> loops() {
    return loops;
  }

  /** Returns the half-edges of the only boundary of a disc. */
  public int[] boundary() {
    return loops.getFirst();
  }

  /** Returns the length of {@link #boundary} in the metric. */
  public double boundaryLength() {
    double sum = 0;
    for (int h : boundary()) {
      sum += length(h);
    }
    return sum;
  }

  /** Returns the sum of the triangles' areas in the metric. */
  public double area() {
    double sum = 0;
    for (int t : triangles) {
      sum += surface.area(t);
    }
    return sum;
  }

  /** Returns true if the chart, which must be connected, is a disc. */
  public boolean isDisc() {
    int boundary = loops.stream().mapToInt(l -> l.length).sum();
    int edges = (3 * triangles.length + boundary) / 2;
    return loops.size() == 1 && vertexCount - edges + triangles.length == 1;
  }

  /** Returns the connected parts of a set of triangles. */
  public static List<int[]> components(MetricSurface surface, int[] triangles) {
    int[] sorted = triangles.clone();
    Arrays.sort(sorted);
    boolean[] seen = new boolean[sorted.length];
    int[] stack = new int[sorted.length];
    int[] found = new int[sorted.length];
    int end = 0;
    List<int[]> out = new ArrayList<>();
    for (int i = 0; i < sorted.length; i++) {
      if (seen[i]) {
        continue;
      }
      int depth = 0;
      int from = end;
      stack[depth++] = i;
      seen[i] = true;
      while (depth > 0) {
        int at = stack[--depth];
        found[end++] = sorted[at];
        for (int k = 0; k < 3; k++) {
          int twin = surface.twin(3 * sorted[at] + k);
          int other = twin < 0 ? -1 : Arrays.binarySearch(sorted, twin / 3);
          if (other >= 0 && !seen[other]) {
            seen[other] = true;
            stack[depth++] = other;
          }
        }
      }
      out.add(Arrays.copyOfRange(found, from, end));
    }
    return out;
  }
}
