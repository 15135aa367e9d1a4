package dev.sinew.model.human;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.model.Skeleton;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HumanoidTest {
  @Test
  void bonesHaveTheNamesOfVrm() {
    assertThat(HumanBone.LEFT_INDEX_PROXIMAL).hasToString("leftIndexProximal");
    assertThat(HumanBone.named("upperchest")).contains(HumanBone.UPPER_CHEST);
    assertThat(HumanBone.named("tail")).isEmpty();
    assertThat(HumanBone.values()).hasSize(55);
    assertThat(HumanBone.RIGHT_LITTLE_DISTAL.isOfHand()).isTrue();
    assertThat(HumanBone.LEFT_LOWER_ARM.isOfHand()).isFalse();
  }

  @Test
  void aSkeletonKeepsItsBones() {
    Skeleton.Builder joints = Skeleton.builder();
    joints.add("hips", Skeleton.NO_PARENT, 0, 1, 0);
    joints.add("head", 0, 0, 1, 0);
    Skeleton skeleton =
        joints.humanoid(new Humanoid(Map.of(HumanBone.HIPS, 0, HumanBone.HEAD, 1))).build();
    assertThat(Skeleton.builder(skeleton).build().humanoid()).isEqualTo(skeleton.humanoid());
    assertThatThrownBy(() -> skeleton.withHumanoid(new Humanoid(Map.of(HumanBone.HEAD, 4))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("joint of head[0]: expected 0 to 1, got 4");
  }
}
