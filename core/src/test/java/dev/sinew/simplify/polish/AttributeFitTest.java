package dev.sinew.simplify.polish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.distance.TextureIslands;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A square of many triangles and one of few, with attributes that are linear in the position. */
class AttributeFitTest {
  private static final long SEED = 5;
  private static final RunContext CONTEXT = RunContext.ofThreads(1);

  /** Returns a square from 0 to 1 of n × n cells with a seam in the middle. */
  private static TriMesh square(int n, double noise) {
    Random random = new Random(SEED);
    int side = n + 1;
    double[] positions = new double[3 * side * side];
    // Two columns of wedges in the middle.
    int columns = side + 1;
    int[] wedgeVertex = new int[columns * side];
    float[] uv = new float[2 * wedgeVertex.length];
    float[] normals = new float[3 * wedgeVertex.length];
    for (int r = 0; r < side; r++) {
      for (int c = 0; c < columns; c++) {
        int column = c <= n / 2 ? c : c - 1;
        int w = columns * r + c;
        wedgeVertex[w] = side * r + column;
        double x = (double) column / n;
        double y = (double) r / n;
        positions[3 * wedgeVertex[w]] = x;
        positions[3 * wedgeVertex[w] + 1] = y;
        double shift = c <= n / 2 ? 0 : 5;
        uv[2 * w] = (float) (2 * x + y + shift + noise * random.nextGaussian());
        uv[2 * w + 1] = (float) (x - y + noise * random.nextGaussian());
        normals[3 * w + 2] = 1;
        normals[3 * w] = (float) (noise * random.nextGaussian());
      }
    }
    int[] corners = new int[6 * n * n];
    int at = 0;
    for (int r = 0; r < n; r++) {
      for (int c = 0; c < n; c++) {
        int a = columns * r + (c < n / 2 ? c : c + 1);
        for (int corner : new int[] {0, 1, columns + 1, 0, columns + 1, columns}) {
          corners[at++] = a + corner;
        }
      }
    }
    return new TriMesh(
        positions,
        wedgeVertex,
        corners,
        new int[corners.length / 3],
        List.of(
            new MeshAttribute(MeshAttribute.NORMAL, 3, normals),
            new MeshAttribute(MeshAttribute.UV, 2, uv)));
  }

  @Test
  void linearAttributesAreFound() {
    TriMesh fitted = AttributeFit.run(square(8, 0), square(2, 0.02), CONTEXT);
    TriMesh exact = square(2, 0);
    for (String name : List.of(MeshAttribute.UV, MeshAttribute.NORMAL)) {
      MeshAttribute found = fitted.attribute(name).orElseThrow();
      MeshAttribute wanted = exact.attribute(name).orElseThrow();
      for (int w = 0; w < exact.wedgeCount(); w++) {
        for (int k = 0; k < found.components(); k++) {
          // The values before have a small weight.
          assertThat(found.value(w, k)).isCloseTo(wanted.value(w, k), within(0.002f));
        }
      }
    }
  }

  @Test
  void perfectAttributesStay() {
    TriMesh level = square(2, 0);
    TriMesh fitted = AttributeFit.run(square(8, 0), level, CONTEXT);
    assertThat(fitted.attribute(MeshAttribute.UV).orElseThrow().toArray())
        .usingComparatorWithPrecision(1e-5f)
        .containsExactly(level.attribute(MeshAttribute.UV).orElseThrow().toArray());
  }

  /** Samples that face away from the original have nothing to fit to. */
  @Test
  void theBackIsNoTarget() {
    TriMesh level = square(2, 0.02);
    int[] flipped = level.cornerWedges();
    for (int t = 0; t < flipped.length; t += 3) {
      int swap = flipped[t];
      flipped[t] = flipped[t + 1];
      flipped[t + 1] = swap;
    }
    TriMesh back =
        new TriMesh(
            level.positions(), level.wedgeVertices(), flipped, level.groups(), level.attributes());
    TriMesh fitted = AttributeFit.run(square(8, 0), back, CONTEXT);
    assertThat(fitted.attribute(MeshAttribute.UV).orElseThrow().toArray())
        .containsExactly(level.attribute(MeshAttribute.UV).orElseThrow().toArray());
  }

  @Test
  void islandsEndAtSeams() {
    TriMesh mesh = square(4, 0);
    TextureIslands islands =
        new TextureIslands(mesh, mesh.attribute(MeshAttribute.UV).orElseThrow());
    int[] found = new int[mesh.triangleCount()];
    Arrays.setAll(found, islands::of);
    assertThat(Arrays.stream(found).distinct().count()).isEqualTo(2);
    for (int t = 0; t < found.length; t++) {
      boolean left =
          mesh.position(mesh.vertex(t, 0), 0)
                  + mesh.position(mesh.vertex(t, 1), 0)
                  + mesh.position(mesh.vertex(t, 2), 0)
              < 1.5;
      assertThat(found[t] == found[0]).isEqualTo(left);
    }
  }
}
