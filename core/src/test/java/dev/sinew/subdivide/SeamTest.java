package dev.sinew.subdivide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.PolygonMesh;
import dev.sinew.model.Topology;
import dev.sinew.model.TriMesh;
import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Texture coordinates, groups and hard edges. */
class SeamTest {
  private static final int AROUND = 6;
  private static final int HIGH = 4;

  /** The number of parts of a held edge after each level of √3. */
  private static final int[] SQRT3_PARTS = {1, 1, 3, 3, 9};

  /**
   * Returns a tube with one seam along its side: vertices of column 0 have a wedge with u = 0 and
   * another, at the end, with u = 1; v is the height.
   */
  private static TriMesh tube() {
    RawMesh raw = MeshSuite.cylinder(AROUND, HIGH);
    int n = raw.vertexCount();
    int[] wedgeVertex = new int[n + HIGH + 1];
    float[] uv = new float[2 * wedgeVertex.length];
    for (int w = 0; w < wedgeVertex.length; w++) {
      wedgeVertex[w] = w < n ? w : AROUND * (w - n);
      uv[2 * w] = w < n ? w % AROUND / (float) AROUND : 1;
      uv[2 * w + 1] = (float) raw.positions()[3 * wedgeVertex[w] + 2];
    }
    int[] corners = raw.triangles().clone();
    for (int t = 0; t < corners.length / 3; t++) {
      boolean last = false;
      for (int k = 0; k < 3; k++) {
        last |= corners[3 * t + k] % AROUND == AROUND - 1;
      }
      for (int k = 3 * t; k < 3 * t + 3; k++) {
        corners[k] = last && corners[k] % AROUND == 0 ? n + corners[k] / AROUND : corners[k];
      }
    }
    return new TriMesh(
        raw.positions(),
        wedgeVertex,
        corners,
        new int[corners.length / 3],
        List.of(new MeshAttribute(MeshAttribute.UV, 2, uv)));
  }

  @ParameterizedTest
  @EnumSource
  void seamsStayClosed(SubdivisionScheme scheme) {
    for (int levels = 1; levels <= 4; levels++) {
      Refined refined = Subdivision.of(tube(), scheme, Shapes.levels(levels));
      TriMesh mesh = refined.mesh();
      MeshAttribute uv = mesh.attribute(MeshAttribute.UV).orElseThrow();
      int[] wedgeOf = new int[mesh.vertexCount()];
      Arrays.fill(wedgeOf, -1);
      List<Float> heights = new ArrayList<>();
      for (int w = 0; w < mesh.wedgeCount(); w++) {
        int v = mesh.vertexOfWedge(w);
        if (wedgeOf[v] < 0) {
          wedgeOf[v] = w;
          continue;
        }
        // A vertex with two wedges is on the seam: one has u = 0, the other 1, both the same v.
        float u = uv.value(wedgeOf[v], 0);
        assertThat(u + uv.value(w, 0)).isEqualTo(1);
        assertThat(u * uv.value(w, 0)).isZero();
        assertThat(uv.value(w, 1)).isEqualTo(uv.value(wedgeOf[v], 1), within(1e-6f));
        heights.add(uv.value(w, 1));
      }
      int parts = scheme == SubdivisionScheme.SQRT3 ? SQRT3_PARTS[levels] : 1 << levels;
      assertThat(heights).hasSize(HIGH * parts + 1);
      heights.sort(null);
      for (int i = 0; i < heights.size(); i++) {
        assertThat(heights.get(i)).isEqualTo(i / (float) parts, within(1e-5f));
      }
      assertNoTriangleSpansTheSeam(mesh, uv);
    }
  }

  private static void assertNoTriangleSpansTheSeam(TriMesh mesh, MeshAttribute uv) {
    for (int t = 0; t < mesh.triangleCount(); t++) {
      float low = 1;
      float high = 0;
      for (int k = 0; k < 3; k++) {
        low = Math.min(low, uv.value(mesh.wedge(t, k), 0));
        high = Math.max(high, uv.value(mesh.wedge(t, k), 0));
      }
      assertThat(high - low).isLessThan(1.01f / AROUND);
    }
  }

  @ParameterizedTest
  @EnumSource
  void chartsKeepTheirOutlineWithoutFolds(SubdivisionScheme scheme) {
    TriMesh mesh = Subdivision.of(tube(), scheme, Shapes.levels(3)).mesh();
    MeshAttribute uv = mesh.attribute(MeshAttribute.UV).orElseThrow();
    double area = 0;
    for (int t = 0; t < mesh.triangleCount(); t++) {
      double[] x = new double[3];
      double[] y = new double[3];
      for (int k = 0; k < 3; k++) {
        x[k] = uv.value(mesh.wedge(t, k), 0);
        y[k] = uv.value(mesh.wedge(t, k), 1);
      }
      double twice = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
      assertThat(twice).isPositive();
      area += twice / 2;
    }
    assertThat(area).as("the rectangle 1 by " + HIGH).isCloseTo(HIGH, within(1e-4));
  }

