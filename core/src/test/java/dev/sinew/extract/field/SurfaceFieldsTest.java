package dev.sinew.extract.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Laplacian, distances and harmonic fields on shapes where the answer is known. */
class SurfaceFieldsTest {
  private static final RunContext ONE = RunContext.ofThreads(1);
  private static final TriMesh BIPED = Samples.create("biped").mesh();

  private static TriMesh mesh(RawMesh raw) {
    return TriMesh.of(raw.positions(), raw.triangles());
  }

  private static HeatDistances heat(TriMesh mesh) {
    return new HeatDistances(new CotangentLaplacian(Surface.ofLargestComponent(mesh)), ONE);
  }

  @Test
  void largestComponentOfSeveral() {
    RawMesh tetrahedron = MeshSuite.tetrahedron();
    double[] apart = tetrahedron.positions();
    for (int i = 0; i < apart.length; i++) {
      apart[i] += 5;
    }
    TriMesh two =
        mesh(
            MeshSuite.both(
                "two",
                new RawMesh("tetrahedron", apart, tetrahedron.triangles()),
                MeshSuite.icosphere(2)));
    Surface surface = Surface.ofLargestComponent(two);
    assertEquals(2, surface.componentCount());
    assertEquals(two.triangleCount() - 4, surface.triangleCount());
    assertEquals(-1, surface.ofMesh(0));
  }

  @Test
  void verticesAtOnePositionAreOne() {
    TriMesh whole = mesh(MeshSuite.icosphere(2));
    double[] split = new double[9 * whole.triangleCount()];
    int[] corners = new int[3 * whole.triangleCount()];
    for (int c = 0; c < corners.length; c++) {
      corners[c] = c;
      for (int axis = 0; axis < 3; axis++) {
        split[3 * c + axis] = whole.position(whole.vertex(c / 3, c % 3), axis);
      }
    }
    Surface surface = Surface.ofLargestComponent(TriMesh.of(split, corners));
    assertEquals(whole.vertexCount(), surface.vertexCount());
    assertEquals(1, surface.componentCount());
    assertEquals(0, surface.genus());
  }

  @Test
  void noAreaIsRefused() {
    TriMesh line = TriMesh.of(new double[] {0, 0, 0, 1, 0, 0, 2, 0, 0}, new int[] {0, 1, 2});
    TriMesh empty = TriMesh.of(new double[0], new int[0]);
    for (TriMesh none : new TriMesh[] {line, empty}) {
      RequestException e =
          assertThrows(RequestException.class, () -> Surface.ofLargestComponent(none));
      assertTrue(String.valueOf(e.getMessage()).contains("surface with an area"), e.getMessage());
    }
  }

  @Test
  void distancesOnASphereAreArcs() {
    TriMesh sphere = mesh(MeshSuite.icosphere(4));
    HeatDistances heat = heat(sphere);
    double[] d = heat.from(0);
    double worst = 0;
    double sum = 0;
    for (int v = 0; v < sphere.vertexCount(); v++) {
      double dot = 0;
      double length = 0;
      double first = 0;
      for (int axis = 0; axis < 3; axis++) {
        dot += sphere.position(0, axis) * sphere.position(v, axis);
        length += sphere.position(v, axis) * sphere.position(v, axis);
        first += sphere.position(0, axis) * sphere.position(0, axis);
      }
      double radius = Math.sqrt(first);
      double exact = radius * Math.acos(Math.clamp(dot / Math.sqrt(length * first), -1, 1));
      worst = Math.max(worst, Math.abs(d[v] - exact) / (Math.PI * radius));
      sum += Math.abs(d[v] - exact) / (Math.PI * radius) / sphere.vertexCount();
    }
    assertTrue(worst < 0.05, "largest error " + worst);
    assertTrue(sum < 0.02, "mean error " + sum);
  }

  @Test
  void sphereHasTwoExtremities() {
    assertEquals(2, Extremities.find(heat(mesh(MeshSuite.icosphere(3))), 0.1).count());
  }

  @Test
  void bipedHasFiveExtremities() {
    HeatDistances heat = heat(BIPED);
    assertEquals(5, Extremities.find(heat, 0.1).count());
  }

