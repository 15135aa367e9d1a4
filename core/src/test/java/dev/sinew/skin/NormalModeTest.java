package dev.sinew.skin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.math.Affine;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.TriMesh;
import dev.sinew.sample.Cylinder;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the normals of the blended tube with those of the smooth surface: the same weights as a
 * function of the height, tangents by difference quotients with a step much smaller than the mesh.
 */
class NormalModeTest {
  private static final double STEP = 1e-5;

  @ParameterizedTest
  @ValueSource(strings = {"cylinder-bend", "cylinder-twist"})
  void exactNormalsEqualThoseOfTheDeformedSurface(String name) {
    Sample sample = Samples.create(name);
    Pose pose = sample.poses().getLast();
    double plain = meanDegrees(sample, pose, NormalMode.INVERSE_TRANSPOSE);
    double exact = meanDegrees(sample, pose, NormalMode.EXACT);
    assertThat(plain).isGreaterThan(5);
    assertThat(exact).isLessThan(0.5);
  }

  private static double meanDegrees(Sample sample, Pose pose, NormalMode mode) {
    var character = sample.character();
    var part = character.parts().getFirst();
    TriMesh mesh = character.geometry(part).mesh();
    MeshAttribute rest = mesh.attribute(MeshAttribute.NORMAL).orElseThrow();
    LinearBlend blend = LinearBlend.of(character, part, mode);
    PointBuffer out = PointBuffer.allocate(blend.pointCount(), true);
    var posed = blend.newPosed();
    posed.set(pose);
    posed.fill(0, blend.pointCount(), out);
    float[] normals = Objects.requireNonNull(out.normals());
    Skin skin = character.skins().getFirst();
    double[] matrices = new double[Affine.SIZE * skin.jointCount()];
    skin.skinningMatrices(pose, matrices);
    double sum = 0;
    int count = 0;
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      double y = mesh.position(mesh.vertexOfWedge(w), 1);
      boolean mantle = Math.abs(rest.value(w, 1)) < 0.5;
      if (mantle && Math.abs(y - Cylinder.LENGTH / 2) < Cylinder.ZONE) {
        double around = Math.atan2(-rest.value(w, 2), rest.value(w, 0));
        double[] n = surfaceNormal(matrices, y, around);
        double dot = 0;
        for (int k = 0; k < 3; k++) {
          dot += n[k] * normals[3 * w + k];
        }
        sum += Math.toDegrees(Math.acos(Math.clamp(dot, -1, 1)));
        count++;
      }
    }
    return sum / count;
  }

  private static double[] surfaceNormal(double[] matrices, double y, double around) {
    double[] up =
        difference(position(matrices, y + STEP, around), position(matrices, y - STEP, around));
    double[] on =
        difference(position(matrices, y, around + STEP), position(matrices, y, around - STEP));
    double[] n = {
      on[1] * up[2] - on[2] * up[1], on[2] * up[0] - on[0] * up[2], on[0] * up[1] - on[1] * up[0]
    };
    double length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    return new double[] {n[0] / length, n[1] / length, n[2] / length};
  }

  private static double[] difference(double[] a, double[] b) {
    return new double[] {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  }

  private static double[] position(double[] matrices, double y, double around) {
    double u = Math.clamp((y - Cylinder.LENGTH / 2 + Cylinder.ZONE) / (2 * Cylinder.ZONE), 0, 1);
    double upper = u * u * (3 - 2 * u);
    double[] rest = {Cylinder.RADIUS * Math.cos(around), y, -Cylinder.RADIUS * Math.sin(around)};
    double[] a = new double[3];
    double[] b = new double[3];
    Affine.transformPoint(matrices, 0, rest, 0, a, 0);
    Affine.transformPoint(matrices, Affine.SIZE, rest, 0, b, 0);
    for (int k = 0; k < 3; k++) {
      a[k] = (1 - upper) * a[k] + upper * b[k];
    }
    return a;
  }
}
