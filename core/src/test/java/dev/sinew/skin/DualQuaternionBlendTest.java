package dev.sinew.skin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.math.DualQuaternion;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Deformer;
import dev.sinew.model.Influences;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.sample.Cylinder;
import dev.sinew.sample.Samples;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DualQuaternionBlendTest extends DeformerContract {
  private static final long SEED = 4;

  @Override
  Deformer create(SkinnedCharacter character, Part part) {
    return DualQuaternionBlend.of(character, part);
  }

  @ParameterizedTest
  @ValueSource(strings = {"arm", "cylinder-twist"})
  void equalsTheFormulaInDoublePrecision(String sample) {
    SkinnedCharacter character = Samples.create(sample).character();
    Random random = new Random(SEED);
    for (int k = 0; k < 3; k++) {
      Pose pose = Posing.random(character, random, 1.5, 0.1);
      float[] actual = Posing.positions(create(character, Posing.part(character)), pose);

      assertThat(Posing.distance(actual, blendInDouble(character, pose)))
          .as("seed %d", SEED)
          .isLessThan(1e-5 * character.meshes().getFirst().mesh().bounds().longestSide());
    }
  }

  /** Computes the formula: align signs with the joint of largest weight, sum, normalise, apply. */
  private static float[] blendInDouble(SkinnedCharacter character, Pose pose) {
    TriMesh mesh = character.meshes().getFirst().mesh();
    Influences influences = character.meshes().getFirst().skinning().influences().orElseThrow();
    int joints = character.skins().getFirst().jointCount();
    double[] matrices = new double[Affine.SIZE * joints];
    character.skins().getFirst().skinningMatrices(pose, matrices);
    double[] motions = new double[DualQuaternion.SIZE * joints];
    double[] q = new double[4];
    for (int j = 0; j < joints; j++) {
      int m = Affine.SIZE * j;
      Quaternion.fromMatrix(matrices, m, q, 0);
      DualQuaternion.fromRotationTranslation(
          q, 0, matrices[m + 3], matrices[m + 7], matrices[m + 11], motions, 8 * j);
    }
    float[] out = new float[3 * mesh.wedgeCount()];
    double[] affine = new double[Affine.SIZE];
    double[] p = new double[3];
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      int v = mesh.vertexOfWedge(w);
      double[] sum = new double[DualQuaternion.SIZE];
      int pivot = 8 * influences.joint(v, 0);
      for (int i = 0; i < influences.count(v); i++) {
        int at = 8 * influences.joint(v, i);
        double dot = 0;
        for (int c = 0; c < 4; c++) {
          dot += motions[pivot + c] * motions[at + c];
        }
        for (int c = 0; c < sum.length; c++) {
          sum[c] += (dot < 0 ? -1 : 1) * influences.weight(v, i) * motions[at + c];
        }
      }
      DualQuaternion.normalize(sum, 0);
      DualQuaternion.toAffine(sum, 0, affine, 0);
      for (int c = 0; c < 3; c++) {
        p[c] = mesh.position(v, c);
      }
      Affine.transformPoint(affine, 0, p, 0, p, 0);
      for (int c = 0; c < 3; c++) {
        out[3 * w + c] = (float) p[c];
      }
    }
    return out;
  }

  @Test
  void scaledBoneStaysAttachedToItsJoint() {
    SkinnedCharacter character = Cylinder.bending(90, 2).character();
    Pose pose = character.restPose();
    double[] local = new double[Affine.SIZE];
    double[] q = new double[4];
    Quaternion.fromAxisAngle(0, 0, 1, Math.PI / 2, q, 0);
    Affine.fromTrs(
        new double[] {0, Cylinder.LENGTH / 2, 0}, 0, q, 0, new double[] {2, 0.7, 2}, 0, local, 0);
    pose.setLocal(1, local, 0);
    pose.update();

    float[] out = Posing.positions(create(character, Posing.part(character)), pose);

    // The middle ring lies around the joint, which both bones map to the same position.
    double[] mean = new double[3];
    for (int side = 0; side < 24; side++) {
      for (int c = 0; c < 3; c++) {
        mean[c] += out[3 * (25 * 50 + side) + c] / 24;
      }
    }
    assertThat(mean).containsExactly(new double[] {0, Cylinder.LENGTH / 2, 0}, within(1e-5));
  }

  @Test
  void mirroredJointsGiveMirroredNormals() {
    SkinnedCharacter character = Cylinder.bending(90, 2).character();
    Pose pose = character.restPose();
    double[] mirror = new double[Affine.SIZE];
    pose.copyLocal(1, mirror, 0);
    mirror[0] = -1;
    pose.setLocal(1, mirror, 0);
    pose.update();

    float[] normals =
        Objects.requireNonNull(
            Posing.filled(create(character, Posing.part(character)), pose).normals());

    // The last ring follows the mirrored bone alone: x changes sign, and so does that of the
    // normal.
    float[] rest = character.meshes().getFirst().mesh().attribute("NORMAL").orElseThrow().toArray();
    int ring = 3 * 25 * 100;
    for (int at = ring; at < ring + 3 * 24; at += 3) {
      assertThat(normals[at]).isCloseTo(-rest[at], within(1e-5f));
      assertThat(normals[at + 2]).isCloseTo(rest[at + 2], within(1e-5f));
    }
  }
}
