package dev.sinew.pose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.sample.Samples;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Poses spread over the clips have names that lead back to them. */
class SpreadPosesTest {
  private static final int COUNT = 12;
  private static final Pattern NAME = Pattern.compile("(.*) ([\\d.]+) s");

  @Test
  void aNameIsAClipAndATime() {
    SkinnedCharacter arm = Samples.create("arm").character();
    PoseKnowledge knowledge = PoseKnowledge.of(PoseSource.CLIPS, arm, 1);
    List<Pose> poses = knowledge.spreadPoses(COUNT);
    List<String> names = knowledge.spreadNames(COUNT);
    assertThat(names).hasSize(COUNT).startsWith("rest").doesNotHaveDuplicates();
    for (int i = 1; i < COUNT; i++) {
      Matcher name = NAME.matcher(names.get(i));
      assertThat(name.matches()).as(names.get(i)).isTrue();
      Pose named = arm.restPose();
      arm.clip(name.group(1)).sample(Double.parseDouble(name.group(2)), named);
      assertThat(last(named)).containsExactly(last(poses.get(i)), within(0.01));
    }
  }

  @Test
  void randomPosesAreNumbered() {
    SkinnedCharacter arm = Samples.create("arm").character();
    SkinnedCharacter still = arm.withClips(List.of());
    PoseKnowledge knowledge = PoseKnowledge.of(PoseSource.SKELETON, still, 1);
    assertThat(knowledge.spreadPoses(3)).hasSize(3);
    assertThat(knowledge.spreadNames(3)).containsExactly("rest", "pose 1", "pose 2");
  }

  /** Returns the local transform of the last joint, which all clips of the arm move. */
  private static double[] last(Pose pose) {
    double[] out = new double[Affine.SIZE];
    pose.copyLocal(pose.skeleton().jointCount() - 1, out, 0);
    return out;
  }
}
