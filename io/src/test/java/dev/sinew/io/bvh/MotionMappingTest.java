package dev.sinew.io.bvh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.testkit.NeedsSharedData;
import dev.sinew.testkit.SharedData;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
  void bonesHaveTheCapturedDirections() throws Exception {
    BvhMotion motion = BvhReader.read("arm.bvh", ARM.getBytes(StandardCharsets.UTF_8), "wave");
    Skeleton target = twistedArm();
    MotionMapping mapping = MotionMapping.of(motion, target);
    assertThat(mapping.matched()).containsExactly("rig:upper_arm", "rig:ForeArm");
    assertThat(mapping.unmatched()).containsExactly("hook");

    Pose pose = new Pose(target);
    Pose rest = new Pose(target);
    mapping.clip().sample(0, pose);
    for (int j = 0; j < 3; j++) {
      assertThat(position(pose, j)).containsExactly(position(rest, j), within(1e-9));
    }
    // In the rest pose the bones point up; 90° about z rotates the upper arm to −x, and another 90°
    // rotates the forearm down.
    mapping.clip().sample(1, pose);
    assertThat(position(pose, 1)).containsExactly(new double[] {-3, 0, 0}, within(1e-9));
    assertThat(position(pose, 2)).containsExactly(new double[] {-3, -3, 0}, within(1e-9));
  }

  @NeedsSharedData
  @Test
  void mapsRealCapturesToTheirOwnSkeleton() throws Exception {
    BvhMotion motion = BvhReader.read(SharedData.path("bvh").resolve("02_01.bvh"));
    MotionMapping mapping = MotionMapping.of(motion, motion.skeleton());
    assertThat(mapping.unmatched()).isEmpty();
    Pose one = new Pose(motion.skeleton());
    Pose two = new Pose(motion.skeleton());
    motion.clip().sample(1.3, one);
    mapping.clip().sample(1.3, two);
    int hand = motion.skeleton().find("LeftHand");
    int hips = motion.skeleton().find("Hips");
    for (int k = 0; k < 3; k++) {
      // Relative to the root: only rotations are mapped.
      assertThat(position(two, hand)[k] - position(two, hips)[k])
          .isCloseTo(position(one, hand)[k] - position(one, hips)[k], within(1e-6));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "LeftArm, mixamorig:LeftArm, true",
    "mixamorig:LeftArm, leftarm, true",
    "mixamorigLeftArm, Left Arm, true",
    "mixamorig_LeftArm, LEFT-ARM, true",
    "a:b:LeftArm, left_arm, true",
    "LeftArm, RightArm, false",
    "LeftArm, LeftArm2, false",
    "左腕, rig:左腕, true",
    "左腕, 右腕, false",
    "_, -, false"
  })
  void namesMatchByLettersAndDigits(String captured, String joint, boolean matches)
      throws Exception {
    String text = ARM.replace("Upper Arm", captured);
    BvhMotion motion = BvhReader.read("arm.bvh", text.getBytes(StandardCharsets.UTF_8), "wave");
    Skeleton.Builder target = Skeleton.builder();
    target.add(joint, Skeleton.NO_PARENT, 0, 0, 0);
    MotionMapping mapping = MotionMapping.of(motion, target.build());
    assertThat(mapping.matched().contains(joint)).isEqualTo(matches);
    assertThat(mapping.unmatched().contains(captured)).isEqualTo(!matches);
  }

  /** An arm along y whose joint axes are rotated about it. */
  private static Skeleton twistedArm() {
    double[] rotation = new double[4];
    Quaternion.fromAxisAngle(0, 1, 0, 0.7, rotation, 0);
    double[] one = {1, 1, 1};
    Skeleton.Builder builder = Skeleton.builder();
    int upper = builder.add("rig:upper_arm", Skeleton.NO_PARENT, new double[3], rotation, one);
    int fore = builder.add("rig:ForeArm", upper, new double[] {0, 3, 0}, rotation, one);
    builder.add("rig:hand", fore, new double[] {0, 3, 0}, rotation, one);
    return builder.build();
  }

  private static double[] position(Pose pose, int joint) {
    double[] global = new double[Affine.SIZE];
    pose.copyGlobal(joint, global, 0);
    return new double[] {global[3], global[7], global[11]};
  }
}
