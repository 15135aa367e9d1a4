package dev.sinew.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares every result with a slow search over all triangles. */
class TopologyTest {
  private record Edge(int low, int high) implements Comparable<Edge> {
    static Edge of(int a, int b) {
      return new Edge(Math.min(a, b), Math.max(a, b));
    }

    @Override
    public int compareTo(Edge o) {
      return low != o.low ? Integer.compare(low, o.low) : Integer.compare(high, o.high);
    }
  }

  private static Topology topology(RawMesh mesh) {
    return Topology.of(mesh.vertexCount(), mesh.triangles());
  }

  private static int[] corners(RawMesh mesh, int t) {
    return Arrays.copyOfRange(mesh.triangles(), 3 * t, 3 * t + 3);
  }

  private static boolean isProper(int[] c) {
    return c[0] != c[1] && c[1] != c[2] && c[2] != c[0];
  }

  /** Returns the sorted edges with their triangles that are not degenerate. */
  private static SortedMap<Edge, List<Integer>> edges(RawMesh mesh) {
    SortedMap<Edge, List<Integer>> out = new TreeMap<>();
    for (int t = 0; t < mesh.triangleCount(); t++) {
      int[] c = corners(mesh, t);
      for (int k = 0; k < 3 && isProper(c); k++) {
        out.computeIfAbsent(Edge.of(c[k], c[(k + 1) % 3]), e -> new ArrayList<>()).add(t);
      }
    }
    return out;
  }

  @ParameterizedTest
  @MethodSource("dev.sinew.testkit.MeshSuite#all")
  void edgesAndTheirTriangles(RawMesh mesh) {
    Topology topology = topology(mesh);
    SortedMap<Edge, List<Integer>> expected = edges(mesh);
    assertThat(topology.edgeCount()).isEqualTo(expected.size());
    int e = 0;
    int boundary = 0;
    List<Integer> nonManifold = new ArrayList<>();
    for (Edge edge : expected.keySet()) {
      List<Integer> triangles = expected.get(edge);
      assertThat(topology.edgeVertex(e, 0)).isEqualTo(edge.low);
      assertThat(topology.edgeVertex(e, 1)).isEqualTo(edge.high);
      assertThat(topology.findEdge(edge.low, edge.high)).isEqualTo(e);
      assertThat(topology.findEdge(edge.high, edge.low)).isEqualTo(e);
      List<Integer> actual = new ArrayList<>();
      for (int i = 0; i < topology.edgeTriangleCount(e); i++) {
        actual.add(topology.edgeTriangle(e, i));
      }
      assertThat(actual).containsExactlyInAnyOrderElementsOf(triangles);
      assertThat(topology.isBoundary(e)).isEqualTo(triangles.size() == 1);
      boundary += triangles.size() == 1 ? 1 : 0;
      if (triangles.size() > 2) {
        nonManifold.add(e);
      }
      e++;
    }
    assertThat(topology.boundaryEdgeCount()).isEqualTo(boundary);
    assertThat(topology.nonManifoldEdges())
        .containsExactly(nonManifold.stream().mapToInt(i -> i).toArray());
    long degenerate = 0;
    for (int t = 0; t < mesh.triangleCount(); t++) {
      degenerate += isProper(corners(mesh, t)) ? 0 : 1;
    }
    assertThat(topology.degenerateTriangleCount()).isEqualTo((int) degenerate);
  }

  @ParameterizedTest
  @MethodSource("dev.sinew.testkit.MeshSuite#all")
  void neighboursTrianglesAndFansOfVertices(RawMesh mesh) {
    Topology topology = topology(mesh);
    Set<Edge> edges = edges(mesh).keySet();
    int isolated = 0;
    List<Integer> nonManifold = new ArrayList<>();
    for (int v = 0; v < mesh.vertexCount(); v++) {
      Set<Integer> neighbours = new TreeSet<>();
      for (Edge edge : edges) {
        if (edge.low == v) {
          neighbours.add(edge.high);
        } else if (edge.high == v) {
          neighbours.add(edge.low);
        }
      }
      List<Integer> actual = new ArrayList<>();
      for (int i = 0; i < topology.neighbourCount(v); i++) {
        actual.add(topology.neighbour(v, i));
      }
      assertThat(actual).containsExactlyInAnyOrderElementsOf(neighbours);

      List<Integer> triangles = new ArrayList<>();
      for (int t = 0; t < mesh.triangleCount(); t++) {
        int[] c = corners(mesh, t);
        if (isProper(c) && (c[0] == v || c[1] == v || c[2] == v)) {
          triangles.add(t);
        }
      }
      List<Integer> around = new ArrayList<>();
      for (int i = 0; i < topology.vertexTriangleCount(v); i++) {
        around.add(topology.vertexTriangle(v, i));
      }
      assertThat(around).containsExactlyInAnyOrderElementsOf(triangles);
      isolated += triangles.isEmpty() ? 1 : 0;
      if (fans(mesh, v, triangles) > 1) {
        nonManifold.add(v);
      }
    }
    assertThat(topology.isolatedVertexCount()).isEqualTo(isolated);
    assertThat(topology.nonManifoldVertices())
        .containsExactly(nonManifold.stream().mapToInt(i -> i).toArray());
  }

