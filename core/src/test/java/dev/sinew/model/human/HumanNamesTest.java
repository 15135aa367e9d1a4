package dev.sinew.model.human;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.Skeleton;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One body with the names of many programs. */
class HumanNamesTest {
  /** The bones that {@link #body} gives names, in its order. */
  private static final List<HumanBone> BONES =
      List.of(
          HumanBone.HIPS,
          HumanBone.SPINE,
          HumanBone.CHEST,
          HumanBone.NECK,
          HumanBone.HEAD,
          HumanBone.LEFT_SHOULDER,
          HumanBone.LEFT_UPPER_ARM,
          HumanBone.LEFT_LOWER_ARM,
          HumanBone.LEFT_HAND,
          HumanBone.LEFT_UPPER_LEG,
          HumanBone.LEFT_LOWER_LEG,
          HumanBone.LEFT_FOOT,
          HumanBone.LEFT_TOES);

  /** A body of the joints of {@link #BONES}; those of the right side replace "<" and ">". */
  private static Skeleton body(String names) {
    String[] name = names.trim().split("\\s*,\\s*", -1);
    Skeleton.Builder out = Skeleton.builder();
    int root = out.add("root", Skeleton.NO_PARENT, 0, 0, 0);
    int hips = out.add(name[0], root, 0, 1, 0);
    int spine = out.add(name[1], hips, 0, 0.2, 0);
    int chest = out.add(name[2], spine, 0, 0.2, 0);
    int neck = out.add(name[3], chest, 0, 0.2, 0);
    int head = out.add(name[4], neck, 0, 0.1, 0);
    out.add(name[4] + "_end", head, 0, 0.2, 0);
    for (int side = 1; side >= -1; side -= 2) {
      int arm = chest;
      for (int k = 5; k < 9; k++) {
        if (!name[k].equals("-")) {
          arm = out.add(sided(name[k], side), arm, 0.2 * side, 0, 0);
        }
      }
      int leg = hips;
      for (int k = 9; k < 13; k++) {
        double down = k == 9 || k == 12 ? 0 : -0.4;
        leg = out.add(sided(name[k], side), leg, k == 9 ? 0.1 * side : 0, down, k == 12 ? 0.1 : 0);
      }
    }
    return out.build();
  }

