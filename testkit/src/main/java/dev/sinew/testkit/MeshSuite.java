package dev.sinew.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Small meshes grouped by property, and generators of larger meshes with known counts. Every call
 * returns new arrays.
 */
public final class MeshSuite {
  private MeshSuite() {}

  /**
   * A manifold mesh and its known properties.
   *
   * @param mesh the mesh
   * @param edges the number of edges
   * @param eulerCharacteristic vertices − edges + triangles
   * @param boundaryEdges the number of edges with one triangle
   * @param boundaryLoops the number of boundary loops
   * @param components the number of connected components
   * @param orientable true if orientable; then its triangles are consistently oriented
   */
  public record Known(
      RawMesh mesh,
      int edges,
      int eulerCharacteristic,
      int boundaryEdges,
      int boundaryLoops,
      int components,
      boolean orientable) {
    @Override
    public String toString() {
      return mesh.name();
    }
  }

  // ---- groups ----------------------------------------------------------------------------------

  /** Returns closed manifolds, consistently oriented. */
  public static List<Known> closed() {
    return List.of(
        knownClosed(tetrahedron(), 2, 1),
        knownClosed(octahedron(), 2, 1),
        knownClosed(cube(), 2, 1),
        knownClosed(uvSphere(5, 7), 2, 1),
        knownClosed(icosphere(0), 2, 1),
        knownClosed(icosphere(2), 2, 1),
        knownClosed(torus(7, 5), 0, 1),
        knownClosed(both("two tetrahedra", tetrahedron(), shifted(tetrahedron(), 5)), 4, 2));
  }

  /** Returns manifolds with boundary, consistently oriented. */
  public static List<Known> open() {
    return List.of(
        new Known(singleTriangle(), 3, 1, 3, 1, 1, true),
        knownGrid(1, 1),
        knownGrid(4, 3),
        knownCylinder(6, 1),
        knownCylinder(5, 4),
        new Known(gridWithHole(), 32, 0, 16, 2, 1, true),
        new Known(
            both("triangle and grid", singleTriangle(), shifted(grid(2, 2), 9)),
            3 + 16,
            2,
            3 + 8,
            2,
            2,
            true));
  }

  /** Returns a manifold with one boundary loop that is not orientable. */
  public static Known moebius() {
    return new Known(moebiusStrip(9), 36, 0, 18, 1, 1, false);
  }

  /** Returns all manifolds. */
  public static List<Known> manifold() {
    return Stream.of(closed().stream(), open().stream(), Stream.of(moebius()))
        .flatMap(s -> s)
        .toList();
  }

  /** Returns meshes with an edge of three or more triangles, or a vertex where fans touch. */
  public static List<RawMesh> nonManifold() {
    return List.of(threeOnAnEdge(), bowTie(), touchingTetrahedra(), fourOnAnEdge());
  }

  /** Returns meshes with triangles that repeat a vertex, have no area, or are repeated. */
  public static List<RawMesh> degenerate() {
    return List.of(
        repeatedIndices(), onlyRepeatedIndices(), zeroArea(), coincident(), duplicated());
  }

  /** Returns meshes with several connected components, or vertices without triangles. */
  public static List<RawMesh> severalComponents() {
    return List.of(
        both("two tetrahedra", tetrahedron(), shifted(tetrahedron(), 5)),
        both("torus and grid", torus(4, 3), shifted(grid(2, 3), 9)),
        unusedVertices());
  }

  /** Returns all small meshes. */
  public static List<RawMesh> all() {
    List<RawMesh> out = new ArrayList<>(manifold().stream().map(Known::mesh).toList());
    out.addAll(nonManifold());
    out.addAll(degenerate());
    out.addAll(severalComponents());
    out.add(empty());
    out.add(onlyVertices());
    return out;
  }

  // ---- small ones ------------------------------------------------------------------------------

  /** Returns a mesh without vertices. */
  public static RawMesh empty() {
    return new RawMesh("empty", new double[0], new int[0]);
  }

  /** Returns two vertices without triangles. */
  public static RawMesh onlyVertices() {
    return new RawMesh("vertices without triangles", new double[] {0, 0, 0, 1, 2, 3}, new int[0]);
  }

