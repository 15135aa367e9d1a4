package dev.sinew.distance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A square in two poses: in the second it is elsewhere and has twice the size. */
class ClosestSamplesTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(1);
  private static final TriMesh SQUARE =
      TriMesh.of(new double[] {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, new int[] {0, 1, 2, 0, 2, 3});

  private static TriMesh enlarged() {
    double[] positions = SQUARE.positions();
    Arrays.setAll(positions, i -> 10 + 2 * positions[i]);
    return SQUARE.withPositions(positions);
  }

  @Test
  void everySampleIsComparedInItsPose() {
    List<TriMesh> poses = List.of(SQUARE, enlarged());
    ClosestSamples pairs =
        new ClosestSamples(poses, poses, null, new double[] {0.75, 0.25}, 8, CONTEXT);
    for (int t = 0; t < 2; t++) {
      assertThat(pairs.area(0, t)).isCloseTo(0.5, within(1e-9));
      assertThat(pairs.area(1, t)).isCloseTo(2, within(1e-9));
      for (int s = 0; s < 8; s++) {
        assertThat(pairs.pose(s)).isEqualTo(s < 6 ? 0 : 1);
        assertThat(pairs.target(t, s)).isEqualTo(t);
        for (int c = 0; c < 3; c++) {
          assertThat(pairs.targetWeight(t, s, c)).isCloseTo(pairs.sampleWeight(s, c), within(1e-5));
        }
      }
    }
  }

  @Test
  void needsBothInEveryPose() {
    assertThatThrownBy(
            () ->
                new ClosestSamples(
                    List.of(SQUARE), List.of(SQUARE), null, new double[] {0.5, 0.5}, 8, CONTEXT))
        .hasMessageContaining("expected 2 of both, got 1 and 1");
  }
}
