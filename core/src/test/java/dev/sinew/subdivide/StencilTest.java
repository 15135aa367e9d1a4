package dev.sinew.subdivide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.PolygonMesh;
import dev.sinew.model.Topology;
import dev.sinew.model.TriMesh;
import dev.sinew.testkit.MeshSuite;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares masks with the coefficients of the articles. */
class StencilTest {
  private static final Offset<Double> EXACT = within(1e-15);

  /** Returns the number of occurrences of each coefficient in a row, smallest first. */
  private static Map<Double, Integer> coefficients(Masks masks, int row) {
    Map<Double, Integer> counts = new TreeMap<>();
    for (int i = 0; i < masks.length(row); i++) {
      counts.merge(Math.round(masks.coefficient(row, i) * 1e12) / 1e12, 1, Integer::sum);
    }
    return counts;
  }

  private static double rounded(double value) {
    return Math.round(value * 1e12) / 1e12;
  }

  private static Masks masks(TriMesh mesh, SubdivisionScheme scheme) {
    return Subdivision.of(mesh, scheme, SubdivisionOptions.DEFAULTS).vertices().compose();
  }

  /** Returns n triangles around vertex 0, closed by a second fan around vertex n + 1. */
  private static TriMesh bipyramid(int n) {
    double[] positions = new double[3 * (n + 2)];
    int[] triangles = new int[6 * n];
    positions[2] = 1;
    positions[3 * (n + 1) + 2] = -1;
    for (int i = 0; i < n; i++) {
      positions[3 * (i + 1)] = Math.cos(2 * Math.PI * i / n);
      positions[3 * (i + 1) + 1] = Math.sin(2 * Math.PI * i / n);
      int a = i + 1;
      int b = (i + 1) % n + 1;
      int[] two = {0, a, b, n + 1, b, a};
      System.arraycopy(two, 0, triangles, 6 * i, 6);
    }
    return TriMesh.of(positions, triangles);
  }

  @Test
  void loopOnARegularMesh() {
    TriMesh torus = Shapes.mesh(MeshSuite.torus(7, 6));
    Masks masks = masks(torus, SubdivisionScheme.LOOP);
    Topology topology = Topology.of(torus);
    assertThat(masks.rowCount()).isEqualTo(torus.vertexCount() + topology.edgeCount());
    for (int v = 0; v < torus.vertexCount(); v++) {
      assertThat(masks.coefficientOf(v, v)).isEqualTo(10.0 / 16, EXACT);
      assertThat(coefficients(masks, v)).isEqualTo(Map.of(1 / 16.0, 6, 10 / 16.0, 1));
    }
    for (int e = 0; e < topology.edgeCount(); e++) {
      int row = torus.vertexCount() + e;
      assertThat(coefficients(masks, row)).isEqualTo(Map.of(1 / 8.0, 2, 3 / 8.0, 2));
      assertThat(masks.coefficientOf(row, topology.edgeVertex(e, 0))).isEqualTo(0.375);
      assertThat(masks.coefficientOf(row, topology.edgeVertex(e, 1))).isEqualTo(0.375);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6, 7, 12, 50})
  void loopAtAnyValence(int n) {
    Masks masks = masks(bipyramid(n), SubdivisionScheme.LOOP);
    double root = 3.0 / 8 + Math.cos(2 * Math.PI / n) / 4;
    double beta = (5.0 / 8 - root * root) / n;
    assertThat(masks.length(0)).isEqualTo(n + 1);
    for (int i = 1; i <= n; i++) {
      assertThat(masks.coefficientOf(0, i)).isEqualTo(beta, EXACT);
    }
    assertThat(masks.coefficientOf(0, 0)).isCloseTo(1 - n * beta, within(1e-14));
  }

  @Test
  void loopWeightsOfLowValences() {
    assertThat(Loop.neighbourWeight(3)).isCloseTo(3.0 / 16, EXACT);
    assertThat(Loop.neighbourWeight(6)).isCloseTo(1.0 / 16, EXACT);
  }

  @Test
  void boundariesAreCubicSplines() {
    TriMesh grid = Shapes.mesh(MeshSuite.grid(4, 3));
    for (SubdivisionScheme scheme :
        List.of(SubdivisionScheme.LOOP, SubdivisionScheme.CATMULL_CLARK)) {
      Masks masks = masks(grid, scheme);
      Topology topology = Topology.of(grid);
      assertThat(coefficients(masks, 2)).isEqualTo(Map.of(1 / 8.0, 2, 3 / 4.0, 1));
      assertThat(masks.coefficientOf(2, 1)).isEqualTo(1.0 / 8);
      assertThat(masks.coefficientOf(2, 2)).isEqualTo(3.0 / 4);
      assertThat(masks.coefficientOf(2, 3)).isEqualTo(1.0 / 8);
      int edge = grid.vertexCount() + topology.findEdge(1, 2);
      assertThat(coefficients(masks, edge)).isEqualTo(Map.of(0.5, 2));
    }
  }

