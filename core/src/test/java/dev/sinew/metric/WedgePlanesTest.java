package dev.sinew.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Planes at a hard edge: two squares at a right angle, joined along x. */
class WedgePlanesTest {
  private static final double[] POSITIONS = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1};
  private static final int[] WEDGE_VERTEX = {0, 1, 2, 3, 0, 1, 4, 5, 0};
  private static final int[] CORNERS = {0, 1, 2, 8, 2, 3, 4, 6, 5, 5, 6, 7};

  @Test
  void hardEdgesHavePlanesOfTheirOwnTriangles() {
    float[] normals = new float[27];
    for (int w = 0; w < 9; w++) {
      boolean floor = w < 4 || w == 8;
      normals[3 * w + (floor ? 2 : 1)] = 1;
    }
    TriMesh mesh =
        new TriMesh(
            POSITIONS,
            WEDGE_VERTEX,
            CORNERS,
            new int[4],
            List.of(new MeshAttribute(MeshAttribute.NORMAL, 3, normals)));
    AnimationCoords.Builder rows = AnimationCoords.builder();
    for (int v = 0; v < 6; v++) {
      rows.add(0, POSITIONS[3 * v], POSITIONS[3 * v + 1], POSITIONS[3 * v + 2], 1).endRow();
    }
    double[] identity = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    PoseMetric metric = new SampledMetric(List.of(identity), new double[] {1});
    TangentPlaneFit planes = WedgePlanes.of(mesh, rows.buildPoints(), metric);
    for (int w = 0; w < 9; w++) {
      double[] a = new double[3];
      double[] b = new double[3];
      planes.first().project(w, identity, a, 0);
      planes.second().project(w, identity, b, 0);
      double[] n = {
        a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
      };
      double length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      int axis = w < 4 || w == 8 ? 2 : 1;
      assertThat(n[axis] / length).as("wedge %d", w).isCloseTo(1, within(1e-9));
    }
  }
}