  /** Returns one triangle. */
  public static RawMesh singleTriangle() {
    return new RawMesh(
        "single triangle", new double[] {0, 0, 0, 1, 0, 0, 0, 1, 0}, new int[] {0, 1, 2});
  }

  /** Returns a tetrahedron, facing outwards. */
  public static RawMesh tetrahedron() {
    return new RawMesh(
        "tetrahedron",
        new double[] {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1},
        new int[] {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3});
  }

  /** Returns an octahedron, facing outwards. */
  public static RawMesh octahedron() {
    return new RawMesh(
        "octahedron",
        new double[] {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1},
        new int[] {
          0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5,
        });
  }

  /** Returns the unit cube, two triangles per face, facing outwards. */
  public static RawMesh cube() {
    double[] positions = new double[24];
    for (int v = 0; v < 8; v++) {
      positions[3 * v] = v & 1;
      positions[3 * v + 1] = v >> 1 & 1;
      positions[3 * v + 2] = v >> 2;
    }
    int[] quads = {0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5};
    int[] triangles = new int[36];
    for (int q = 0; q < 6; q++) {
      putQuad(triangles, q, quads[4 * q], quads[4 * q + 1], quads[4 * q + 2], quads[4 * q + 3]);
    }
    return new RawMesh("cube", positions, triangles);
  }

  /** Returns three triangles that share the edge 0 1. */
  public static RawMesh threeOnAnEdge() {
    return new RawMesh(
        "three triangles on an edge",
        new double[] {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1},
        new int[] {0, 1, 2, 1, 0, 3, 0, 1, 4});
  }

  /** Returns two tetrahedra that share an edge: closed, but not manifold. */
  public static RawMesh fourOnAnEdge() {
    return new RawMesh(
        "two tetrahedra on an edge",
        new double[] {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, -1, 0, 0, 0, -1},
        new int[] {
          0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3, 0, 4, 1, 0, 1, 5, 1, 4, 5, 4, 0, 5,
        });
  }

  /** Returns two triangles that share only vertex 0. */
  public static RawMesh bowTie() {
    return new RawMesh(
        "bow tie",
        new double[] {0, 0, 0, 1, 0, 0, 1, 1, 0, -1, 0, 0, -1, -1, 0},
        new int[] {0, 1, 2, 0, 3, 4});
  }

  /** Returns two tetrahedra that share only vertex 0: only the vertex is not manifold. */
  public static RawMesh touchingTetrahedra() {
    return new RawMesh(
        "two tetrahedra on a vertex",
        new double[] {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, -1, 0, 0, 0, -1, 0, 0, 0, -1},
        new int[] {
          0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3, 0, 4, 5, 0, 6, 4, 4, 6, 5, 5, 6, 0,
        });
  }

  /** Returns a quad of four triangles, of which two repeat a vertex. */
  public static RawMesh repeatedIndices() {
    return new RawMesh(
        "repeated indices",
        new double[] {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0},
        new int[] {0, 1, 2, 1, 1, 3, 0, 2, 3, 2, 2, 2});
  }

  /** Returns a mesh all of whose triangles repeat a vertex. */
  public static RawMesh onlyRepeatedIndices() {
    return new RawMesh(
        "only repeated indices", new double[] {0, 0, 0, 1, 0, 0}, new int[] {0, 1, 0, 1, 1, 1});
  }

  /** Returns a triangle with its vertices on a line, and one with area. */
  public static RawMesh zeroArea() {
    return new RawMesh(
        "zero area",
        new double[] {0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0},
        new int[] {0, 1, 2, 0, 2, 3});
  }

  /** Returns different vertices with the same position. */
  public static RawMesh coincident() {
    return new RawMesh(
        "coincident vertices",
        new double[] {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0},
        new int[] {0, 1, 2, 4, 3, 5});
  }

  /**
   * Returns one triangle three times (once with rotated corners, once flipped), and a neighbour.
   */
  public static RawMesh duplicated() {
    return new RawMesh(
        "duplicated triangles",
        new double[] {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0},
        new int[] {0, 1, 2, 1, 2, 0, 0, 2, 1, 2, 1, 3});
  }

