package dev.sinew.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PointNormalsTest {
  @Test
  void sphereNormalsPointOutwards() {
    Item sphere = Shapes.sphere(40);
    float[] normals = smooth(sphere.positions, sphere.triangles);
    for (int i = 0; i < normals.length; i++) {
      assertThat(normals[i]).isCloseTo(sphere.positions[i], within(0.05f));
    }
  }

  @Test
  void cubeNormalsDoNotDependOnTheTriangulation() {
    Item cube = Shapes.cube();
    float[] normals = smooth(cube.positions, cube.triangles);
    for (int i = 0; i < normals.length; i++) {
      assertThat(normals[i]).isCloseTo(cube.positions[i] / (float) Math.sqrt(3), within(1e-6f));
    }
  }

  @Test
  void coincidentPointsShareANormalAcrossShallowFoldsOnly() {
    // Two strips meeting along x = 0, each with its own points there.
    for (float rise : new float[] {0.3f, 2f}) {
      float[] points = {
        -1, 0, 0, 0, 0, 0, 0, 1, 0, -1, 1, 0, //
        0, 0, -0f, 1, 0, rise, 1, 1, rise, 0, 1, 0
      };
      int[] triangles = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7};
      float[] n = smooth(points, triangles);
      boolean shared = n[3] == n[12] && n[4] == n[13] && n[5] == n[14];
      assertThat(shared).as("rise %s", rise).isEqualTo(rise < 1);
    }
  }

  @Test
  void degenerateTrianglesGiveNoNormal() {
    float[] points = {0, 0, 0, 1, 0, 0, 2, 0, 0, Float.NaN, 0, 0};
    assertThat(smooth(points, new int[] {0, 1, 2, 0, 1, 3, 1, 1, 1})).containsOnly(0f);
  }

  @Test
  void ringsContainExactlyTheCoincidentPoints() {
    float[] points = {0, 1, 2, 5, 5, 5, -0f, 1, 2, 0, 1, 2, 5, 5, 5.1f};
    CoincidentPoints coincident = new CoincidentPoints(points);
    assertThat(coincident.next(1)).isEqualTo(1);
    assertThat(coincident.next(4)).isEqualTo(4);
    int second = coincident.next(0);
    int third = coincident.next(second);
    assertThat(new int[] {second, third}).containsExactlyInAnyOrder(2, 3);
    assertThat(coincident.next(third)).isZero();
  }

  private static float[] smooth(float[] points, int[] triangles) {
    double[] wide = new double[points.length];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = points[i];
    }
    return PointNormals.smooth(wide, triangles, new CoincidentPoints(points));
  }
}
