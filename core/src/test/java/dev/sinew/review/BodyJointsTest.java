package dev.sinew.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.Skeleton;
import java.util.BitSet;
import java.util.List;
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
        "forehead"
      })
  void namesOfTheHead(String name) {
    assertThat(BodyJoints.head(chain("Spine", "Neck", name))).isEqualTo(only(2));
    assertThat(BodyJoints.hands(chain("Spine", "Neck", name))).isEqualTo(only());
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
        "Pinky1"
      })
  void namesOfHands(String name) {
    assertThat(BodyJoints.hands(chain("Spine", "Arm", name))).isEqualTo(only(2));
    assertThat(BodyJoints.head(chain("Spine", "Arm", name))).isEqualTo(only());
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
        "Index"
      })
  void namesOfNeither(String name) {
    assertThat(BodyJoints.head(chain("Hips", name))).isEqualTo(only());
    assertThat(BodyJoints.hands(chain("Hips", name))).isEqualTo(only());
  }

  @Test
  void whatIsBelowBelongsToIt() {
    Skeleton skeleton = chain("Arm", "Hand.L", "Ring1", "bone_17", "weapon", "blade");
    assertThat(BodyJoints.hands(skeleton)).isEqualTo(only(1, 2, 3));
    assertThat(BodyJoints.head(chain("Neck", "Head", "joint4", "End"))).isEqualTo(only(1, 2, 3));
  }

  @Test
  void wordsOfNames() {
    assertThat(BodyJoints.words("mixamorig:LeftHandThumb_01"))
        .isEqualTo(List.of("mixamorig", "left", "hand", "thumb"));
  }
}
