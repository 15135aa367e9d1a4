package dev.sinew.extract.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sinew.extract.field.CotangentLaplacian;
import dev.sinew.extract.field.Surface;
import dev.sinew.model.TriMesh;
import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReebGraphTest {
  /** The graph of a coordinate. */
  private static ReebGraph byAxis(RawMesh raw, int axis, int levels) {
    Surface surface = Surface.ofLargestComponent(TriMesh.of(raw.positions(), raw.triangles()));
    double[] values = new double[surface.vertexCount()];
    Arrays.setAll(values, v -> surface.position(v, axis));
    return ReebGraph.of(new CotangentLaplacian(surface), values, levels);
  }

  @Test
  void sphereIsAChain() {
    ReebGraph graph = byAxis(MeshSuite.icosphere(3), 1, 20);
    assertEquals(0, graph.loopCount());
    assertEquals(21, graph.nodeCount());
    assertEquals(20, graph.arcCount());
  }

  @Test
  void torusOnItsSideHasALoop() {
    RawMesh torus = MeshSuite.torus(40, 20);
    int loops = 0;
    for (int axis = 0; axis < 3; axis++) {
      loops = Math.max(loops, byAxis(torus, axis, 30).loopCount());
    }
    assertEquals(1, loops);
  }

  @Test
  void nodesCoverTheArea() {
    for (int levels : new int[] {1, 7, 60}) {
      ReebGraph graph = byAxis(MeshSuite.icosphere(2), 2, levels);
      double sum = 0;
      for (int n = 0; n < graph.nodeCount(); n++) {
        sum += graph.area(n);
      }
      RawMesh raw = MeshSuite.icosphere(2);
      double area = Surface.ofLargestComponent(TriMesh.of(raw.positions(), raw.triangles())).area();
      assertEquals(area, sum, 1e-9 * area);
    }
  }

  @Test
  void curvesOfASphereAreCircles() {
    ReebGraph graph = byAxis(MeshSuite.icosphere(4), 1, 11);
    for (int a = 0; a < graph.arcCount(); a++) {
      IsoCurve curve = graph.curve(a);
      assertEquals(0, curve.centre()[0], 0.01);
      assertEquals(curve.value(), curve.centre()[1], 1e-9);
      assertEquals(2 * Math.PI * curve.radius(), curve.length(), 0.02 * curve.length());
    }
  }

  @Test
  void anyMeshHasAGraph() {
    for (MeshSuite.Known known : MeshSuite.open()) {
      for (int axis = 0; axis < 3; axis++) {
        ReebGraph graph = byAxis(known.mesh(), axis, 9);
        assertTrue(graph.nodeCount() > 0, known.toString());
      }
    }
  }

  @Test
  void shortPartsOfTheTrunkAreContracted() {
    IsoCurve here = curve(0);
    IsoCurve there = curve(1);
    IsoCurve near = curve(0.01);
    // Tips 0 and 1 branch off together in one pose, one shortly after the other in the second.
    LimbCurves together =
        new LimbCurves(
            Map.of(7L, List.of(here), 1L, List.of(here), 2L, List.of(here), 4L, List.of(here)),
            new long[0],
            0);
    LimbCurves apart =
        new LimbCurves(
            Map.of(
                7L, List.of(here),
                6L, List.of(here, near),
                1L, List.of(here),
                2L, List.of(here),
                4L, List.of(here)),
            new long[0],
            0);
    LimbCurves far =
        new LimbCurves(
            Map.of(
                7L, List.of(here),
                6L, List.of(here, there),
                1L, List.of(here),
                2L, List.of(here),
                4L, List.of(here)),
            new long[0],
            0);
    double[] spans = {0.1, 0.1};
    assertEquals(4, LimbTree.of(List.of(together, apart), 3, spans).count());
    assertEquals(4, LimbTree.of(List.of(far, together), 3, spans).count());
    LimbTree tree = LimbTree.of(List.of(far, far), 3, spans);
    assertEquals(5, tree.count());
    assertEquals(tree.limbOf(6), tree.parents()[tree.limbOfTip(1)]);
    assertEquals(tree.limbOf(6), tree.parents()[tree.limbOfTip(2)]);
    assertEquals(0, tree.parents()[tree.limbOfTip(0)]);
  }

  private static IsoCurve curve(double x) {
    return IsoCurve.of(x, new double[] {x, 0, 0, x, 1, 0}, new double[] {0, 0});
  }
}
