package dev.sinew.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.math.Affine;
import dev.sinew.model.Skeleton;
import dev.sinew.model.human.HumanBone;
import dev.sinew.model.human.Humanoid;
import dev.sinew.sample.Samples;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyJointsTest {
  /** A chain of joints. */
  private static Skeleton chain(String... names) {
    Skeleton.Builder builder = Skeleton.builder();
    int parent = Skeleton.NO_PARENT;
    for (String name : names) {
      parent = builder.add(name, parent, 0, 1, 0);
    }
    return builder.build();
  }

  private static BitSet only(int... joints) {
    BitSet out = new BitSet();
    for (int joint : joints) {
      out.set(joint);
    }
    return out;
  }

  private static BitSet head(Skeleton skeleton) {
    return new BodyJoints(skeleton).head();
  }

  private static BitSet hands(Skeleton skeleton) {
    return new BodyJoints(skeleton).hands();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Head",
        "mixamorig:Head",
        "head.x",
        "Bip01 Head",
        "J_Bip_C_Head",
        "CHead",
        "HEAD",
        "head_01",
        "Jaw",
        "LeftEye",
        "eye.L",
        "lipUpper",
        "Hair1",
        "ears",
        "forehead",
        "headtop_end",
        "Head_M",
        "R_eye_Socket_bind_JNT",
        "DEF-lip.T.L.001",
        "upperlip",
        "頭"
      })
  void namesOfTheHead(String name) {
    assertThat(head(chain("Spine", "Neck", name))).isEqualTo(only(2));
    assertThat(hands(chain("Spine", "Neck", name))).isEqualTo(only());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LeftHand",
        "hand.L",
        "Bip01 R Hand",
        "lefthand",
        "mixamorig9:RightHandThumb2",
        "finger_3",
        "J_Bip_L_Hand",
        "hand_r",
        "Pinky1",
        "lHand",
        "RHand",
        "rhand",
        "DEF-f_index.01.L",
        "handFBXASC046L",
        "LFingers",
        "左手首",
        "右親指１"
      })
  void namesOfHands(String name) {
    assertThat(hands(chain("Spine", "Arm", name))).isEqualTo(only(2));
    assertThat(head(chain("Spine", "Arm", name))).isEqualTo(only());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LeftForeArm",
        "Neck",
        "spine_middle",
        "handle",
        "Ring",
        "heart",
        "Earth",
        "Index",
        "forearm_handle",
        "headset",
        "headlight_l",
        "spearhead",
        "spear_head",
        "rear_leg",
        "chair",
        "gear",
        "clip_01",
        "handslot",
        "weapon_hand_r",
        "wrist.L",
        "左足首"
      })
  void namesOfNeither(String name) {
    assertThat(head(chain("Hips", name))).isEqualTo(only());
    assertThat(hands(chain("Hips", name))).isEqualTo(only());
  }

  @Test
  void whatIsBelowBelongsToIt() {
    Skeleton skeleton = chain("Arm", "Hand.L", "Ring1", "bone_17", "weapon", "blade");
    assertThat(hands(skeleton)).isEqualTo(only(1, 2, 3));
    assertThat(head(chain("Neck", "Head", "joint4", "End"))).isEqualTo(only(1, 2, 3));
  }

  @Test
  void wordsOfNames() {
    assertThat(JointWords.of("mixamorig:LeftHandThumb_01").words())
        .isEqualTo(List.of("mixamorig", "left", "hand", "thumb"));
    assertThat(JointWords.of("CHead lefthandslot").words())
        .isEqualTo(List.of("c", "head", "left", "hand", "slot"));
    String hostile = "eyelid".repeat(10_000) + "x";
    assertThat(JointWords.of(hostile).words()).isEqualTo(List.of(hostile));
  }

  @Test
  void aWristWithFingersIsAHand() {
    Skeleton.Builder builder = Skeleton.builder();
    int wrist = builder.add("Wrist_L", Skeleton.NO_PARENT, 0, 0, 0);
    builder.add("IndexFinger1_L", wrist, 0, 1, 0);
    builder.add("Cup_L", wrist, 0, 1, 0);
    assertThat(hands(builder.build())).isEqualTo(only(0, 1, 2));
    assertThat(hands(chain("wrist.l", "hand.l"))).isEqualTo(only(1));
  }

  @Test
  void bonesDecideWhereTheyAreKnown() {
    Skeleton named = chain("Spine", "Hand", "Head", "bone_3", "bone_4");
    Skeleton told =
        named.withHumanoid(
            new Humanoid(Map.of(HumanBone.HEAD, 3, HumanBone.LEFT_LITTLE_DISTAL, 4)));
    assertThat(head(told)).isEqualTo(only(3, 4));
    assertThat(hands(told)).isEqualTo(only(4));
    // Names tell what the bones leave open.
    Skeleton partly = named.withHumanoid(new Humanoid(Map.of(HumanBone.HEAD, 3)));
    assertThat(hands(partly)).isEqualTo(only(1, 2, 3, 4));
  }

  /** The same joints with names that say nothing. */
  private static Skeleton unnamed(Skeleton skeleton) {
    Skeleton.Builder builder = Skeleton.builder();
    double[] local = new double[Affine.SIZE];
    for (int j = 0; j < skeleton.jointCount(); j++) {
      skeleton.copyRestLocal(j, local, 0);
      builder.addMatrix("bone_" + j, skeleton.parent(j), local);
    }
    return builder.build();
  }

  @Test
  void placesTellWhereNamesDoNot() {
    Skeleton biped = Samples.create("biped").character().skeleton();
    assertThat(head(biped).isEmpty()).isFalse();
    assertThat(head(unnamed(biped))).isEqualTo(head(biped));
    assertThat(hands(unnamed(biped))).isEqualTo(hands(biped));
  }

  @ParameterizedTest
  @ValueSource(strings = {"quadruped", "arm", "cylinder-bend"})
  void othersHaveNoPlaces(String name) {
    Skeleton other = unnamed(Samples.create(name).character().skeleton());
    assertThat(head(other).isEmpty()).isTrue();
    assertThat(hands(other).isEmpty()).isTrue();
  }
}