  @Test
  void harmonicFieldHasNoOtherExtremum() {
    HeatDistances heat = heat(BIPED);
    Extremities tips = Extremities.find(heat, 0.1);
    int[] ends = Arrays.copyOfRange(tips.vertices(), 1, tips.count());
    double[] ones = new double[ends.length];
    Arrays.fill(ones, 1);
    HarmonicField field = HarmonicField.solve(heat, tips.vertices()[0], ends, ones);
    assertEquals(ends.length, field.kept().length);
    Surface surface = heat.surface();
    double unit = surface.bounds().longestSide();
    for (int v = 0; v < surface.vertexCount(); v++) {
      double least = Double.POSITIVE_INFINITY;
      double most = Double.NEGATIVE_INFINITY;
      for (int i = 0; i < surface.topology().neighbourCount(v); i++) {
        double f = field.values()[surface.topology().neighbour(v, i)];
        least = Math.min(least, f);
        most = Math.max(most, f);
      }
      boolean extremum = field.values()[v] > most || field.values()[v] < least;
      double near = Double.POSITIVE_INFINITY;
      for (int tip = 0; tip < tips.count(); tip++) {
        near = Math.min(near, tips.distances()[tip][v]);
      }
      assertTrue(!extremum || near < 0.1 * unit, "extremum " + near + " from a tip");
    }
  }

  @Test
  void oneFormIsClosedAndCoclosed() {
    HeatDistances heat = heat(mesh(MeshSuite.torus(24, 12)));
    Extremities tips = Extremities.find(heat, 0.1);
    HarmonicField field =
        HarmonicField.solve(
            heat, tips.vertices()[0], new int[] {tips.vertices()[1]}, new double[] {1});
    Surface surface = heat.surface();
    double[] form = field.oneForm(surface);
    for (int t = 0; t < surface.triangleCount(); t++) {
      double sum = 0;
      for (int k = 0; k < 3; k++) {
        int a = surface.vertex(t, k);
        int b = surface.vertex(t, (k + 1) % 3);
        sum += (a < b ? 1 : -1) * form[surface.topology().findEdge(a, b)];
      }
      assertEquals(0, sum, 1e-12);
    }
    // What flows into a vertex flows out of it, away from the source and the tip.
    double[] none = new double[surface.vertexCount()];
    double[] flow = new double[surface.vertexCount()];
    heat.laplacian().matrix(1, none).multiply(field.values(), flow);
    double total = Arrays.stream(flow).map(Math::abs).sum();
    double[] spots = heat.spot(tips.vertices()[0]);
    double[] end = heat.spot(tips.vertices()[1]);
    int away = 0;
    for (int v = 0; v < flow.length; v++) {
      if (spots[v] == 0 && end[v] == 0) {
        assertEquals(0, flow[v], 1e-9 * total);
        away++;
      }
    }
    assertTrue(away > flow.length / 10, away + " of " + flow.length);
  }

  @Test
  void meanCurvatureOfASphere() {
    TriMesh sphere = mesh(MeshSuite.icosphere(4));
    double radius =
        Math.sqrt(
            sphere.position(0, 0) * sphere.position(0, 0)
                + sphere.position(0, 1) * sphere.position(0, 1)
                + sphere.position(0, 2) * sphere.position(0, 2));
    double[] h = new CotangentLaplacian(Surface.ofLargestComponent(sphere)).meanCurvatures();
    assertEquals(1 / radius, Arrays.stream(h).average().orElse(0), 0.05 / radius);
  }

  @Test
  void rigidMotionAndScaleChangeNothing() {
    TriMesh mesh = BIPED;
    double[] x = mesh.positions();
    double[] moved = new double[x.length];
    double cos = Math.cos(0.7);
    double sin = Math.sin(0.7);
    double scale = 37;
    for (int v = 0; v < x.length; v += 3) {
      moved[v] = scale * (cos * x[v] - sin * x[v + 1]) + 5;
      moved[v + 1] = scale * (sin * x[v] + cos * x[v + 1]) - 100;
      moved[v + 2] = scale * x[v + 2] + 3;
    }
    Extremities a = Extremities.find(heat(mesh), 0.1);
    Extremities b = Extremities.find(heat(mesh.withPositions(moved)), 0.1);
    assertArrayEquals(a.vertices(), b.vertices());
    for (int i = 0; i < a.count(); i++) {
      for (int v = 0; v < x.length / 3; v += 7) {
        assertEquals(a.distances()[i][v], b.distances()[i][v] / scale, 1e-6);
      }
    }
  }
}
