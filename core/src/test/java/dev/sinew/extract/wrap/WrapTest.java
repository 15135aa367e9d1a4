package dev.sinew.extract.wrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sinew.extract.field.Surface;
import dev.sinew.model.Topology;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Closed surfaces around shapes whose topology is known. */
class WrapTest {
  /** Half of the usual fineness, an eighth of the work. */
  private static final int CELLS = 72;

  private static TriMesh mesh(RawMesh raw) {
    return TriMesh.of(raw.positions(), raw.triangles());
  }

  private static RawMesh moved(RawMesh raw, double scale, double x) {
    double[] positions = raw.positions().clone();
    for (int i = 0; i < positions.length; i++) {
      positions[i] = scale * positions[i] + (i % 3 == 0 ? x : 0);
    }
    return new RawMesh(raw.name(), positions, raw.triangles());
  }

  private static Wrap around(TriMesh mesh, int threads) {
    try (RunContext context = RunContext.ofThreads(threads)) {
      return Wrap.around(mesh, CELLS, context);
    }
  }

  /** Checks that a wrap is one closed manifold; returns it. */
  private static Surface closed(TriMesh shells) {
    TriMesh wrap = around(shells, 2).mesh();
    Topology topology = Topology.of(wrap);
    assertEquals(0, topology.boundaryEdgeCount());
    assertEquals(0, topology.nonManifoldEdges().length);
    assertEquals(0, topology.nonManifoldVertices().length);
    Surface surface = Surface.ofLargestComponent(wrap);
    assertEquals(1, surface.componentCount());
    return surface;
  }

  private static double radius(TriMesh mesh, int v) {
    double x = mesh.position(v, 0), y = mesh.position(v, 1), z = mesh.position(v, 2);
    return Math.sqrt(x * x + y * y + z * z);
  }

  @Test
  void sphereStaysASphere() {
    TriMesh sphere = mesh(MeshSuite.icosphere(4));
    assertEquals(0, closed(sphere).genus());
    TriMesh wrap = around(sphere, 2).mesh();
    double cell = 2.0 / CELLS;
    for (int v = 0; v < wrap.vertexCount(); v++) {
      assertEquals(1 + 0.7 * cell, radius(wrap, v), 0.4 * cell);
    }
  }

  @Test
  void torusKeepsItsHole() {
    assertEquals(1, closed(mesh(MeshSuite.torus(60, 30))).genus());
  }

  @Test
  void shellsInsideVanish() {
    RawMesh outer = MeshSuite.icosphere(3);
    RawMesh both = MeshSuite.both("nested", outer, moved(outer, 0.5, 0));
    TriMesh wrap = around(mesh(both), 2).mesh();
    assertEquals(0, closed(mesh(both)).genus());
    for (int v = 0; v < wrap.vertexCount(); v++) {
      assertTrue(radius(wrap, v) > 0.9);
    }
  }

  @Test
  void gapsAreClosed() {
    RawMesh one = MeshSuite.icosphere(4);
    for (double gap : new double[] {-0.5, 0.03, 0.1}) {
      TriMesh two = mesh(MeshSuite.both("two", one, moved(one, 1, 2 + gap)));
      assertEquals(0, closed(two).genus(), "gap " + gap);
    }
    TriMesh apart = mesh(MeshSuite.both("two", one, moved(one, 1, 3)));
    assertEquals(2, Surface.ofLargestComponent(around(apart, 2).mesh()).componentCount());
  }

  /** Returns the triangles of a sphere whose centres are not in a range of z. */
  private static TriMesh sphereWithout(double from, double to) {
    RawMesh sphere = MeshSuite.uvSphere(120, 60);
    int[] kept = new int[sphere.triangles().length];
    int n = 0;
    for (int t = 0; t < sphere.triangleCount(); t++) {
      double z = 0;
      for (int c = 0; c < 3; c++) {
        z += sphere.positions()[3 * sphere.triangles()[3 * t + c] + 2] / 3;
      }
      if (z < from || z > to) {
        System.arraycopy(sphere.triangles(), 3 * t, kept, n, 3);
        n += 3;
      }
    }
    return TriMesh.of(sphere.positions(), Arrays.copyOf(kept, n));
  }

  @Test
  void openShellsAreSolid() {
    for (TriMesh open : List.of(sphereWithout(-0.02, 0.02), sphereWithout(0.85, 2))) {
      TriMesh wrap = around(open, 2).mesh();
      assertEquals(0, closed(open).genus());
      for (int v = 0; v < wrap.vertexCount(); v++) {
        assertTrue(radius(wrap, v) > 0.3);
      }
    }
  }

  @Test
  void movesWithTheShells() {
    TriMesh torus = mesh(MeshSuite.torus(60, 30));
    double[] turned = torus.positions();
    for (int v = 0; v < torus.vertexCount(); v++) {
      turned[3 * v] = 2 * torus.position(v, 1) + 1;
      turned[3 * v + 1] = -2 * torus.position(v, 0);
      turned[3 * v + 2] = 2 * torus.position(v, 2);
    }
    Wrap wrap = around(torus, 2);
    TriMesh moved = wrap.moved(TriMesh.of(turned, torus.triangles()));
    assertArrayEquals(wrap.mesh().triangles(), moved.triangles());
    for (int v = 0; v < moved.vertexCount(); v++) {
      assertEquals(2 * wrap.mesh().position(v, 1) + 1, moved.position(v, 0), 1e-5);
      assertEquals(-2 * wrap.mesh().position(v, 0), moved.position(v, 1), 1e-5);
      assertEquals(2 * wrap.mesh().position(v, 2), moved.position(v, 2), 1e-5);
    }
  }

  @Test
  void threadsChangeNothing() {
    TriMesh torus = mesh(MeshSuite.torus(40, 16));
    TriMesh one = around(torus, 1).mesh();
    TriMesh other = around(torus, 4).mesh();
    assertArrayEquals(one.positions(), other.positions());
    assertArrayEquals(one.triangles(), other.triangles());
  }

  @Test
  void flatAndThinShapes() {
    assertEquals(0, closed(mesh(MeshSuite.grid(20, 12))).genus());
    assertEquals(0, closed(mesh(MeshSuite.singleTriangle())).genus());
  }
}
