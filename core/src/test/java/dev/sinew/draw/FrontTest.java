package dev.sinew.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.human.HumanBone;
import dev.sinew.model.human.Humanoid;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FrontTest {
  /** Hips, head, and the upper legs at x to the left of the body and on the other side. */
  private static Skeleton body(double left) {
    Skeleton.Builder builder = Skeleton.builder();
    int hips = builder.add("a", Skeleton.NO_PARENT, 0, 1, 0);
    builder.add("b", hips, 0, 0.7, 0);
    builder.add("c", hips, left, 0, 0);
    builder.add("d", hips, -left, 0, 0);
    return builder
        .humanoid(
            new Humanoid(
                Map.of(
                    HumanBone.HIPS,
                    0,
                    HumanBone.HEAD,
                    1,
                    HumanBone.LEFT_UPPER_LEG,
                    2,
                    HumanBone.RIGHT_UPPER_LEG,
                    3)))
        .build();
  }

  private static double[] front(Skeleton skeleton) {
    return Front.of(new Pose(skeleton)).orElseThrow();
  }

  @Test
  void theBodyFacesAcrossItsLeftAndUp() {
    assertThat(front(body(0.1))).containsExactly(new double[] {0, 0, 1}, within(1e-12));
    assertThat(front(body(-0.1))).containsExactly(new double[] {0, 0, -1}, within(1e-12));
    assertThat(Front.of(new Pose(body(0)))).isEmpty();
    assertThat(Front.of(new Pose(body(0.1).withHumanoid(Humanoid.NONE)))).isEmpty();
  }
}
