package dev.sinew.posespace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.Pose;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoseSpaceTest {
  @ParameterizedTest
  @CsvSource({
    "false, TRANSFORM",
    "true, TRANSFORM",
    "false, TWIST",
    "false, NEIGHBOURS",
    "true, NEIGHBOURS"
  })
  void walkingUnderAStillRootIsNoChangeOfPose(boolean withProp, JointSpace space) {
    WalkingTube tube = new WalkingTube(withProp);
    PoseSpace joints = PoseSpace.of(tube.character, space);
    assertThat(joints.indices().getFirst()).isEqualTo(WalkingTube.LOWER);
    assertThat(joints.indices()).doesNotContain(WalkingTube.ROOT);
    PoseDatabase database =
        PoseSpaceTraining.run(
                tube.character,
                tube.examples,
                TrainOptions.DEFAULTS.withSpace(space),
                RunContext.ofThreads(1))
            .database();
    float[] here = shape(tube, database, tube.pose(40, 0));
    float[] there = shape(tube, database, tube.pose(40, 3));
    float largest = 0;
    for (int i = 0; i < here.length; i++) {
      largest = Math.max(largest, Math.abs(there[i] - here[i] - (i % 3 == 0 ? 3 : 0)));
    }
    assertThat(largest).isLessThan(2e-6f);
  }

  private static float[] shape(WalkingTube tube, PoseDatabase database, Pose pose) {
    CharacterSurface.Posed posed =
        CharacterSurface.of(tube.character, new Correctives(database)).newPosed();
    posed.set(pose);
    return posed.wedgePositions();
  }
}