  /** Returns one triangle and two vertices without triangles. */
  public static RawMesh unusedVertices() {
    return new RawMesh(
        "unused vertices",
        new double[] {9, 9, 9, 0, 0, 0, 1, 0, 0, 8, 8, 8, 0, 1, 0},
        new int[] {1, 2, 4});
  }

  /** Returns a 3 × 3 grid without its middle quad. */
  public static RawMesh gridWithHole() {
    RawMesh grid = grid(3, 3);
    int[] rest = new int[grid.triangles().length - 6];
    int middle = 6 * 4;
    System.arraycopy(grid.triangles(), 0, rest, 0, middle);
    System.arraycopy(grid.triangles(), middle + 6, rest, middle, rest.length - middle);
    return new RawMesh("grid with a hole", grid.positions(), rest);
  }

  // ---- generators ------------------------------------------------------------------------------

  /** Returns n × m unit quads in the plane z = 0, two triangles each, facing +z. */
  public static RawMesh grid(int n, int m) {
    double[] positions = new double[3 * (n + 1) * (m + 1)];
    for (int j = 0, v = 0; j <= m; j++) {
      for (int i = 0; i <= n; i++, v++) {
        positions[3 * v] = i;
        positions[3 * v + 1] = j;
      }
    }
    int[] triangles = new int[6 * n * m];
    for (int j = 0, q = 0; j < m; j++) {
      for (int i = 0; i < n; i++, q++) {
        int v = j * (n + 1) + i;
        putQuad(triangles, q, v, v + 1, v + n + 2, v + n + 1);
      }
    }
    return new RawMesh("grid " + n + " x " + m, positions, triangles);
  }

  /** Returns a grid and its counts. */
  public static Known knownGrid(int n, int m) {
    return new Known(grid(n, m), 3 * n * m + n + m, 1, 2 * (n + m), 1, 1, true);
  }

  /** Returns a tube of radius 1 about z, n ≥ 3 quads around and m high, open at both ends. */
  public static RawMesh cylinder(int n, int m) {
    double[] positions = new double[3 * n * (m + 1)];
    for (int j = 0, v = 0; j <= m; j++) {
      for (int i = 0; i < n; i++, v++) {
        double angle = 2 * Math.PI * i / n;
        positions[3 * v] = Math.cos(angle);
        positions[3 * v + 1] = Math.sin(angle);
        positions[3 * v + 2] = j;
      }
    }
    int[] triangles = new int[6 * n * m];
    for (int j = 0, q = 0; j < m; j++) {
      for (int i = 0; i < n; i++, q++) {
        int right = (i + 1) % n;
        putQuad(triangles, q, j * n + i, j * n + right, (j + 1) * n + right, (j + 1) * n + i);
      }
    }
    return new RawMesh("cylinder " + n + " x " + m, positions, triangles);
  }

  /** Returns a tube and its counts. */
  public static Known knownCylinder(int n, int m) {
    return new Known(cylinder(n, m), 3 * n * m + n, 0, 2 * n, 2, 1, true);
  }

  /** Returns a torus of radii 2 and 1, n ≥ 3 quads around z and m ≥ 3 around the tube. */
  public static RawMesh torus(int n, int m) {
    double[] positions = new double[3 * n * m];
    int[] triangles = new int[6 * n * m];
    for (int i = 0, v = 0; i < n; i++) {
      for (int j = 0; j < m; j++, v++) {
        double around = 2 * Math.PI * i / n;
        double across = 2 * Math.PI * j / m;
        double radius = 2 + Math.cos(across);
        positions[3 * v] = radius * Math.cos(around);
        positions[3 * v + 1] = radius * Math.sin(around);
        positions[3 * v + 2] = Math.sin(across);
        int i1 = (i + 1) % n;
        int j1 = (j + 1) % m;
        putQuad(triangles, v, v, i1 * m + j, i1 * m + j1, i * m + j1);
      }
    }
    return new RawMesh("torus " + n + " x " + m, positions, triangles);
  }