  /** "<" stands for left or right, "{" for L or R, "(" for l or r, "[" for the Japanese ones. */
  private static String sided(String name, int side) {
    return side > 0
        ? name.replace("<", "Left").replace("{", "L").replace("(", "l").replace("[", "左")
        : name.replace("<", "Right").replace("{", "R").replace("(", "r").replace("[", "右");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Mixamo, CMU and others: the arm and the leg are what no other joint is.
        "mixamorig:Hips, mixamorig:Spine, mixamorig:Spine1, mixamorig:Neck, mixamorig:Head,"
            + " mixamorig:<Shoulder, mixamorig:<Arm, mixamorig:<ForeArm, mixamorig:<Hand,"
            + " mixamorig:<UpLeg, mixamorig:<Leg, mixamorig:<Foot, mixamorig:<ToeBase",
        "pelvis, spine_01, spine_02, neck_01, head, clavicle_(, upperarm_(, lowerarm_(, hand_(,"
            + " thigh_(, calf_(, foot_(, ball_(",
        "Hips, Spine, Chest, Neck, Head, < shoulder, < arm, < elbow, < wrist, < leg, < knee,"
            + " < ankle, < toe",
        "Bip001 Pelvis, Bip001 Spine, Bip001 Spine1, Bip001 Neck, Bip001 Head,"
            + " Bip001 { Clavicle, Bip001 { UpperArm, Bip001 { Forearm, Bip001 { Hand,"
            + " Bip001 { Thigh, Bip001 { Calf, Bip001 { Foot, Bip001 { Toe0",
        "DEF-spine, DEF-spine.001, DEF-spine.002, DEF-neck, DEF-head, DEF-shoulder.{,"
            + " DEF-upper_arm.{, DEF-forearm.{, DEF-hand.{, DEF-thigh.{, DEF-shin.{, DEF-foot.{,"
            + " DEF-toe.{",
        "hip, abdomenLower, chestUpper, neckLower, head, (Collar, (ShldrBend, (ForearmBend, (Hand,"
            + " (ThighBend, (Shin, (Foot, (Toe",
        "J_Bip_C_Hips, J_Bip_C_Spine, J_Bip_C_Chest, J_Bip_C_Neck, J_Bip_C_Head,"
            + " J_Bip_{_Shoulder, J_Bip_{_UpperArm, J_Bip_{_LowerArm, J_Bip_{_Hand,"
            + " J_Bip_{_UpperLeg, J_Bip_{_LowerLeg, J_Bip_{_Foot, J_Bip_{_ToeBase",
        "torso_joint_1, torso_joint_2, torso_joint_3, neck_joint_1, neck_joint_2, -, arm_joint_{_1,"
            + " arm_joint_{_2, arm_joint_{_3, leg_joint_{_1, leg_joint_{_2, leg_joint_{_3,"
            + " leg_joint_{_5",
        "hips, spine, chest, neck, head, shoulderFBXASC046{, upper_armFBXASC046{,"
            + " forearmFBXASC046{, handFBXASC046{, thighFBXASC046{, shinFBXASC046{,"
            + " footFBXASC046{, toeFBXASC046{",
        "下半身, 上半身, 上半身2, 首, 頭, [肩, [腕, [ひじ, [手首, [足, [ひざ, [足首, [つま先",
        "joint0, joint1, joint2, neck, head, -, {_armUpper_JNT, {_armLower_JNT, {_hand_JNT,"
            + " {_legUpper_JNT, {_legLower_JNT, {_foot_JNT, {_ball_JNT"
      })
  void bodiesOfManyPrograms(String names) {
    Skeleton skeleton = body(names);
    Map<HumanBone, Integer> found = HumanNames.of(skeleton).joints();
    String[] name = names.trim().split("\\s*,\\s*", -1);
    for (int k = 0; k < BONES.size(); k++) {
      HumanBone bone = BONES.get(k);
      if (name[k].equals("-")) {
        assertThat(found).doesNotContainKey(bone);
      } else {
        for (int side = 1; side >= (bone.mirrored() == bone ? 1 : -1); side -= 2) {
          assertThat(found)
              .containsEntry(
                  side > 0 ? bone : bone.mirrored(), skeleton.find(sided(name[k], side)));
        }
      }
    }
  }

  /** A stub between hips and leg, controls and ends are no bones; fingers are counted. */
  @Test
  void whatIsBesideTheBones() {
    Skeleton.Builder out =
        Skeleton.builder(
            body(
                "hips, spine, chest, neck, head, shoulder.{, upperarm.{, lowerarm.{, wrist.{,"
                    + " upperleg.{, lowerleg.{, foot.{, toes.{"));
    int wrist = out.build().find("wrist.L");
    int hand = out.add("hand.L", wrist, 0.1, 0, 0);
    out.add("handslot.L", hand, 0.1, 0, 0);
    out.add("control-foot-roll.L", 0, 0.1, 0, 0);
    out.add("kneeIK.L", 0, 0.1, 0, 0.5);
    int first = out.add("index1.L", hand, 0.1, 0, 0);
    int second = out.add("index2.L", first, 0.1, 0, 0);
    int third = out.add("index3.L", second, 0.1, 0, 0);
    out.add("index3_end.L", third, 0.1, 0, 0);
    Map<HumanBone, Integer> found = HumanNames.of(out.build()).joints();
    assertThat(found)
        .containsEntry(HumanBone.LEFT_HAND, wrist)
        .containsEntry(HumanBone.LEFT_INDEX_PROXIMAL, first)
        .containsEntry(HumanBone.LEFT_INDEX_INTERMEDIATE, second)
        .containsEntry(HumanBone.LEFT_INDEX_DISTAL, third)
        .doesNotContainKey(HumanBone.RIGHT_INDEX_PROXIMAL);
    assertThat(found).containsEntry(HumanBone.LEFT_FOOT, out.build().find("foot.L"));
  }

  /** Names of a human body on a spine that lies between four legs. */
  @Test
  void anAnimalIsNoBody() {
    Skeleton.Builder out = Skeleton.builder();
    int hips = out.add("Hip", Skeleton.NO_PARENT, 0, 1, 0);
    int spine = out.add("Spine", hips, 0, 0, 1);
    out.add("Head", spine, 0, 0.5, 0.5);
    for (String side : List.of("Left", "Right")) {
      double x = side.equals("Left") ? 0.2 : -0.2;
      int arm = out.add(side + "UpperArm", spine, x, 0, 0);
      out.add(side + "Hand", out.add(side + "ForeArm", arm, 0, -0.5, 0), 0, -0.5, 0);
      int leg = out.add(side + "Leg1", hips, x, 0, 0);
      out.add(side + "Foot", out.add(side + "Leg2", leg, 0, -0.5, 0), 0, -0.5, 0);
    }
    assertThat(HumanNames.of(out.build())).isEqualTo(Humanoid.NONE);
  }

  @Test
  void whatTheFileTellsComesFirst() {
    Skeleton.Builder joints = Skeleton.builder();
    joints.add("a", Skeleton.NO_PARENT, 0, 1, 0);
    Humanoid told = new Humanoid(Map.of(HumanBone.HIPS, 0));
    assertThat(HumanNames.of(joints.humanoid(told).build())).isEqualTo(told);
  }
}
