package dev.sinew.extract.field;

import dev.sinew.model.Box;
import dev.sinew.model.Topology;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import java.util.Arrays;
import java.util.Comparator;

/**
 * One connected component of a mesh: the one with the largest area. Fields are computed on it, in
 * the units of the mesh. Vertices at the same position are one, so that seams do not cut it.
 * Triangles without area are kept for connectivity.
 */
public final class Surface {
  private final double[] positions;
  private final int[] triangles;
  private final int[] surfaceVertex;
  private final int componentCount;
  private final double areaShare;
  private final double area;
  private final Box bounds;
  private final Topology topology;

  private Surface(
      double[] positions,
      int[] triangles,
      int[] surfaceVertex,
      int componentCount,
      double areaShare,
      Topology topology) {
    this.positions = positions;
    this.triangles = triangles;
    this.surfaceVertex = surfaceVertex;
    this.componentCount = componentCount;
    this.areaShare = areaShare;
    this.topology = topology;
    bounds = Box.of(positions);
    double sum = 0;
    for (int t = 0; t < triangles.length / 3; t++) {
      sum += areaOf(positions, triangles, t);
    }
    area = sum;
  }

  /**
   * Returns the component of a mesh with the largest area.
   *
   * @throws RequestException if the mesh has no area
   */
  public static Surface ofLargestComponent(TriMesh mesh) {
    double[] positions = mesh.positions();
    int[] first = firstAtPosition(positions);
    int[] triangles = mesh.triangles();
    for (int c = 0; c < triangles.length; c++) {
      triangles[c] = first[triangles[c]];
    }
    int[] component = Topology.of(first.length, triangles).components();
    int count = Arrays.stream(component).max().orElse(-1) + 1;
    double[] areas = new double[count];
    int[] sizes = new int[count];
    for (int t = 0; t < triangles.length / 3; t++) {
      if (!isDegenerate(triangles, t)) {
        areas[component[triangles[3 * t]]] += areaOf(positions, triangles, t);
        sizes[component[triangles[3 * t]]]++;
      }
    }
    int largest = -1;
    int surfaces = 0;
    for (int c = 0; c < count; c++) {
      surfaces += sizes[c] > 0 ? 1 : 0;
      if (largest < 0 || areas[c] > areas[largest]) {
        largest = c;
      }
    }
    if (largest < 0 || !(areas[largest] > 0) || !Double.isFinite(areas[largest])) {
      throw new RequestException(
          "a skeleton needs a surface with an area, got "
              + mesh.triangleCount()
              + " triangles of area 0");
    }
    double share = areas[largest] / Arrays.stream(areas).sum();
    return extract(positions, triangles, first, component, largest, surfaces, share);
  }

  /** Returns for each vertex the first one at the same position. */
  private static int[] firstAtPosition(double[] positions) {
    int n = positions.length / 3;
    Integer[] order = new Integer[n];
    Arrays.setAll(order, v -> v);
    Comparator<Integer> byPosition =
        Comparator.<Integer>comparingDouble(v -> positions[3 * v])
            .thenComparingDouble(v -> positions[3 * v + 1])
            .thenComparingDouble(v -> positions[3 * v + 2]);
    Arrays.sort(order, byPosition);
    int[] first = new int[n];
    for (int i = 0; i < n; i++) {
      boolean same = i > 0 && byPosition.compare(order[i - 1], order[i]) == 0;
      // The sort is stable, so the first of equal ones has the smallest index.
      first[order[i]] = same ? first[order[i - 1]] : order[i];
    }
    return first;
  }

