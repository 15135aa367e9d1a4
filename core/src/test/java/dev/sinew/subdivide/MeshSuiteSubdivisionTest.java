package dev.sinew.subdivide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.Topology;
import dev.sinew.model.TriMesh;
import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Properties of every mesh, manifold or not. */
class MeshSuiteSubdivisionTest {
  private static final int LEVELS = 3;

  /** The number of parts of a boundary edge after each level of √3. */
  private static final int[] SQRT3_PARTS = {1, 1, 3, 3};

  private static Refined refine(RawMesh raw, SubdivisionScheme scheme, int levels) {
    return Subdivision.of(Shapes.mesh(raw), scheme, Shapes.levels(levels));
  }

  @ParameterizedTest
  @EnumSource
  void masksAreConvexCombinations(SubdivisionScheme scheme) {
    for (RawMesh raw : MeshSuite.all()) {
      for (int levels = 1; levels <= LEVELS; levels++) {
        Refined refined = refine(raw, scheme, levels);
        for (MaskChain chain : new MaskChain[] {refined.vertices(), refined.wedges()}) {
          for (Masks masks : chain.links()) {
            assertConvex(raw.name(), masks);
          }
          assertConvex(raw.name(), chain.compose());
        }
        assertThat(refined.vertices().rowCount()).isEqualTo(refined.mesh().vertexCount());
        assertThat(refined.wedges().rowCount()).isEqualTo(refined.mesh().wedgeCount());
      }
    }
  }

  private static void assertConvex(String name, Masks masks) {
    for (int r = 0; r < masks.rowCount(); r++) {
      double sum = 0;
      for (int i = 0; i < masks.length(r); i++) {
        assertThat(masks.coefficient(r, i)).as("%s, row %d", name, r).isPositive();
        sum += masks.coefficient(r, i);
      }
      assertThat(sum).as("%s, row %d", name, r).isCloseTo(1, within(1e-13));
    }
  }

  @ParameterizedTest
  @EnumSource
  void topologyIsKept(SubdivisionScheme scheme) {
    for (MeshSuite.Known known : MeshSuite.manifold()) {
      for (int levels = 1; levels <= LEVELS; levels++) {
        TriMesh mesh = refine(known.mesh(), scheme, levels).mesh();
        Topology topology = Topology.of(mesh);
        String what = known + ", " + levels + " levels";
        assertThat(mesh.vertexCount() - topology.edgeCount() + mesh.triangleCount())
            .as(what)
            .isEqualTo(known.eulerCharacteristic());
        int parts = scheme == SubdivisionScheme.SQRT3 ? SQRT3_PARTS[levels] : 1 << levels;
        assertThat(topology.boundaryEdgeCount()).as(what).isEqualTo(parts * known.boundaryEdges());
        assertThat(Arrays.stream(topology.components()).max().orElse(-1) + 1)
            .as(what)
            .isEqualTo(known.components());
        assertThat(topology.nonManifoldVertices()).as(what).isEmpty();
        for (int e = 0; e < topology.edgeCount(); e++) {
          assertThat(topology.edgeTriangleCount(e)).as(what).isBetween(1, 2);
        }
        if (known.orientable()) {
          assertThat(topology.boundaryLoops()).as(what).hasSize(known.boundaryLoops());
          assertThat(directedEdgesRepeat(mesh)).as(what).isFalse();
        }
      }
    }
  }

  private static boolean directedEdgesRepeat(TriMesh mesh) {
    Set<Long> seen = new HashSet<>();
    for (int t = 0; t < mesh.triangleCount(); t++) {
      for (int k = 0; k < 3; k++) {
        if (!seen.add((long) mesh.vertex(t, k) << 32 | mesh.vertex(t, (k + 1) % 3))) {
          return true;
        }
      }
    }
    return false;
  }

