package dev.sinew.io.bvh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.RealData;
import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MotionMappingTest {
  private static final String ARM =
      """
      HIERARCHY
      ROOT Upper Arm
      {
        OFFSET 0 0 0
        CHANNELS 3 Zrotation Xrotation Yrotation
        JOINT fore-arm
        {
          OFFSET 0 2 0
          CHANNELS 3 Zrotation Xrotation Yrotation
          JOINT hook
          {
            OFFSET 0 2 0
            CHANNELS 3 Zrotation Xrotation Yrotation
            End Site
            {
              OFFSET 0 1 0
            }
          }
        }
      }
      MOTION
      Frames: 2
      Frame Time: 1
      0 0 0 0 0 0 0 0 0
      90 0 0 90 0 0 0 45 0
      """;

  @Test
  void bonesPointWhereTheCaptureSays() throws Exception {
    BvhMotion motion = BvhReader.read("arm.bvh", ARM.getBytes(StandardCharsets.UTF_8), "wave");
    Skeleton target = twistedArm();
    MotionMapping mapping = MotionMapping.of(motion, target);
    assertThat(mapping.matched()).containsExactly("rig:upper_arm", "rig:ForeArm");
    assertThat(mapping.unmatched()).containsExactly("hook");

    Pose pose = new Pose(target);
    Pose rest = new Pose(target);
    mapping.clip().sample(0, pose);
    for (int j = 0; j < 3; j++) {
      assertThat(place(pose, j)).containsExactly(place(rest, j), within(1e-9));
    }
    // At rest the bones go up; a quarter turn about z lays the upper arm along −x, and one more
    // turns the forearm down.
    mapping.clip().sample(1, pose);
    assertThat(place(pose, 1)).containsExactly(new double[] {-3, 0, 0}, within(1e-9));
    assertThat(place(pose, 2)).containsExactly(new double[] {-3, -3, 0}, within(1e-9));
  }

  @Test
  void mapsRealCapturesOntoTheirOwnSkeleton() throws Exception {
    BvhMotion motion = BvhReader.read(RealData.folder("bvh").resolve("02_01.bvh"));
    MotionMapping mapping = MotionMapping.of(motion, motion.skeleton());
    assertThat(mapping.unmatched()).isEmpty();
    Pose one = new Pose(motion.skeleton());
    Pose two = new Pose(motion.skeleton());
    motion.clip().sample(1.3, one);
    mapping.clip().sample(1.3, two);
    int hand = motion.skeleton().find("LeftHand");
    int hips = motion.skeleton().find("Hips");
    for (int k = 0; k < 3; k++) {
      // But for where the whole stands: only rotations are mapped.
      assertThat(place(two, hand)[k] - place(two, hips)[k])
          .isCloseTo(place(one, hand)[k] - place(one, hips)[k], within(1e-6));
    }
  }

  /** An arm along y whose joints' own axes are turned about it. */
  private static Skeleton twistedArm() {
    double[] turn = new double[4];
    Quaternion.fromAxisAngle(0, 1, 0, 0.7, turn, 0);
    double[] one = {1, 1, 1};
    Skeleton.Builder builder = Skeleton.builder();
    int upper = builder.add("rig:upper_arm", Skeleton.NO_PARENT, new double[3], turn, one);
    int fore = builder.add("rig:ForeArm", upper, new double[] {0, 3, 0}, turn, one);
    builder.add("rig:hand", fore, new double[] {0, 3, 0}, turn, one);
    return builder.build();
  }

  private static double[] place(Pose pose, int joint) {
    double[] global = new double[Affine.SIZE];
    pose.copyGlobal(joint, global, 0);
    return new double[] {global[3], global[7], global[11]};
  }
}
