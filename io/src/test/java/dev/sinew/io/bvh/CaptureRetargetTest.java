package dev.sinew.io.bvh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.retarget.Motion;
import dev.sinew.retarget.Retarget;
import dev.sinew.retarget.RetargetOptions;
import dev.sinew.retarget.RetargetResult;
import dev.sinew.run.RunContext;
import dev.sinew.testkit.NeedsSharedData;
import dev.sinew.testkit.SharedData;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Captured motions on other skeletons. */
class CaptureRetargetTest {
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

  private static RetargetResult map(BvhMotion motion, Skeleton target) {
    return Retarget.run(
        new Motion(motion.skeleton(), motion.clip()),
        target,
        RetargetOptions.DEFAULTS,
        RunContext.ofThreads(1));
  }

  @Test
  void bonesHaveTheCapturedDirections() throws Exception {
    BvhMotion motion = BvhReader.read("arm.bvh", ARM.getBytes(StandardCharsets.UTF_8), "wave");
    Skeleton target = twistedArm();
    RetargetResult mapping = map(motion, target);
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
    RetargetResult mapping = map(motion, motion.skeleton());
    assertThat(mapping.unmatched()).isEmpty();
    Pose one = new Pose(motion.skeleton());
    Pose two = new Pose(motion.skeleton());
    motion.clip().sample(1.3, one);
    mapping.clip().sample(1.3, two);
    int hand = motion.skeleton().find("LeftHand");
    int hips = motion.skeleton().find("Hips");
    for (int k = 0; k < 3; k++) {
      // Relative to the root, which is moved to the ground of the rest pose.
      assertThat(position(two, hand)[k] - position(two, hips)[k])
          .isCloseTo(position(one, hand)[k] - position(one, hips)[k], within(1e-6));
    }
  }

  /** A body with splayed legs and arms stretched out that stands at x = 10, and then walks. */
  private static final String BODY =
      """
      HIERARCHY
      ROOT Hips
      {
        OFFSET 0 0 0
        CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation
      %s%s
        JOINT Spine
        {
          OFFSET 0 3 0
          CHANNELS 3 Zrotation Yrotation Xrotation
      %s%s
        }
      }
      MOTION
      Frames: 2
      Frame Time: 1
      10 19 0  0 0 0  20 0 0  0 0 0  0 0 0  -20 0 0  0 0 0  0 0 0  0 0 0  -90 0 0  0 0 0  0 0 0  \
      90 0 0  0 0 0  0 0 0
      10 19 8  0 0 0  -20 0 0  0 0 0  0 0 0  20 0 0  0 0 0  0 0 0  0 0 0  0 0 0  0 0 0  0 0 0  \
      0 0 0  0 0 0  0 0 0
      """
          .formatted(
              limb("LeftUpLeg LeftLeg LeftFoot", 2, 0, 3, -9, "0 -1 4"),
              limb("RightUpLeg RightLeg RightFoot", -2, 0, -3, -9, "0 -1 4"),
              limb("LeftArm LeftForeArm LeftHand", 2, 3, 5, 0, "2 0 0"),
              limb("RightArm RightForeArm RightHand", -2, 3, -5, 0, "-2 0 0"));

  private static String limb(String names, int x, int y, int dx, int dy, String end) {
    String[] name = names.split(" ", -1);
    String channels = "CHANNELS 3 Zrotation Yrotation Xrotation\n";
    String bone = "OFFSET " + dx + " " + dy + " 0\n" + channels;
    return "JOINT "
        + name[0]
        + "\n{\nOFFSET "
        + x
        + " "
        + y
        + " 0\n"
        + channels
        + "JOINT "
        + name[1]
        + "\n{\n"
        + bone
        + "JOINT "
        + name[2]
        + "\n{\n"
        + bone
        + "End Site\n{\nOFFSET "
        + end
        + "\n}\n}\n}\n}\n";
  }

  /** A smaller body at x = 1 with straight legs and arms that hang. */
  private static Skeleton standing() {
    Skeleton.Builder joints = Skeleton.builder();
    int hips = joints.add("Hips", Skeleton.NO_PARENT, 1, 1, 0);
    int spine = joints.add("Spine", hips, 0, 0.2, 0);
    for (int side = 1; side >= -1; side -= 2) {
      String name = side > 0 ? "Left" : "Right";
      int leg = joints.add(name + "UpLeg", hips, 0.1 * side, 0, 0);
      int knee = joints.add(name + "Leg", leg, 0, -0.5, 0);
      int foot = joints.add(name + "Foot", knee, 0, -0.5, 0);
      joints.add(name + "Toe", foot, 0, -0.05, 0.2);
      int arm = joints.add(name + "Arm", spine, 0.15 * side, 0.2, 0);
      int elbow = joints.add(name + "ForeArm", arm, 0, -0.3, 0);
      int hand = joints.add(name + "Hand", elbow, 0, -0.3, 0);
      joints.add(name + "Finger", hand, 0, -0.1, 0);
    }
    return joints.build();
  }