  private static Surface extract(
      double[] positions,
      int[] triangles,
      int[] first,
      int[] component,
      int kept,
      int surfaces,
      double share) {
    int[] index = new int[first.length];
    double[] own = new double[positions.length];
    int n = 0;
    for (int v = 0; v < first.length; v++) {
      index[v] = -1;
      if (component[first[v]] == kept) {
        if (first[v] == v) {
          System.arraycopy(positions, 3 * v, own, 3 * n, 3);
          index[v] = n++;
        } else {
          index[v] = index[first[v]];
        }
      }
    }
    int[] corners = new int[triangles.length];
    int k = 0;
    for (int t = 0; t < triangles.length / 3; t++) {
      if (component[triangles[3 * t]] == kept && !isDegenerate(triangles, t)) {
        for (int c = 0; c < 3; c++) {
          corners[k++] = index[triangles[3 * t + c]];
        }
      }
    }
    int[] used = Arrays.copyOf(corners, k);
    return new Surface(
        Arrays.copyOf(own, 3 * n), used, index, surfaces, share, Topology.of(n, used));
  }

  /** Returns this surface in another size. */
  public Surface scaled(double factor) {
    double[] moved = Arrays.stream(positions).map(x -> factor * x).toArray();
    return new Surface(moved, triangles, surfaceVertex, componentCount, areaShare, topology);
  }

  private static boolean isDegenerate(int[] triangles, int t) {
    int a = triangles[3 * t];
    int b = triangles[3 * t + 1];
    int c = triangles[3 * t + 2];
    return a == b || b == c || c == a;
  }

  private static double areaOf(double[] x, int[] triangles, int t) {
    int a = 3 * triangles[3 * t], b = 3 * triangles[3 * t + 1], c = 3 * triangles[3 * t + 2];
    double ux = x[b] - x[a], uy = x[b + 1] - x[a + 1], uz = x[b + 2] - x[a + 2];
    double vx = x[c] - x[a], vy = x[c + 1] - x[a + 1], vz = x[c + 2] - x[a + 2];
    double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    return Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
  }

  /** Returns the number of vertices. */
  public int vertexCount() {
    return positions.length / 3;
  }

  /** Returns the number of triangles. */
  public int triangleCount() {
    return triangles.length / 3;
  }

  /** Returns coordinate {@code axis} of a vertex. */
  public double position(int vertex, int axis) {
    return positions[3 * vertex + axis];
  }

  /** Returns the vertex at corner 0, 1 or 2 of a triangle. */
  public int vertex(int triangle, int corner) {
    return triangles[3 * triangle + corner];
  }

  /** Returns the vertex of this surface that a vertex of the mesh is, or −1. */
  public int ofMesh(int vertex) {
    return surfaceVertex[vertex];
  }

  /** Returns the number of components with triangles in the mesh. */
  public int componentCount() {
    return componentCount;
  }

  /** Returns the area relative to that of the whole mesh. */
  public double areaShare() {
    return areaShare;
  }

  /** Returns the area of a triangle. */
  public double triangleArea(int triangle) {
    return areaOf(positions, triangles, triangle);
  }

  /** Returns the whole area. */
  public double area() {
    return area;
  }

  /** Returns the bounding box. */
  public Box bounds() {
    return bounds;
  }

  /** Returns the connectivity. */
  public Topology topology() {
    return topology;
  }

  /**
   * Returns the genus g of the closed surface with 2 − 2g = V − E + F + boundary loops; only
   * meaningful for manifolds.
   */
  public int genus() {
    int euler = vertexCount() - topology.edgeCount() + triangleCount();
    return Math.max(0, (2 - euler - topology.boundaryLoops().size()) / 2);
  }

  /** Returns the vertex nearest to a point. */
  public int nearestVertex(double x, double y, double z) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int v = 0; v < vertexCount(); v++) {
      double dx = positions[3 * v] - x;
      double dy = positions[3 * v + 1] - y;
      double dz = positions[3 * v + 2] - z;
      double d = dx * dx + dy * dy + dz * dz;
      if (d < least) {
        least = d;
        best = v;
      }
    }
    return best;
  }

  /** Returns x, y, z of every vertex in single precision, in a new array. */
  public float[] floatPositions() {
    float[] out = new float[positions.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) positions[i];
    }
    return out;
  }

  /** Returns three vertices per triangle, in a new array. */
  public int[] triangles() {
    return triangles.clone();
  }

  double[] positionsInPlace() {
    return positions;
  }

  int[] trianglesInPlace() {
    return triangles;
  }
}
