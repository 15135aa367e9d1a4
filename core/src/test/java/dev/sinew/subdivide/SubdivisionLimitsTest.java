package dev.sinew.subdivide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.PolygonMesh;
import dev.sinew.model.TriMesh;
import dev.sinew.testkit.MeshSuite;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SubdivisionLimitsTest {
  @ParameterizedTest
  @CsvSource({"CATMULL_CLARK, 288", "LOOP, 192", "SQRT3, 108"})
  void rejectsTooManyTriangles(SubdivisionScheme scheme, int triangles) {
    TriMesh cube = Shapes.mesh(MeshSuite.cube());
    SubdivisionOptions two = Shapes.levels(2);
    Refined fits = Subdivision.of(cube, scheme, two.withMaxTriangles(triangles));
    assertThat(fits.mesh().triangleCount()).isEqualTo(triangles);
    assertThatThrownBy(() -> Subdivision.of(cube, scheme, two.withMaxTriangles(triangles - 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most " + (triangles - 1) + " triangles")
        .hasMessageContaining("would make " + triangles);
    assertThatThrownBy(() -> Subdivision.of(cube, scheme, Shapes.levels(16)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 20000000 triangles");
  }

  @Test
  void optionsAreChecked() {
    assertThatThrownBy(() -> Shapes.levels(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("got 0");
    assertThatThrownBy(() -> Shapes.levels(17))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("got 17");
    assertThatThrownBy(() -> new Crease(1, 2, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("got -1.0");
    assertThatThrownBy(() -> new Crease(1, 2, Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Crease.sharp(3, 3)).isInstanceOf(IllegalArgumentException.class);
    SubdivisionOptions outside = Shapes.levels(1).withCreases(List.of(Crease.sharp(0, 8)));
    assertThatThrownBy(
            () -> Subdivision.of(Shapes.mesh(MeshSuite.cube()), SubdivisionScheme.LOOP, outside))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected vertices 0 to 7, got 8");
  }

  /** Vertices with many neighbours and faces with many corners cost no more than others. */
  @ParameterizedTest
  @EnumSource
  void entriesGrowWithTheFaces(SubdivisionScheme scheme) {
    int n = 5000;
    double[] positions = new double[3 * (n + 1)];
    int[] fan = new int[3 * n];
    int[] rim = new int[n];
    for (int i = 0; i < n; i++) {
      positions[3 * i + 3] = Math.cos(2 * Math.PI * i / n);
      positions[3 * i + 4] = Math.sin(2 * Math.PI * i / n);
      fan[3 * i + 1] = i + 1;
      fan[3 * i + 2] = (i + 1) % n + 1;
      rim[i] = i + 1;
    }
    PolygonMesh disc = Shapes.polygons(positions, n, rim);
    Refined[] both = {
      Subdivision.of(TriMesh.of(positions, fan), scheme, Shapes.levels(2)),
      Subdivision.of(disc, scheme, Shapes.levels(2)),
    };
    for (Refined refined : both) {
      long entries = refined.vertices().links().stream().mapToLong(Masks::entryCount).sum();
      assertThat(entries).isLessThan(20L * refined.mesh().triangleCount());
    }
  }

  /** Random triangles of few vertices, with creases, groups and sharp corners. */
  @ParameterizedTest
  @EnumSource
  void anyTrianglesCanBeSubdivided(SubdivisionScheme scheme) {
    long seed = 99;
    Random random = new Random(seed);
    for (int trial = 0; trial < 300; trial++) {
      int vertices = 1 + random.nextInt(9);
      int triangles = random.nextInt(14);
      int wedges = 2 * vertices;
      int[] wedgeVertex = new int[wedges];
      float[] colours = new float[3 * wedges];
      for (int w = 0; w < wedges; w++) {
        wedgeVertex[w] = w / 2;
        colours[3 * w] = random.nextInt(2);
      }
      int[] corners = random.ints(3L * triangles, 0, wedges).toArray();
      int[] groups = random.ints(triangles, 0, 2).toArray();
      double[] positions = random.doubles(3L * vertices, -1, 1).toArray();
      TriMesh mesh =
          new TriMesh(
              positions,
              wedgeVertex,
              corners,
              groups,
              List.of(
                  new MeshAttribute("COLOR_0", 3, colours),
                  new MeshAttribute("NORMAL", 3, new float[3 * wedges])));
      SubdivisionOptions options =
          Shapes.levels(1 + random.nextInt(4))
              .withSharpCorners(random.nextBoolean())
              .withSharpGroups(random.nextBoolean())
              .withCreases(
                  vertices < 2
                      ? List.of()
                      : List.of(new Crease(0, vertices - 1, 3 * random.nextDouble())));
      Refined refined = Subdivision.of(mesh, scheme, options);
      checkConsistent("seed " + seed + ", trial " + trial, mesh, refined);
    }
  }

  private static void checkConsistent(String what, TriMesh old, Refined refined) {
    TriMesh mesh = refined.mesh();
    // The hull of the old vertices contains the new ones.
    for (int k = 0; k < 3; k++) {
      for (int v = 0; v < mesh.vertexCount(); v++) {
        assertThat(Math.abs(mesh.position(v, k))).as(what).isLessThanOrEqualTo(1);
      }
    }
    // Every wedge of an old vertex still holds some of what one of its old wedges had.
    Masks wedges = refined.wedges().compose();
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      int v = mesh.vertexOfWedge(w);
      if (v < old.vertexCount()) {
        double own = wedges.coefficientOf(w, 2 * v) + wedges.coefficientOf(w, 2 * v + 1);
        assertThat(own).as(what).isPositive();
      }
    }
    for (int t = 0; t < mesh.triangleCount(); t++) {
      assertThat(mesh.vertex(t, 0)).as(what).isNotEqualTo(mesh.vertex(t, 1));
      assertThat(mesh.vertex(t, 1)).as(what).isNotEqualTo(mesh.vertex(t, 2));
      assertThat(mesh.vertex(t, 2)).as(what).isNotEqualTo(mesh.vertex(t, 0));
    }
  }
}