  @ParameterizedTest
  @EnumSource
  void orientationIsKept(SubdivisionScheme scheme) {
    // Closed surfaces that face outwards have a positive volume, also when refined.
    for (MeshSuite.Known known : MeshSuite.closed()) {
      double before = volume(Shapes.mesh(known.mesh()));
      for (int levels = 1; levels <= LEVELS; levels++) {
        double after = volume(refine(known.mesh(), scheme, levels).mesh());
        assertThat(after).as("%s", known).isBetween(0.01 * before, before);
      }
    }
  }

  private static double volume(TriMesh mesh) {
    double sum = 0;
    for (int t = 0; t < mesh.triangleCount(); t++) {
      double[] a = Shapes.point(mesh, mesh.vertex(t, 0));
      double[] b = Shapes.point(mesh, mesh.vertex(t, 1));
      double[] c = Shapes.point(mesh, mesh.vertex(t, 2));
      sum +=
          a[0] * (b[1] * c[2] - b[2] * c[1])
              + a[1] * (b[2] * c[0] - b[0] * c[2])
              + a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    return sum / 6;
  }

  @ParameterizedTest
  @EnumSource
  void countsAreThoseOfTheScheme(SubdivisionScheme scheme) {
    for (RawMesh raw : MeshSuite.all()) {
      int degenerate = Topology.of(Shapes.mesh(raw)).degenerateTriangleCount();
      int proper = raw.triangleCount() - degenerate;
      Refined refined = refine(raw, scheme, 2);
      int expected =
          switch (scheme) {
            case CATMULL_CLARK -> proper * 3 * 4;
            case LOOP -> proper * 16;
            case SQRT3 -> proper * 9;
          };
      assertThat(refined.droppedFaces()).as(raw.name()).isEqualTo(degenerate);
      assertThat(refined.faceCount()).as(raw.name()).isEqualTo(expected);
      assertThat(refined.faceSize()).isEqualTo(scheme == SubdivisionScheme.CATMULL_CLARK ? 4 : 3);
    }
  }

  @ParameterizedTest
  @EnumSource
  void isolatedVerticesStay(SubdivisionScheme scheme) {
    RawMesh raw = MeshSuite.unusedVertices();
    TriMesh mesh = refine(raw, scheme, 2).mesh();
    assertThat(Shapes.point(mesh, 0)).containsExactly(9, 9, 9);
    assertThat(Shapes.point(mesh, 3)).containsExactly(8, 8, 8);
    assertThat(Topology.of(mesh).isolatedVertexCount()).isEqualTo(2);
    TriMesh lonely = refine(MeshSuite.onlyVertices(), scheme, 2).mesh();
    assertThat(lonely.positions()).isEqualTo(MeshSuite.onlyVertices().positions());
  }

  @ParameterizedTest
  @EnumSource
  void nonManifoldEdgesAreCreases(SubdivisionScheme scheme) {
    RawMesh raw = MeshSuite.threeOnAnEdge();
    Refined refined = refine(raw, scheme, 2);
    assertThat(refined.nonManifoldEdges()).isEqualTo(1);
    // The shared edge is on the x axis between corners, and so are all its points.
    int onEdge = 0;
    for (int v = 0; v < refined.mesh().vertexCount(); v++) {
      double[] p = Shapes.point(refined.mesh(), v);
      onEdge += p[1] == 0 && p[2] == 0 ? 1 : 0;
    }
    assertThat(onEdge).isEqualTo(scheme == SubdivisionScheme.SQRT3 ? 4 : 5);
    assertThat(Shapes.point(refined.mesh(), 0)).containsExactly(0, 0, 0);
    assertThat(Shapes.point(refined.mesh(), 1)).containsExactly(1, 0, 0);
  }

  @ParameterizedTest
  @EnumSource
  void verticesWhereFansTouchStay(SubdivisionScheme scheme) {
    for (RawMesh raw : new RawMesh[] {MeshSuite.bowTie(), MeshSuite.touchingTetrahedra()}) {
      assertThat(Shapes.point(refine(raw, scheme, 3).mesh(), 0)).containsExactly(0, 0, 0);
    }
  }
}
