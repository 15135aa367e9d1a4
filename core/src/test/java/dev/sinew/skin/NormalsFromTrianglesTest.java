package dev.sinew.skin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.sample.Cylinder;
import dev.sinew.sample.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NormalsFromTrianglesTest {
  private static final Sample TUBE = Cylinder.bending(90, 2);

  @Test
  void approximateTheNormalsOfATube() {
    PointBuffer points = points(TUBE.mesh());
    float[] expected = TUBE.mesh().attribute(MeshAttribute.NORMAL).orElseThrow().toArray();

    new NormalsFromTriangles(TUBE.mesh()).fill(0, TUBE.mesh().wedgeCount(), points);

    // Boundary vertices have triangles on one side only, tilted by half of 1/24 of a turn.
    assertThat(Posing.distance(Objects.requireNonNull(points.normals()), expected))
        .isLessThan(Math.PI / 24 + 0.01);
  }

  @Test
  void seamsShareNormalsButHardEdgesDoNot() {
    SkinnedCharacter character = TUBE.character();
    Pose bent = TUBE.poses().getLast();
    PointBuffer points =
        Posing.filled(DualQuaternionBlend.of(character, Posing.part(character)), bent);
    TriMesh mesh = TUBE.mesh();
    float[] rest = mesh.attribute(MeshAttribute.NORMAL).orElseThrow().toArray();

    new NormalsFromTriangles(mesh).fill(0, mesh.wedgeCount(), points);

    float[] normals = Objects.requireNonNull(points.normals());
    int seams = 0;
    int edges = 0;
    for (int a = 0; a < mesh.wedgeCount(); a++) {
      for (int b = a + 1; b < mesh.wedgeCount(); b++) {
        if (mesh.vertexOfWedge(a) != mesh.vertexOfWedge(b)) {
          continue;
        }
        if (dot(rest, a, b) > 0.99) {
          assertThat(dot(normals, a, b)).isGreaterThan(0.99999);
          seams++;
        } else {
          assertThat(dot(normals, a, b)).isLessThan(0.5);
          edges++;
        }
      }
    }
    assertThat(seams).isPositive();
    assertThat(edges).isPositive();
  }

  @Test
  void trianglesCountByArea() {
    // Two triangles share an edge; one lies flat and is nine times as large as the upright one.
    TriMesh mesh =
        TriMesh.of(new double[] {0, 0, 0, 1, 0, 0, 0, 9, 0, 0, 0, 1}, new int[] {0, 1, 2, 1, 0, 3});
    PointBuffer points = points(mesh);

    new NormalsFromTriangles(mesh).fill(0, 4, points);

    float[] n = Objects.requireNonNull(points.normals());
    double length = Math.sqrt(82);
    assertThat(
            Posing.distance(
                Arrays.copyOf(n, 3), new float[] {0, (float) (1 / length), (float) (9 / length)}))
        .isLessThan(1e-6);
  }

  @Test
  void pointsWithoutAreaHaveZeroNormals() {
    TriMesh mesh =
        TriMesh.of(new double[] {0, 0, 0, 1, 0, 0, 2, 0, 0, 5, 5, 5}, new int[] {0, 1, 2});
    PointBuffer points = points(mesh);

    new NormalsFromTriangles(mesh).fill(0, 4, points);

    assertThat(points.normals()).containsOnly(0);
  }

  @Test
  void everySplitGivesTheSame() {
    TriMesh mesh = TUBE.mesh();
    NormalsFromTriangles normals = new NormalsFromTriangles(mesh);
    PointBuffer whole = points(mesh);
    normals.fill(0, mesh.wedgeCount(), whole);
    PointBuffer split = points(mesh);
    Random random = new Random(3);
    for (int from = 0; from < mesh.wedgeCount(); ) {
      int to = Math.min(mesh.wedgeCount(), from + random.nextInt(500));
      normals.fill(from, to, split);
      from = to;
    }

    assertThat(split.normals()).isEqualTo(whole.normals());
  }

  @Test
  void wrongSizesAreRejected() {
    NormalsFromTriangles normals = new NormalsFromTriangles(TUBE.mesh());
    int n = TUBE.mesh().wedgeCount();
    List<PointBuffer> tooSmall =
        List.of(
            new PointBuffer(new float[3 * n - 3], new float[3 * n], 0),
            new PointBuffer(new float[3 * n], new float[3 * n - 3], 0),
            new PointBuffer(new float[3 * n], null, 0));
    for (PointBuffer points : tooSmall) {
      assertThatThrownBy(() -> normals.fill(0, 1, points))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static PointBuffer points(TriMesh mesh) {
    return new PointBuffer(mesh.wedgePositions(), new float[3 * mesh.wedgeCount()], 0);
  }

  private static double dot(float[] v, int a, int b) {
    return v[3 * a] * v[3 * b] + v[3 * a + 1] * v[3 * b + 1] + v[3 * a + 2] * v[3 * b + 2];
  }
}
