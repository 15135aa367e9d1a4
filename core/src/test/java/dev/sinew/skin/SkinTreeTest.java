package dev.sinew.skin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import org.junit.jupiter.api.Test;

class SkinTreeTest {
  private static final int HAND = 0;
  private static final int SPINE = 1;
  private static final int ARM = 2;
  private static final int LEG = 3;
  private static final int TAIL = 4;
  private static final int OTHER = 5;

  /** The skin has another joint order than the skeleton and lacks one of its joints. */
  private final SkinTree tree = tree();

  private static SkinTree tree() {
    Skeleton.Builder joints = Skeleton.builder();
    int spine = joints.add("spine", Skeleton.NO_PARENT, 0, 1, 0);
    int shoulder = joints.add("shoulder, not in the skin", spine, 1, 0, 0);
    int arm = joints.add("arm", shoulder, 1, 0, 0);
    int hand = joints.add("hand", arm, 1, 0, 0);
    int leg = joints.add("leg", spine, 0, -1, 0);
    int tail = joints.add("tail", spine, 0, 0, -2);
    int other = joints.add("other", Skeleton.NO_PARENT, 9, 9, 9);
    int[] inSkin = {hand, spine, arm, leg, tail, other};
    Pose rest = new Pose(joints.build());
    double[] inverse = new double[Affine.SIZE * inSkin.length];
    for (int j = 0; j < inSkin.length; j++) {
      rest.copyGlobal(inSkin[j], inverse, Affine.SIZE * j);
      Affine.invert(inverse, Affine.SIZE * j, inverse, Affine.SIZE * j);
    }
    return new SkinTree(rest.skeleton(), new Skin("skin", inSkin, inverse));
  }

  @Test
  void parentsSkipJointsOutsideTheSkin() {
    assertThat(tree.parent).containsExactly(ARM, SkinTree.NONE, SPINE, SPINE, SPINE, SkinTree.NONE);
    assertThat(tree.order).containsExactly(SPINE, ARM, HAND, LEG, TAIL, OTHER);
  }

  @Test
  void meetingPointsLieBetweenTheJoints() {
    assertMeeting(ARM, HAND, 3, 1, 0);
    assertMeeting(HAND, ARM, 3, 1, 0);
    assertMeeting(SPINE, HAND, 2, 1, 0);
    assertMeeting(LEG, TAIL, 0, 0.5, -1);
    assertMeeting(HAND, LEG, 1, 0.5, 0);
    assertMeeting(OTHER, ARM, 4.5, 5, 4.5);
  }

  private void assertMeeting(int a, int b, double x, double y, double z) {
    double[] out = new double[3];
    tree.meetingPoint(a, b, out);
    assertThat(out).containsExactly(new double[] {x, y, z}, within(1e-12));
  }
}
