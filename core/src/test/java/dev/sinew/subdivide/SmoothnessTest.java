package dev.sinew.subdivide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.PolygonMesh;
import dev.sinew.model.Topology;
import dev.sinew.model.TriMesh;
import dev.sinew.testkit.MeshSuite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Smoothness of the limit surfaces, and creases. */
class SmoothnessTest {
  /** The vertices of the cube's top, in a loop. */
  private static final int[] TOP = {4, 5, 7, 6};

  private static List<Crease> topCreases(double sharpness) {
    List<Crease> creases = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      creases.add(new Crease(TOP[i], TOP[(i + 1) % 4], sharpness));
    }
    return creases;
  }

  /** Returns the largest angle between neighbouring triangles, in degrees. */
  private static double largestFold(TriMesh mesh) {
    Topology topology = Topology.of(mesh);
    double largest = 0;
    for (int e = 0; e < topology.edgeCount(); e++) {
      double[] n = normal(mesh, topology.edgeTriangle(e, 0));
      double[] m = normal(mesh, topology.edgeTriangle(e, 1));
      double cosine = n[0] * m[0] + n[1] * m[1] + n[2] * m[2];
      largest = Math.max(largest, Math.toDegrees(Math.acos(Math.min(1, cosine))));
    }
    return largest;
  }

  private static double[] normal(TriMesh mesh, int t) {
    double[] o = Shapes.point(mesh, mesh.vertex(t, 0));
    double[] p = Shapes.point(mesh, mesh.vertex(t, 1));
    double[] q = Shapes.point(mesh, mesh.vertex(t, 2));
    double[] n = new double[3];
    for (int k = 0; k < 3; k++) {
      int i = (k + 1) % 3;
      int j = (k + 2) % 3;
      n[k] = (p[i] - o[i]) * (q[j] - o[j]) - (p[j] - o[j]) * (q[i] - o[i]);
    }
    double length = Shapes.distance(n, new double[3]);
    return new double[] {n[0] / length, n[1] / length, n[2] / length};
  }

  /**
   * The angle between faces is about the size of a face times the curvature, so it shrinks with the
   * faces. For Catmull-Clark not quite by half, because its curvature grows slowly at points of
   * more than four edges.
   */
  @ParameterizedTest
  @CsvSource({"CATMULL_CLARK, 4, 0.78", "LOOP, 4, 0.62", "SQRT3, 7, 0.75"})
  void foldsShrinkWithEveryLevel(SubdivisionScheme scheme, int levels, double ratio) {
    TriMesh[] solids = {
      Shapes.mesh(MeshSuite.icosphere(0)),
      Shapes.mesh(MeshSuite.octahedron()),
      Shapes.mesh(MeshSuite.torus(7, 5)),
    };
    for (TriMesh solid : solids) {
      double[] folds = new double[levels + 1];
      for (int l = 0; l <= levels; l++) {
        folds[l] =
            largestFold(l == 0 ? solid : Subdivision.of(solid, scheme, Shapes.levels(l)).mesh());
      }
      double perLevel = Math.pow(folds[levels] / folds[1], 1.0 / (levels - 1));
      assertThat(perLevel).as(Arrays.toString(folds)).isLessThan(ratio);
    }
  }

  @Test
  void quadsOfACubeBecomeRound() {
    PolygonMesh cube = Shapes.cube();
    double first = 0;
    for (int levels = 1; levels <= 5; levels++) {
      TriMesh mesh =
          Subdivision.of(cube, SubdivisionScheme.CATMULL_CLARK, Shapes.levels(levels)).mesh();
      double fold = largestFold(mesh);
      first = levels == 1 ? fold : first;
      assertThat(fold).isLessThan(1.3 * first / (1 << (levels - 1)));
    }
  }

  /** Refines a closed curve as a cubic B-spline, in two or three parts. */
  private static double[][] refineCurve(double[][] curve, int parts) {
    double[][] masks =
        parts == 2
            ? new double[][] {{1 / 8.0, 6 / 8.0, 1 / 8.0}, {0, 1 / 2.0, 1 / 2.0}}
            : new double[][] {
              {4 / 27.0, 19 / 27.0, 4 / 27.0},
              {1 / 27.0, 16 / 27.0, 10 / 27.0},
              {0, 10 / 27.0, 16 / 27.0, 1 / 27.0}
            };
    int n = curve.length;
    double[][] out = new double[parts * n][3];
    for (int i = 0; i < n; i++) {
      for (int part = 0; part < parts; part++) {
        for (int m = 0; m < masks[part].length; m++) {
          double[] p = curve[(i + m - 1 + n) % n];
          for (int k = 0; k < 3; k++) {
            out[parts * i + part][k] += masks[part][m] * p[k];
          }
        }
      }
    }
    return out;
  }

  @ParameterizedTest
  @EnumSource
  void creasesAreBSplineCurves(SubdivisionScheme scheme) {
    PolygonMesh cube = Shapes.cube();
    int levels = 4;
    Refined refined =
        Subdivision.of(cube, scheme, Shapes.levels(levels).withCreases(topCreases(Crease.SHARP)));
    assertThat(refined.ignoredCreases()).isZero();
    double[][] curve = new double[4][];
    for (int i = 0; i < 4; i++) {
      curve[i] = Arrays.copyOfRange(cube.positions(), 3 * TOP[i], 3 * TOP[i] + 3);
    }
    boolean thirds = scheme == SubdivisionScheme.SQRT3;
    for (int l = 0; l < (thirds ? levels / 2 : levels); l++) {
      curve = refineCurve(curve, thirds ? 3 : 2);
    }
    TriMesh mesh = refined.mesh();
    Topology topology = Topology.of(mesh);
    int[] found = new int[curve.length];
    for (int i = 0; i < curve.length; i++) {
      double best = Double.POSITIVE_INFINITY;
      for (int v = 0; v < mesh.vertexCount(); v++) {
        double d = Shapes.distance(curve[i], Shapes.point(mesh, v));
        if (d < best) {
          best = d;
          found[i] = v;
        }
      }
      assertThat(best).isLessThan(1e-12);
    }
    for (int i = 0; i < curve.length; i++) {
      assertThat(topology.findEdge(found[i], found[(i + 1) % curve.length]))
          .as("an edge along the crease")
          .isNotNegative();
    }
  }

  @ParameterizedTest
  @EnumSource
  void sharpnessZeroIsSmooth(SubdivisionScheme scheme) {
    SubdivisionOptions two = Shapes.levels(2);
    double[] smooth = Subdivision.of(Shapes.cube(), scheme, two).mesh().positions();
    double[] zero =
        Subdivision.of(Shapes.cube(), scheme, two.withCreases(topCreases(0))).mesh().positions();
    assertThat(zero).isEqualTo(smooth);
    double[] one =
        Subdivision.of(Shapes.cube(), scheme, two.withCreases(topCreases(1))).mesh().positions();
    assertThat(Shapes.largestDifference(one, smooth)).isGreaterThan(0.05);
  }

  @ParameterizedTest
  @EnumSource(names = {"CATMULL_CLARK", "LOOP"})
  void sharpnessCountsLevels(SubdivisionScheme scheme) {
    SubdivisionOptions creased = Shapes.levels(1).withCreases(topCreases(Crease.SHARP));
    Refined once = Subdivision.of(Shapes.cube(), scheme, creased);
    Refined twice =
        Subdivision.of(once.polygons(List.of("all")), scheme, SubdivisionOptions.DEFAULTS);
    Refined together =
        Subdivision.of(Shapes.cube(), scheme, creased.withLevels(2).withCreases(topCreases(1)));
    assertThat(Shapes.largestDifference(together.mesh().positions(), twice.mesh().positions()))
        .isLessThan(1e-15);
  }

  @ParameterizedTest
  @EnumSource(names = {"CATMULL_CLARK", "LOOP"})
  void fractionsOfSharpnessBlend(SubdivisionScheme scheme) {
    double[][] positions = new double[3][];
    double[] sharpness = {0, 0.25, Crease.SHARP};
    for (int i = 0; i < 3; i++) {
      SubdivisionOptions options = Shapes.levels(1).withCreases(topCreases(sharpness[i]));
      positions[i] = Subdivision.of(Shapes.cube(), scheme, options).mesh().positions();
    }
    double[] blend = new double[positions[0].length];
    Arrays.setAll(blend, i -> 0.75 * positions[0][i] + 0.25 * positions[2][i]);
    assertThat(Shapes.largestDifference(blend, positions[1])).isLessThan(1e-15);
  }

  @Test
  void fractionsAreRoundedUpForSqrt3() {
    SubdivisionOptions two = Shapes.levels(2);
    double[][] positions = new double[2][];
    for (int i = 0; i < 2; i++) {
      SubdivisionOptions options = two.withCreases(topCreases(i == 0 ? 0.25 : 1));
      positions[i] =
          Subdivision.of(Shapes.cube(), SubdivisionScheme.SQRT3, options).mesh().positions();
    }
    assertThat(positions[0]).isEqualTo(positions[1]);
  }

  @ParameterizedTest
  @EnumSource
  void cornersStayOnRequest(SubdivisionScheme scheme) {
    PolygonMesh grid = Shapes.quadGrid(3, 2, false);
    // Cut into triangles, two of the four corners have two faces and two have one.
    int[] corners = {3, 8};
    Refined round = Subdivision.of(grid, scheme, Shapes.levels(4));
    Refined sharp = Subdivision.of(grid, scheme, Shapes.levels(4).withSharpCorners(true));
    for (int v : corners) {
      double[] at = Arrays.copyOfRange(grid.positions(), 3 * v, 3 * v + 3);
      assertThat(Shapes.point(sharp.mesh(), v)).containsExactly(at);
      assertThat(Shapes.distance(Shapes.point(round.mesh(), v), at)).isGreaterThan(0.1);
    }
  }

  /** Creases whose counts differ meet: a dart, a crease and a corner on the cube. */
  @Test
  void cornersOfThreeCreasesStay() {
    List<Crease> creases = List.of(Crease.sharp(0, 1), Crease.sharp(0, 2), Crease.sharp(0, 4));
    for (SubdivisionScheme scheme : SubdivisionScheme.values()) {
      TriMesh mesh =
          Subdivision.of(Shapes.cube(), scheme, Shapes.levels(4).withCreases(creases)).mesh();
      assertThat(Shapes.point(mesh, 0)).containsExactly(0, 0, 0);
      assertThat(Shapes.distance(Shapes.point(mesh, 1), new double[] {1, 0, 0}))
          .as("a dart is smooth")
          .isGreaterThan(0.05);
    }
  }

  @Test
  void creasesWithoutAnEdgeAreCounted() {
    Refined refined =
        Subdivision.of(
            Shapes.cube(),
            SubdivisionScheme.CATMULL_CLARK,
            Shapes.levels(1).withCreases(List.of(Crease.sharp(0, 7), Crease.sharp(0, 1))));
    assertThat(refined.ignoredCreases()).isEqualTo(1);
  }
}
