package dev.sinew.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.sinew.bounds.MovingPoints;
import dev.sinew.bounds.ReachBounds;
import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.pose.JointRanges;
import dev.sinew.sample.Samples;
import dev.sinew.skin.AnimationSpace;
import dev.sinew.skin.LinearBlend;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LinearSkinTest {
  private static final long SEED = 12;
  private static final SkinnedCharacter CHARACTER = Samples.create("arm").character();
  private static final Part PART = CHARACTER.parts().getFirst();
  private static final Part RIGID =
      new Part("rigid", PART.node(), PART.mesh(), SkinnedCharacter.NO_SKIN);

  private static Pose randomPose(Random random) {
    Pose pose = CHARACTER.restPose();
    double[] local = new double[Affine.SIZE];
    double[] motion = new double[Affine.SIZE];
    double[] q = new double[4];
    for (int j = 0; j < CHARACTER.skeleton().jointCount(); j++) {
      Quaternion.fromAxisAngle(
          random.nextGaussian(), random.nextGaussian(), random.nextGaussian(), 1.5, q, 0);
      double[] shift = {random.nextDouble(), random.nextDouble(), random.nextDouble()};
      Affine.fromTrs(shift, 0, q, 0, new double[] {1, 1.2, 0.9}, 0, motion, 0);
      pose.copyLocal(j, local, 0);
      Affine.multiply(local, 0, motion, 0, local, 0);
      pose.setLocal(j, local, 0);
    }
    pose.update();
    return pose;
  }

  private static float[] posed(Deformer deformer, Pose pose) {
    PointBuffer out = PointBuffer.allocate(deformer.pointCount(), false);
    Deformer.Posed posed = deformer.newPosed();
    posed.set(pose);
    posed.fill(0, deformer.pointCount(), out);
    return out.positions();
  }

  private static float[] projected(LinearSkin linear, Pose pose) {
    double[] globals = new double[Affine.SIZE * linear.skin().jointCount()];
    for (int j = 0; j < linear.skin().jointCount(); j++) {
      pose.copyGlobal(linear.skin().joint(j), globals, Affine.SIZE * j);
    }
    double[] point = new double[3];
    float[] out = new float[3 * linear.coords().rowCount()];
    AnimationCoords coords = linear.coords();
    for (int r = 0; r < coords.rowCount(); r++) {
      coords.project(r, globals, point, 0);
      for (int k = 0; k < 3; k++) {
        out[3 * r + k] = (float) point[k];
      }
    }
    return out;
  }

  private static void assertPosesAlike(Deformer deformer, LinearSkin linear) {
    Random random = new Random(SEED);
    for (int round = 0; round < 10; round++) {
      Pose pose = randomPose(random);
      float[] expected = posed(deformer, pose);
      float size = 0;
      for (float x : expected) {
        size = Math.max(size, Math.abs(x));
      }
      assertArrayEquals(expected, projected(linear, pose), 1e-5f * size, "seed " + SEED);
    }
  }

  @Test
  void linearBlendPosesAsItsCoordinates() {
    for (Part part : List.of(PART, RIGID)) {
      LinearBlend blend = LinearBlend.of(CHARACTER, part);
      assertPosesAlike(blend, blend);
    }
  }

  @Test
  void animationSpacePosesAsItsCoordinates() {
    AnimationSpace space = AnimationSpace.of(CHARACTER, PART);
    assertPosesAlike(space, space);
  }

  @Test
  void boundsOfADeformerEqualThoseOfItsPart() {
    ReachBounds bounds =
        ReachBounds.of(
            CHARACTER.skeleton(), JointRanges.ofClips(CHARACTER.skeleton(), CHARACTER.clips()));
    TriMesh mesh = CHARACTER.geometry(PART).mesh();
    for (Part part : List.of(PART, RIGID)) {
      LinearSkin blend = LinearBlend.of(CHARACTER, part);
      LinearSkin whole = LinearSkin.of(CHARACTER, part);
      AnimationCoords perWedge = blend.coords();
      for (int w = 0; w < mesh.wedgeCount(); w++) {
        int v = mesh.vertexOfWedge(w);
        assertThat(bounds.sphere(blend.skin(), perWedge, w))
            .isEqualTo(bounds.sphere(whole.skin(), whole.coords(), v));
      }
      assertSameMotion(MovingPoints.of(blend), MovingPoints.of(CHARACTER, part), mesh);
    }
  }

  private static void assertSameMotion(MovingPoints wedges, MovingPoints vertices, TriMesh mesh) {
    Pose pose = randomPose(new Random(SEED));
    double[] a = new double[3 * wedges.count()];
    double[] b = new double[3 * vertices.count()];
    wedges.project(pose, a);
    vertices.project(pose, b);
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      int v = mesh.vertexOfWedge(w);
      assertThat(wedges.mainNode(w)).isEqualTo(vertices.mainNode(v));
      for (int k = 0; k < 3; k++) {
        assertThat(a[3 * w + k]).isEqualTo(b[3 * v + k]);
      }
    }
  }

  @Test
  void rejectsJointsOutsideTheSkin() {
    AnimationCoords far =
        AnimationCoords.points(new int[] {0, 1}, new int[] {99}, new double[] {0, 0, 0, 1});
    Skin skin = CHARACTER.skins().getFirst();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LinearSkin.of(skin, far))
        .withMessageContaining("need 100");
  }
}
