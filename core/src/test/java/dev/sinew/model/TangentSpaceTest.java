package dev.sinew.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.sample.Samples;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Tangents of small meshes, and those of the built-in arm beside the ones of MikkTSpace. */
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

  /** The distance of the corners in the reference. */
  private static final int STEP = 7;

  /**
   * The reference is of the reference implementation: npm's mikktspace 1.1.1, {@code
   * generateTangents} with positions, normals and texture coordinates of all corners of the arm,
   * the sign negated as glTF needs it; every seventh corner, x, y, z and sign as shorts.
   */
  @Test
  void tangentsAreThoseOfMikkTSpace() throws IOException {
    TriMesh mesh = Samples.create("arm").character().meshes().getFirst().mesh();
    MeshAttribute texture = mesh.attribute(MeshAttribute.UV).orElseThrow();
    MeshAttribute found =
        TangentSpace.of(mesh, mesh.attribute(MeshAttribute.NORMAL).orElseThrow(), texture);
    boolean[] mixed = mixedWedges(mesh, texture);
    ByteBuffer expected = reference();
    assertThat(expected.remaining()).isEqualTo(8 * ((3 * mesh.triangleCount() + STEP - 1) / STEP));
    int compared = 0;
    for (int c = 0; expected.hasRemaining(); c += STEP) {
      int wedge = mesh.wedge(c / 3, c % 3);
      double cosine = 0;
      for (int k = 0; k < 3; k++) {
        cosine += expected.getShort() / 32767.0 * found.value(wedge, k);
      }
      double sign = expected.getShort() / 32767.0;
      // One tangent per wedge: where mirrored triangles meet others MikkTSpace has two.
      if (!mixed[wedge]) {
        assertThat(cosine).as("corner " + c).isGreaterThan(Math.cos(Math.toRadians(0.5)));
        assertThat((double) found.value(wedge, 3)).isEqualTo(sign);
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(1500);
  }

  private static ByteBuffer reference() throws IOException {
    try (InputStream in = TangentSpaceTest.class.getResourceAsStream("mikktspace-arm.bin")) {
      return ByteBuffer.wrap(Objects.requireNonNull(in).readAllBytes());
    }
  }

  /** Returns the wedges with triangles that are mirrored and others that are not. */
  private static boolean[] mixedWedges(TriMesh mesh, MeshAttribute uv) {
    boolean[] positive = new boolean[mesh.wedgeCount()];
    boolean[] other = new boolean[mesh.wedgeCount()];
    for (int t = 0; t < mesh.triangleCount(); t++) {
      int a = mesh.wedge(t, 0), b = mesh.wedge(t, 1), c = mesh.wedge(t, 2);
      double area =
          (uv.value(b, 0) - uv.value(a, 0)) * (uv.value(c, 1) - uv.value(a, 1))
              - (uv.value(b, 1) - uv.value(a, 1)) * (uv.value(c, 0) - uv.value(a, 0));
      for (int w : new int[] {a, b, c}) {
        (area > 0 ? positive : other)[w] = true;
      }
    }
    for (int w = 0; w < positive.length; w++) {
      positive[w] &= other[w];
    }
    return positive;
  }
}
