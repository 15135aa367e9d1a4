package dev.sinew.skin.surface;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import dev.sinew.skin.LinearBlend;
import dev.sinew.skin.RandomPoses;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CrowdTest {
  private static final SkinnedCharacter CLOUD =
      RandomPoses.cloud(9000, new int[] {1, 4, 4, 4, 2, 6}, 20, new Random(1));

  private static List<Pose> poses(int count) {
    return IntStream.range(0, count).mapToObj(i -> RandomPoses.rotated(CLOUD, i)).toList();
  }

  @Test
  void bytesDoNotDependOnTheNumberOfThreads() {
    LinearBlend deformer = LinearBlend.of(CLOUD, CLOUD.parts().getFirst());
    for (int instances : new int[] {1, 7}) {
      float[] expected = new float[3 * 9000 * instances];
      List<Pose> poses = poses(instances);
      for (int i = 0; i < instances; i++) {
        var posed = deformer.newPosed();
        posed.set(poses.get(i));
        posed.fill(0, 9000, new PointBuffer(expected, null, 9000 * i));
      }
      for (int threads : new int[] {1, 2, 3, 8}) {
        float[] actual = new float[expected.length];
        float[] normals = new float[expected.length];
        Crowd crowd = Crowd.packed(deformer, instances, actual, normals);
        try (RunContext context = RunContext.ofThreads(threads)) {
          for (int round = 0; round < 5; round++) {
            Arrays.fill(actual, 0);
            crowd.fill(poses, context);
            assertThat(Arrays.equals(actual, expected)).isTrue();
          }
        }
      }
    }
  }

  @Test
  void runsEachTaskOnce() {
    try (RunContext context = RunContext.ofThreads(4)) {
      for (int count : new int[] {0, 1, 3, 1000}) {
        AtomicIntegerArray done = new AtomicIntegerArray(count);
        context.run(count, done::incrementAndGet);
        for (int i = 0; i < count; i++) {
          assertThat(done.get(i)).isEqualTo(1);
        }
      }
    }
  }

  @Test
  void failingTaskFailsItsRunButNotTheNext() {
    try (RunContext context = RunContext.ofThreads(3)) {
      for (int round = 0; round < 20; round++) {
        assertThatThrownBy(
                () ->
                    context.run(
                        100,
                        task -> {
                          if (task == 50) {
                            throw new ArithmeticException("task 50");
                          }
                        }))
            .isInstanceOf(ArithmeticException.class)
            .hasMessage("task 50");
        AtomicIntegerArray done = new AtomicIntegerArray(10);
        context.run(10, done::incrementAndGet);
        assertThat(done.get(9)).isEqualTo(1);
      }
    }
  }

  @Test
  void checksItsArguments() {
    LinearBlend deformer = LinearBlend.of(CLOUD, CLOUD.parts().getFirst());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Crowd.packed(deformer, 2, new float[3 * 9000], null))
        .withMessageContaining("expected 54000");
    assertThatIllegalArgumentException().isThrownBy(() -> RunContext.ofThreads(0));
    RunContext context = RunContext.ofThreads(2);
    Crowd crowd = Crowd.packed(deformer, 1, new float[3 * 9000], null);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> crowd.fill(poses(2), context))
        .withMessageContaining("expected 1, got 2");
    context.close();
    assertThatIllegalStateException().isThrownBy(() -> crowd.fill(poses(1), context));
  }
}