  /** Returns a unit sphere with two poles, {@code rings} ≥ 2 bands and {@code segments} ≥ 3. */
  public static RawMesh uvSphere(int rings, int segments) {
    int inner = (rings - 1) * segments;
    double[] positions = new double[3 * (inner + 2)];
    for (int r = 1, v = 0; r < rings; r++) {
      for (int s = 0; s < segments; s++, v++) {
        double polar = Math.PI * r / rings;
        double around = 2 * Math.PI * s / segments;
        positions[3 * v] = Math.sin(polar) * Math.cos(around);
        positions[3 * v + 1] = Math.sin(polar) * Math.sin(around);
        positions[3 * v + 2] = Math.cos(polar);
      }
    }
    positions[3 * inner + 2] = 1;
    positions[3 * (inner + 1) + 2] = -1;
    int[] triangles = new int[6 * inner];
    int last = (rings - 2) * segments;
    for (int s = 0; s < segments; s++) {
      int s1 = (s + 1) % segments;
      putTriangle(triangles, 2 * s, inner, s, s1);
      putTriangle(triangles, 2 * s + 1, inner + 1, last + s1, last + s);
    }
    for (int r = 0, q = segments; r + 2 < rings; r++) {
      for (int s = 0; s < segments; s++, q++) {
        int s1 = (s + 1) % segments;
        putQuad(
            triangles,
            q,
            r * segments + s,
            (r + 1) * segments + s,
            (r + 1) * segments + s1,
            r * segments + s1);
      }
    }
    return new RawMesh("sphere " + rings + " x " + segments, positions, triangles);
  }

  /** Returns a unit sphere: an icosahedron whose triangles are split into four, repeatedly. */
  public static RawMesh icosphere(int level) {
    return Icosphere.of(level);
  }

  /** Returns a Möbius strip of n ≥ 3 quads. */
  public static RawMesh moebiusStrip(int n) {
    double[] positions = new double[6 * n];
    int[] triangles = new int[6 * n];
    for (int i = 0; i < n; i++) {
      double angle = 2 * Math.PI * i / n;
      for (int side = 0; side < 2; side++) {
        double across = side - 0.5;
        double radius = 2 + across * Math.cos(angle / 2);
        positions[6 * i + 3 * side] = radius * Math.cos(angle);
        positions[6 * i + 3 * side + 1] = radius * Math.sin(angle);
        positions[6 * i + 3 * side + 2] = across * Math.sin(angle / 2);
      }
      boolean seam = i == n - 1;
      int low = seam ? 1 : 2 * i + 2;
      int high = seam ? 0 : 2 * i + 3;
      putQuad(triangles, i, 2 * i, low, high, 2 * i + 1);
    }
    return new RawMesh("Moebius strip " + n, positions, triangles);
  }

  // ---- building blocks -------------------------------------------------------------------------

  /** Returns both meshes in one, not connected. */
  public static RawMesh both(String name, RawMesh a, RawMesh b) {
    double[] positions = new double[a.positions().length + b.positions().length];
    System.arraycopy(a.positions(), 0, positions, 0, a.positions().length);
    System.arraycopy(b.positions(), 0, positions, a.positions().length, b.positions().length);
    int[] triangles = new int[a.triangles().length + b.triangles().length];
    System.arraycopy(a.triangles(), 0, triangles, 0, a.triangles().length);
    for (int c = 0; c < b.triangles().length; c++) {
      triangles[a.triangles().length + c] = a.vertexCount() + b.triangles()[c];
    }
    return new RawMesh(name, positions, triangles);
  }

  private static RawMesh shifted(RawMesh mesh, double x) {
    double[] positions = mesh.positions().clone();
    for (int v = 0; v < mesh.vertexCount(); v++) {
      positions[3 * v] += x;
    }
    return new RawMesh(mesh.name(), positions, mesh.triangles());
  }

  /** Returns a closed mesh and its counts; it has three edges per two triangles. */
  private static Known knownClosed(RawMesh mesh, int eulerCharacteristic, int components) {
    return new Known(
        mesh, 3 * mesh.triangleCount() / 2, eulerCharacteristic, 0, 0, components, true);
  }

  private static void putTriangle(int[] triangles, int t, int a, int b, int c) {
    triangles[3 * t] = a;
    triangles[3 * t + 1] = b;
    triangles[3 * t + 2] = c;
  }

  private static void putQuad(int[] triangles, int q, int a, int b, int c, int d) {
    putTriangle(triangles, 2 * q, a, b, c);
    putTriangle(triangles, 2 * q + 1, a, c, d);
  }
}
