package dev.sinew.distance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.TriMesh;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SamePartsTest {
  /** Squares of two triangles side by side, at these heights. */
  private static TriMesh squares(double... heights) {
    double[] positions = new double[12 * heights.length];
    int[] triangles = new int[6 * heights.length];
    for (int i = 0; i < heights.length; i++) {
      for (int c = 0; c < 4; c++) {
        int at = 12 * i + 3 * c;
        positions[at] = c == 1 || c == 2 ? 1 : 0;
        positions[at + 1] = c < 2 ? 0 : 1;
        positions[at + 2] = heights[i];
      }
      int[] corners = {0, 1, 2, 0, 2, 3};
      for (int c = 0; c < 6; c++) {
        triangles[6 * i + c] = 4 * i + corners[c];
      }
    }
    return TriMesh.of(positions, triangles);
  }

  @Test
  void partsAreKnownByTheirPlaces() {
    TriMesh original = squares(0, 0.1, 0.5);
    SameParts parts = new SameParts(original, new int[6]);
    assertThat(parts.own()).containsExactly(0, 0, 1, 1, 2, 2);
    assertThat(parts.of(squares(0.48, 0.02, 0.09), new int[6])).containsExactly(2, 2, 0, 0, 1, 1);
  }

  @Test
  void partsOfAnotherMaterialDoNotCount() {
    TriMesh original = squares(0, 0.1);
    SameParts parts = new SameParts(original, new int[] {0, 0, 1, 1});
    int[] found = parts.of(squares(0.01, 0.02, 0.03), new int[] {1, 1, 0, 0, -1, -1});
    assertThat(found).containsExactly(1, 1, 0, 0, -1, -1);
  }

  @Test
  void everyTriangleMayBeAPartOfItsOwn() {
    int count = 3000;
    double[] positions = new double[9 * count];
    for (int t = 0; t < count; t++) {
      for (int c = 0; c < 3; c++) {
        positions[9 * t + 3 * c] = t;
        positions[9 * t + 3 * c + c] += c == 0 ? 0 : 0.5;
      }
    }
    TriMesh mesh = TriMesh.of(positions, IntStream.range(0, 3 * count).toArray());
    SameParts parts = new SameParts(mesh, new int[count]);
    assertThat(parts.of(mesh, new int[count])).isEqualTo(parts.own());
  }
}