  @Test
  void catmullClarkOnARegularMesh() {
    PolygonMesh torus = Shapes.quadGrid(6, 5, true);
    Refined refined =
        Subdivision.of(torus, SubdivisionScheme.CATMULL_CLARK, SubdivisionOptions.DEFAULTS);
    Masks masks = refined.vertices().compose();
    int n = torus.vertexCount();
    assertThat(masks.rowCount()).isEqualTo(4 * n);
    for (int v = 0; v < n; v++) {
      assertThat(masks.coefficientOf(v, v)).isEqualTo(9.0 / 16, EXACT);
      assertThat(coefficients(masks, v))
          .isEqualTo(Map.of(rounded(1 / 64.0), 4, rounded(6 / 64.0), 4, rounded(36 / 64.0), 1));
      // The edge neighbour to the right has more weight than the one across the face.
      int right = v - v % 6 + (v + 1) % 6;
      assertThat(masks.coefficientOf(v, right)).isEqualTo(3.0 / 32, EXACT);
    }
    for (int e = n; e < 3 * n; e++) {
      assertThat(coefficients(masks, e)).isEqualTo(Map.of(1 / 16.0, 4, 6 / 16.0, 2));
    }
    for (int f = 3 * n; f < 4 * n; f++) {
      assertThat(coefficients(masks, f)).isEqualTo(Map.of(0.25, 4));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 8})
  void catmullClarkAtAnyValence(int n) {
    // Around vertex 0 of the pyramid lie n triangles, whose middles hold 0, both neighbours.
    Masks masks = masks(bipyramid(n), SubdivisionScheme.CATMULL_CLARK);
    double each = 1.0 / (n * n) + 2.0 / (3 * n * n);
    assertThat(masks.length(0)).isEqualTo(n + 1);
    for (int i = 1; i <= n; i++) {
      assertThat(masks.coefficientOf(0, i)).isCloseTo(each, EXACT);
    }
    assertThat(masks.coefficientOf(0, 0)).isCloseTo((n - 2.0) / n + 1.0 / (3 * n), EXACT);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6, 9})
  void sqrt3AtAnyValence(int n) {
    TriMesh mesh = bipyramid(n);
    Masks masks = masks(mesh, SubdivisionScheme.SQRT3);
    double alpha = (4 - 2 * Math.cos(2 * Math.PI / n)) / 9;
    assertThat(masks.coefficientOf(0, 0)).isCloseTo(1 - alpha, EXACT);
    for (int i = 1; i <= n; i++) {
      assertThat(masks.coefficientOf(0, i)).isCloseTo(alpha / n, EXACT);
    }
    assertThat(masks.rowCount()).isEqualTo(mesh.vertexCount() + mesh.triangleCount());
    for (int t = 0; t < mesh.triangleCount(); t++) {
      for (int k = 0; k < 3; k++) {
        assertThat(masks.coefficientOf(mesh.vertexCount() + t, mesh.vertex(t, k)))
            .isCloseTo(1.0 / 3, EXACT);
      }
    }
  }

  @Test
  void sqrt3OnARegularMeshRelaxesByAThird() {
    assertThat(Sqrt3.relaxation(6)).isCloseTo(1.0 / 3, EXACT);
  }

  @Test
  void sqrt3RefinesBoundariesInThreesEverySecondStep() {
    TriMesh grid = Shapes.mesh(MeshSuite.grid(5, 4));
    Masks first = masks(grid, SubdivisionScheme.SQRT3);
    assertThat(coefficients(first, 2)).as("rests in the first step").isEqualTo(Map.of(1.0, 1));

    Refined refined = Subdivision.of(grid, SubdivisionScheme.SQRT3, Shapes.levels(2));
    Masks masks = refined.vertices().compose();
    assertThat(masks.coefficientOf(2, 1)).isCloseTo(4.0 / 27, EXACT);
    assertThat(masks.coefficientOf(2, 2)).isCloseTo(19.0 / 27, EXACT);
    assertThat(masks.coefficientOf(2, 3)).isCloseTo(4.0 / 27, EXACT);
    Topology topology = Topology.of(refined.mesh());
    List<int[]> loops = topology.boundaryLoops();
    assertThat(loops).hasSize(1);
    assertThat(loops.getFirst()).as("three times 18 edges").hasSize(54);
    int after = 0;
    for (int i = 0; i < 54; i++) {
      if (loops.getFirst()[i] == 2) {
        after = loops.getFirst()[(i + 1) % 54];
      }
    }
    assertThat(masks.coefficientOf(after, 1)).isCloseTo(1.0 / 27, EXACT);
    assertThat(masks.coefficientOf(after, 2)).isCloseTo(16.0 / 27, EXACT);
    assertThat(masks.coefficientOf(after, 3)).isCloseTo(10.0 / 27, EXACT);
  }
}