  /** Counts fans: merges triangles that share v and another vertex until nothing changes. */
  private static int fans(RawMesh mesh, int v, List<Integer> triangles) {
    List<Set<Integer>> fans = new ArrayList<>();
    for (int t : triangles) {
      Set<Integer> rim = new TreeSet<>();
      for (int c : corners(mesh, t)) {
        if (c != v) {
          rim.add(c);
        }
      }
      for (int f = fans.size() - 1; f >= 0; f--) {
        if (fans.get(f).stream().anyMatch(rim::contains)) {
          rim.addAll(fans.remove(f));
        }
      }
      fans.add(rim);
    }
    return fans.size();
  }

  @ParameterizedTest
  @MethodSource("dev.sinew.testkit.MeshSuite#all")
  void componentsAreNumberedByTheirSmallestVertex(RawMesh mesh) {
    int[] label = new int[mesh.vertexCount()];
    Arrays.setAll(label, v -> v);
    Set<Edge> edges = edges(mesh).keySet();
    for (boolean changed = true; changed; ) {
      changed = false;
      for (Edge e : edges) {
        int least = Math.min(label[e.low], label[e.high]);
        changed |= label[e.low] != least || label[e.high] != least;
        label[e.low] = least;
        label[e.high] = least;
      }
    }
    int[] distinct = Arrays.stream(label).distinct().sorted().toArray();
    int[] expected =
        Arrays.stream(label).map(smallest -> Arrays.binarySearch(distinct, smallest)).toArray();
    assertThat(topology(mesh).components()).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("dev.sinew.testkit.MeshSuite#manifold")
  void manifoldsHaveTheKnownCounts(MeshSuite.Known known) {
    Topology topology = topology(known.mesh());
    assertThat(topology.edgeCount()).isEqualTo(known.edges());
    assertThat(topology.vertexCount() - topology.edgeCount() + known.mesh().triangleCount())
        .isEqualTo(known.eulerCharacteristic());
    assertThat(topology.boundaryEdgeCount()).isEqualTo(known.boundaryEdges());
    assertThat(topology.nonManifoldEdges()).isEmpty();
    assertThat(topology.nonManifoldVertices()).isEmpty();
    assertThat(Arrays.stream(topology.components()).distinct().count())
        .isEqualTo(known.components());
    if (known.orientable()) {
      List<int[]> loops = topology.boundaryLoops();
      assertThat(loops).hasSize(known.boundaryLoops());
      assertThat(loops.stream().mapToInt(l -> l.length).sum()).isEqualTo(known.boundaryEdges());
      loops.forEach(loop -> assertSurfaceOnTheLeft(known.mesh(), loop));
    }
  }

  private static void assertSurfaceOnTheLeft(RawMesh mesh, int[] loop) {
    for (int i = 0; i < loop.length; i++) {
      int a = loop[i];
      int b = loop[(i + 1) % loop.length];
      int along = 0;
      for (int c = 0; c < mesh.triangles().length; c++) {
        int following = c % 3 == 2 ? c - 2 : c + 1;
        along += mesh.triangles()[c] == a && mesh.triangles()[following] == b ? 1 : 0;
      }
      assertThat(along).as("triangles that run %d to %d", a, b).isEqualTo(1);
    }
  }

  @Test
  void theBoundaryOfASquareIsAnticlockwise() {
    RawMesh square = MeshSuite.grid(1, 1);
    assertThat(topology(square).boundaryLoops()).singleElement().isEqualTo(new int[] {0, 1, 3, 2});
  }

  @Test
  void loopsThatTouchAreSplit() {
    List<int[]> loops = topology(MeshSuite.bowTie()).boundaryLoops();
    assertThat(loops).hasSize(2);
    assertThat(loops).allSatisfy(loop -> assertThat(loop).hasSize(3).contains(0));
  }

  @Test
  void aMoebiusStripHasNoOrientedLoop() {
    assertThat(topology(MeshSuite.moebius().mesh()).boundaryLoops()).isEmpty();
  }

  /** Many triangles that share only one vertex, each with its own loop. */
  @Test
  void aStarOfManyTrianglesHasOneLoopEach() {
    int n = 100_000;
    int[] star = new int[3 * n];
    for (int t = 0; t < n; t++) {
      star[3 * t + 1] = 2 * t + 1;
      star[3 * t + 2] = 2 * t + 2;
    }
    Topology topology = Topology.of(2 * n + 1, star);
    assertThat(topology.boundaryLoops()).hasSize(n);
    assertThat(topology.nonManifoldVertices()).containsExactly(0);
  }

  @Test
  void seamsDoNotSeparateTriangles() {
    // Two triangles of a quad, each with its own wedges.
    TriMesh mesh =
        new TriMesh(
            new double[] {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0},
            new int[] {0, 1, 2, 0, 2, 3},
            new int[] {0, 1, 2, 3, 4, 5},
            new int[] {0, 1},
            List.of());
    assertThat(Topology.of(mesh).edgeCount()).isEqualTo(5);
    assertThat(Topology.of(mesh).boundaryEdgeCount()).isEqualTo(4);
  }

  @Test
  void rejectsInvalidInput() {
    assertThat(topology(MeshSuite.tetrahedron()).findEdge(0, 9)).isEqualTo(-1);
    assertThatThrownBy(() -> Topology.of(3, new int[] {0, 1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("triangles: expected a multiple of 3, got 2");
    assertThatThrownBy(() -> Topology.of(3, new int[] {0, 1, 3}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("triangles[2]: expected 0 to 2, got 3");
  }
}
