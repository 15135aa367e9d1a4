package dev.sinew.skin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TangentsFromTrianglesTest {
  private static final RawMesh GRID = MeshSuite.grid(4, 3);

  @Test
  void rotatesWithTheSurface() {
    TriMesh mesh = flat(1);
    // A quarter turn about z maps x to y; the sign of the bitangent is kept.
    float[] rotated = moved(mesh, new double[] {0, -1, 0, 5, 1, 0, 0, 6, 0, 0, 1, 7});
    float[] out = new float[4 * mesh.wedgeCount()];
    new TangentsFromTriangles(mesh).fill(rotated, up(mesh), 0, out);
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      assertThat(Arrays.copyOfRange(out, 4 * w, 4 * w + 4))
          .containsExactly(new float[] {0, 1, 0, 1}, within(1e-6f));
    }
  }

  @Test
  void shearsWithTheSurface() {
    TriMesh mesh = flat(-1);
    // x maps to (1, 1, 0), and so does the tangent.
    float[] sheared = moved(mesh, new double[] {1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0});
    float[] out = new float[4 * (mesh.wedgeCount() + 2)];
    float[] padded = new float[sheared.length + 6];
    float[] normals = new float[padded.length];
    System.arraycopy(sheared, 0, padded, 6, sheared.length);
    System.arraycopy(up(mesh), 0, normals, 6, sheared.length);
    new TangentsFromTriangles(mesh).fill(padded, normals, 2, out);
    float lean = (float) Math.sqrt(0.5);
    for (int w = 2; w < mesh.wedgeCount() + 2; w++) {
      assertThat(Arrays.copyOfRange(out, 4 * w, 4 * w + 4))
          .containsExactly(new float[] {lean, lean, 0, -1}, within(1e-6f));
    }
    assertThat(Arrays.copyOf(out, 8)).containsOnly(0);
  }

  @Test
  void requiresTangents() {
    TriMesh bare = TriMesh.of(GRID.positions(), GRID.triangles());
    assertThatThrownBy(() -> new TangentsFromTriangles(bare))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Returns a grid in the plane z = 0 with tangents along x. */
  private static TriMesh flat(float sign) {
    double[] positions = GRID.positions().clone();
    for (int i = 2; i < positions.length; i += 3) {
      positions[i] = 0;
    }
    TriMesh mesh = TriMesh.of(positions, GRID.triangles());
    float[] tangents = new float[4 * mesh.wedgeCount()];
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      tangents[4 * w] = 1;
      tangents[4 * w + 3] = sign;
    }
    return mesh.withAttribute(new MeshAttribute(MeshAttribute.TANGENT, 4, tangents));
  }

  private static float[] moved(TriMesh mesh, double[] affine) {
    double[] points = mesh.positions();
    float[] out = new float[points.length];
    for (int i = 0; i < points.length; i += 3) {
      Affine.transformPoint(affine, 0, points, i, points, i);
    }
    for (int i = 0; i < points.length; i++) {
      out[i] = (float) points[i];
    }
    return out;
  }

  private static float[] up(TriMesh mesh) {
    float[] normals = new float[3 * mesh.wedgeCount()];
    for (int i = 2; i < normals.length; i += 3) {
      normals[i] = 1;
    }
    return normals;
  }
}
