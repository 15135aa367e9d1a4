package dev.sinew.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.testkit.RawMesh;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Normals of meshes that have none. */
class CreaseNormalsTest {
  private static final int[] CUBE = {
    0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, //
    2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5
  };

  private static double[] corners() {
    double[] out = new double[24];
    Arrays.setAll(out, i -> (((i / 3) >> (i % 3)) & 1) == 1 ? 1 : -1);
    return out;
  }

  private static MeshAttribute normals(TriMesh mesh) {
    return mesh.attribute(MeshAttribute.NORMAL).orElseThrow();
  }

  @ParameterizedTest
  @MethodSource("dev.sinew.testkit.MeshSuite#all")
  void anyMeshKeepsItsVerticesAndTriangles(RawMesh raw) {
    TriMesh mesh = TriMesh.of(raw.positions(), raw.triangles());
    TriMesh made = CreaseNormals.ensure(mesh);
    assertThat(made.positions()).isEqualTo(raw.positions());
    assertThat(made.triangles()).isEqualTo(raw.triangles());
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      assertThat(made.vertexOfWedge(w)).isEqualTo(w);
    }
    for (int w = 0; w < made.wedgeCount(); w++) {
      double square = 0;
      for (int k = 0; k < 3; k++) {
        square += (double) normals(made).value(w, k) * normals(made).value(w, k);
      }
      assertThat(square).isCloseTo(1, within(1e-5));
    }
    assertThat(CreaseNormals.ensure(made)).isSameAs(made);
  }

  @Test
  void theEdgesOfACubeAreHard() {
    TriMesh cube = CreaseNormals.ensure(TriMesh.of(corners(), CUBE));
    assertThat(cube.wedgeCount()).isEqualTo(24);
    for (int t = 0; t < cube.triangleCount(); t++) {
      double[] face = cube.areaNormal(t);
      for (int c = 0; c < 3; c++) {
        for (int k = 0; k < 3; k++) {
          assertThat(normals(cube).value(cube.wedge(t, c), k))
              .isCloseTo((float) (face[k] / 4), within(1e-6f));
        }
      }
    }
  }

  /** Tubes with six sides or more are round, with fewer they are prisms. */
  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6, 8, 20})
  void sidesAreRoundFromSixOn(int sides) {
    double[] positions = new double[6 * sides];
    int[] triangles = new int[6 * sides];
    for (int i = 0; i < 2 * sides; i++) {
      int side = i / 2;
      double angle = 2 * Math.PI * side / sides;
      // Positions of files are floats.
      positions[3 * i] = (float) Math.cos(angle);
      positions[3 * i + 1] = i % 2;
      positions[3 * i + 2] = (float) -Math.sin(angle);
      int next = (i + 2) % (2 * sides);
      int[] one = i % 2 == 0 ? new int[] {i, next, i + 1} : new int[] {i, next - 1, next};
      System.arraycopy(one, 0, triangles, 3 * i, 3);
    }
    TriMesh tube = CreaseNormals.ensure(TriMesh.of(positions, triangles));
    assertThat(tube.wedgeCount()).isEqualTo(sides < 6 ? 4 * sides : 2 * sides);
    for (int w = 0; sides >= 6 && w < tube.wedgeCount(); w++) {
      for (int k = 0; k < 3; k++) {
        float outwards = k == 1 ? 0 : (float) tube.position(w, k);
        assertThat(normals(tube).value(w, k)).isCloseTo(outwards, within(1e-5f));
      }
    }
  }

  /** Values of a texture seam stay with their sides, and its normals agree. */
  @Test
  void aTextureSeamIsNoCrease() {
    double[] positions = {0, 0, 0, 1, 0, 0.1, 1, 1, 0.1, 0, 1, 0, -1, 0, 0.1, -1, 1, 0.1};
    int[] wedges = {0, 1, 2, 3, 4, 5, 0, 3};
    int[] corners = {0, 1, 2, 0, 2, 3, 4, 6, 7, 4, 7, 5};
    float[] uv = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    TriMesh mesh =
        new TriMesh(
            positions,
            wedges,
            corners,
            new int[4],
            List.of(new MeshAttribute(MeshAttribute.UV, 2, uv)));
    TriMesh made = CreaseNormals.ensure(mesh);
    assertThat(made.cornerWedges()).isEqualTo(corners);
    assertThat(made.attribute(MeshAttribute.UV).orElseThrow().toArray()).isEqualTo(uv);
    for (int k = 0; k < 3; k++) {
      assertThat(normals(made).value(6, k)).isEqualTo(normals(made).value(0, k));
      assertThat(normals(made).value(0, k)).isCloseTo(k == 2 ? 1f : 0f, within(1e-6f));
    }
  }
}