  @Test
  void restPosesAndSizesMayDiffer() throws Exception {
    BvhMotion motion = BvhReader.read("body.bvh", BODY.getBytes(StandardCharsets.UTF_8), "walk");
    Skeleton target = standing();
    RetargetResult mapping = map(motion, target);
    assertThat(mapping.unmatched()).isEmpty();
    Pose from = new Pose(motion.skeleton());
    Pose to = new Pose(target);
    String[] bones = {
      "LeftUpLeg LeftLeg",
      "LeftLeg LeftFoot",
      "RightUpLeg RightLeg",
      "RightLeg RightFoot",
      "LeftArm LeftForeArm",
      "LeftForeArm LeftHand",
      "RightArm RightForeArm",
      "RightForeArm RightHand"
    };
    for (double time : new double[] {0, 1}) {
      motion.clip().sample(time, from);
      mapping.clip().sample(time, to);
      for (String bone : bones) {
        assertThat(direction(to, bone))
            .as(bone + " at " + time)
            .containsExactly(direction(from, bone), within(1e-9));
      }
    }
    // At 1 s the arms are at rest in the capture, stretched out: so do hands.
    assertThat(direction(to, "LeftHand LeftFinger"))
        .containsExactly(new double[] {1, 0, 0}, within(1e-9));
    // Feet turn by as much as captured, 20° about z: they are flat in both rest poses.
    double[] toe = direction(to, "LeftFoot LeftToe");
    assertThat(toe[2]).isCloseTo(0.2 / Math.hypot(0.2, 0.05), within(1e-9));
  }

  @Test
  void thePathIsInProportionToTheLegs() throws Exception {
    BvhMotion motion = BvhReader.read("body.bvh", BODY.getBytes(StandardCharsets.UTF_8), "walk");
    RetargetResult mapping = map(motion, standing());
    Pose pose = new Pose(standing());
    // Thigh and shin: 2 √90 captured, 0.5 + 0.5 in the model.
    double scale = 1 / (2 * Math.sqrt(90));
    mapping.clip().sample(0, pose);
    double[] first = position(pose, 0);
    mapping.clip().sample(1, pose);
    double[] second = position(pose, 0);
    assertThat(first[0]).isCloseTo(1 + 10 * scale, within(1e-9));
    assertThat(second[2] - first[2]).isCloseTo(8 * scale, within(1e-9));
    assertThat(second[1] - first[1]).isCloseTo(0, within(1e-9));
    // The lowest joint of the motion is on the ground of the rest pose, where the feet are.
    double lowest = Double.POSITIVE_INFINITY;
    for (double time : new double[] {0, 1}) {
      mapping.clip().sample(time, pose);
      lowest = Math.min(lowest, position(pose, standing().find("LeftFoot"))[1]);
      lowest = Math.min(lowest, position(pose, standing().find("RightFoot"))[1]);
    }
    assertThat(lowest).isCloseTo(0, within(1e-9));
  }

  /** The same body in other axes, z up and facing −x, moves alike in its own. */
  @Test
  void axesMayDiffer() throws Exception {
    BvhMotion motion = BvhReader.read("body.bvh", BODY.getBytes(StandardCharsets.UTF_8), "walk");
    double[] turn = new double[4];
    double[] other = new double[4];
    Quaternion.fromAxisAngle(1, 0, 0, Math.PI / 2, turn, 0);
    Quaternion.fromAxisAngle(0, 0, 1, Math.PI / 2, other, 0);
    Quaternion.multiply(other, 0, turn, 0, turn, 0);
    Skeleton plain = standing();
    Skeleton.Builder joints = Skeleton.builder();
    double[] matrix = new double[Affine.SIZE];
    Affine.fromTrs(new double[3], 0, turn, 0, new double[] {1, 1, 1}, 0, matrix, 0);
    for (int j = 0; j < plain.jointCount(); j++) {
      double[] at = new double[3];
      plain.copyRestTranslation(j, at, 0);
      Affine.transformVector(matrix, 0, at, 0, at, 0);
      joints.add(plain.name(j), plain.parent(j), at[0], at[1], at[2]);
    }
    Skeleton turned = joints.build();
    Pose one = new Pose(plain);
    Pose two = new Pose(turned);
    map(motion, plain).clip().sample(1, one);
    map(motion, turned).clip().sample(1, two);
    for (int j = 1; j < plain.jointCount(); j++) {
      double[] expected = new double[3];
      double[] found = new double[3];
      for (int k = 0; k < 3; k++) {
        expected[k] = position(one, j)[k] - position(one, 0)[k];
        found[k] = position(two, j)[k] - position(two, 0)[k];
      }
      Affine.transformVector(matrix, 0, expected, 0, expected, 0);
      assertThat(found).as(plain.name(j)).containsExactly(expected, within(1e-9));
    }
  }

  private static double[] direction(Pose pose, String bone) {
    String[] ends = bone.split(" ", -1);
    double[] from = position(pose, pose.skeleton().find(ends[0]));
    double[] to = position(pose, pose.skeleton().find(ends[1]));
    double sum = 0;
    for (int k = 0; k < 3; k++) {
      to[k] -= from[k];
      sum += to[k] * to[k];
    }
    for (int k = 0; k < 3; k++) {
      to[k] /= Math.sqrt(sum);
    }
    return to;
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
    RetargetResult mapping = map(motion, target.build());
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