  @ParameterizedTest
  @EnumSource
  void withoutSeamsWedgesEqualVertices(SubdivisionScheme scheme) {
    TriMesh torus = Shapes.mesh(MeshSuite.torus(6, 5));
    float[] uv = new float[2 * torus.wedgeCount()];
    Arrays.fill(uv, 0.5f);
    torus = torus.withAttribute(new MeshAttribute(MeshAttribute.UV, 2, uv));
    Refined refined = Subdivision.of(torus, scheme, Shapes.levels(3));
    Masks vertices = refined.vertices().compose();
    Masks wedges = refined.wedges().compose();
    assertThat(wedges.rowCount()).isEqualTo(vertices.rowCount());
    for (int v = 0; v < vertices.rowCount(); v++) {
      assertThat(refined.mesh().vertexOfWedge(v)).isEqualTo(v);
      assertThat(wedges.length(v)).isEqualTo(vertices.length(v));
      for (int i = 0; i < vertices.length(v); i++) {
        assertThat(wedges.coefficientOf(v, vertices.column(v, i)))
            .isEqualTo(vertices.coefficient(v, i));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void textureSeamsDoNotChangePositions(SubdivisionScheme scheme) {
    TriMesh plain = Shapes.mesh(MeshSuite.cylinder(AROUND, HIGH));
    for (int levels = 2; levels <= 4; levels += 2) {
      Refined seamed = Subdivision.of(tube(), scheme, Shapes.levels(levels));
      Refined without = Subdivision.of(plain, scheme, Shapes.levels(levels));
      assertThat(middles(seamed.mesh())).isEqualTo(middles(without.mesh()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void groupsAreInheritedAndSmoothByDefault(SubdivisionScheme scheme) {
    TriMesh sphere = Shapes.mesh(MeshSuite.icosphere(1));
    int[] groups = new int[sphere.triangleCount()];
    Arrays.setAll(groups, t -> t % 3 == 0 ? 1 : 0);
    TriMesh coloured =
        new TriMesh(
            sphere.positions(), sphere.wedgeVertices(), sphere.cornerWedges(), groups, List.of());
    for (int levels = 2; levels <= 4; levels += 2) {
      SubdivisionOptions options = Shapes.levels(levels);
      Refined plain = Subdivision.of(sphere, scheme, options);
      Refined refined = Subdivision.of(coloured, scheme, options);
      assertThat(middles(refined.mesh())).isEqualTo(middles(plain.mesh()));
      int ones = (int) Arrays.stream(refined.mesh().groups()).filter(g -> g == 1).count();
      int onesBefore = (int) Arrays.stream(groups).filter(g -> g == 1).count();
      assertThat(ones * (long) groups.length)
          .isEqualTo(onesBefore * (long) refined.mesh().triangleCount());
      int parts = scheme == SubdivisionScheme.SQRT3 ? SQRT3_PARTS[levels] : 1 << levels;
      assertThat(borderEdges(refined.mesh())).isEqualTo(parts * borderEdges(coloured));
      Refined sharp = Subdivision.of(coloured, scheme, options.withSharpGroups(true));
      assertThat(middles(sharp.mesh())).isNotEqualTo(middles(plain.mesh()));
    }
  }

  private static int borderEdges(TriMesh mesh) {
    Topology topology = Topology.of(mesh);
    int count = 0;
    for (int e = 0; e < topology.edgeCount(); e++) {
      int a = mesh.group(topology.edgeTriangle(e, 0));
      int b = mesh.group(topology.edgeTriangle(e, 1));
      count += a == b ? 0 : 1;
    }
    return count;
  }

  /** Returns the positions of all triangles in any order: the mesh without its indices. */
  private static List<String> middles(TriMesh mesh) {
    List<String> out = new ArrayList<>();
    for (int t = 0; t < mesh.triangleCount(); t++) {
      double[] sum = new double[3];
      for (int k = 0; k < 9; k++) {
        sum[k % 3] += mesh.position(mesh.vertex(t, k / 3), k % 3);
      }
      out.add(
          String.format(
              Locale.ROOT,
              "%d %d %d",
              Math.round(1e9 * sum[0] + 0.31),
              Math.round(1e9 * sum[1] + 0.31),
              Math.round(1e9 * sum[2] + 0.31)));
    }
    out.sort(null);
    return out;
  }

  /** Returns the cube with a normal per face: three wedges per vertex. */
  private static PolygonMesh hardCube() {
    PolygonMesh cube = Shapes.cube();
    float[] normals = {0, 0, -1, 0, 0, 1, 0, -1, 0, 0, 1, 0, -1, 0, 0, 1, 0, 0};
    int[] cornerNormal = new int[24];
    Arrays.setAll(cornerNormal, c -> c / 4);
    return new PolygonMesh(
        cube.positions(),
        cube.uvs(),
        normals,
        cube.faceStart(),
        new PolygonMesh.Corners(cube.corners().vertex(), cube.corners().uv(), cornerNormal),
        cube.faceGroup(),
        cube.groupNames());
  }

  @ParameterizedTest
  @EnumSource
  void hardNormalsChangeNothingByDefault(SubdivisionScheme scheme) {
    Refined hard = Subdivision.of(hardCube(), scheme, Shapes.levels(3));
    Refined plain = Subdivision.of(Shapes.cube(), scheme, Shapes.levels(3));
    assertThat(hard.mesh().positions()).isEqualTo(plain.mesh().positions());
    assertThat(hard.mesh().wedgeCount()).isEqualTo(hard.mesh().vertexCount());
    assertThat(plain.mesh().attributes()).isEmpty();
    MeshAttribute normals = hard.mesh().attribute(MeshAttribute.NORMAL).orElseThrow();
    for (int w = 0; w < hard.mesh().wedgeCount(); w++) {
      double[] p = Shapes.point(hard.mesh(), hard.mesh().vertexOfWedge(w));
      double outwards = 0;
      double length = 0;
      for (int k = 0; k < 3; k++) {
        outwards += (p[k] - 0.5) * normals.value(w, k);
        length += normals.value(w, k) * normals.value(w, k);
      }
      assertThat(length).isCloseTo(1, within(1e-5));
      assertThat(outwards / Shapes.distance(p, new double[] {0.5, 0.5, 0.5})).isGreaterThan(0.85);
    }
  }

  @ParameterizedTest
  @EnumSource
  void hardEdgesBecomeCreasesOnRequest(SubdivisionScheme scheme) {
    Refined refined = Subdivision.of(hardCube(), scheme, Shapes.levels(2).withSharpNormals(true));
    TriMesh mesh = refined.mesh();
    assertThat(mesh.wedgeCount()).isGreaterThan(mesh.vertexCount());
    assertThat(refined.wedges().rowCount()).isEqualTo(mesh.wedgeCount());
    MeshAttribute normals = mesh.attribute(MeshAttribute.NORMAL).orElseThrow();
    for (int v = 0; v < mesh.vertexCount(); v++) {
      double[] p = Shapes.point(mesh, v);
      assertThat(Math.min(Math.min(p[0] * (1 - p[0]), p[1] * (1 - p[1])), p[2] * (1 - p[2])))
          .as("on a side of the cube")
          .isCloseTo(0, within(1e-15));
    }
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      float largest = 0;
      for (int k = 0; k < 3; k++) {
        largest = Math.max(largest, Math.abs(normals.value(w, k)));
      }
      assertThat(largest).isEqualTo(1, within(1e-6f));
    }
    assertThat(Topology.of(mesh).boundaryEdgeCount()).isZero();
  }

  @Test
  void tangentsStayPerpendicularToNormals() {
    PolygonMesh cube = hardCube();
    TriMesh mesh = cube.toTriMesh();
    float[] tangents = new float[4 * mesh.wedgeCount()];
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      tangents[4 * w + w % 3] = 1;
      tangents[4 * w + 3] = -1;
    }
    mesh = mesh.withAttribute(new MeshAttribute(MeshAttribute.TANGENT, 4, tangents));
    TriMesh refined = Subdivision.of(mesh, SubdivisionScheme.LOOP, Shapes.levels(2)).mesh();
    MeshAttribute normals = refined.attribute(MeshAttribute.NORMAL).orElseThrow();
    MeshAttribute across = refined.attribute(MeshAttribute.TANGENT).orElseThrow();
    for (int w = 0; w < refined.wedgeCount(); w++) {
      double dot = 0;
      double length = 0;
      for (int k = 0; k < 3; k++) {
        dot += across.value(w, k) * normals.value(w, k);
        length += across.value(w, k) * across.value(w, k);
      }
      assertThat(dot).isCloseTo(0, within(1e-5));
      assertThat(length).isCloseTo(1, within(1e-5));
      assertThat(across.value(w, 3)).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void wedgeMasksGiveTheAttributes(SubdivisionScheme scheme) {
    TriMesh tube = tube();
    Refined refined = Subdivision.of(tube, scheme, Shapes.levels(3));
    float[] before = tube.attribute(MeshAttribute.UV).orElseThrow().toArray();
    float[] after = refined.mesh().attribute(MeshAttribute.UV).orElseThrow().toArray();
    assertThat(refined.wedges().apply(before, 2)).isEqualTo(after);
    assertThat(refined.vertices().apply(tube.positions(), 3)).isEqualTo(refined.mesh().positions());
  }

  @Test
  void quadsAreNotCut() {
    Refined refined = Subdivision.of(hardCube(), SubdivisionScheme.CATMULL_CLARK, Shapes.levels(2));
    PolygonMesh quads = refined.polygons(List.of("all"));
    assertThat(quads.faceCount()).isEqualTo(96);
    TriMesh cut = quads.toTriMesh();
    assertThat(cut.triangles()).isEqualTo(refined.mesh().triangles());
    assertThat(cut.positions()).isEqualTo(refined.mesh().positions());
  }
}
