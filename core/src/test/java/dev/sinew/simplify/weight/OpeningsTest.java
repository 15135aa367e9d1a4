package dev.sinew.simplify.weight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OpeningsTest {
  private static final int SIDE = 9;

  /** Two square sheets, one above the other, with a gap between them. */
  private static double[] weights(double gap) {
    int points = SIDE * SIDE;
    double[] positions = new double[6 * points];
    int[] triangles = new int[12 * (SIDE - 1) * (SIDE - 1)];
    for (int p = 0; p < 2 * points; p++) {
      positions[3 * p] = p % SIDE;
      int row = p / SIDE;
      positions[3 * p + 1] = row - (p < points ? 0 : 1 - gap);
    }
    int next = 0;
    for (int p = 0; p < 2 * points; p++) {
      if (p % SIDE < SIDE - 1 && p % points < points - SIDE) {
        for (int q : new int[] {p, p + 1, p + SIDE + 1, p, p + SIDE + 1, p + SIDE}) {
          triangles[next++] = q;
        }
      }
    }
    Skeleton.Builder joints = Skeleton.builder();
    joints.add("root", Skeleton.NO_PARENT, 0, 0, 0);
    Skeleton skeleton = joints.build();
    SkinnedCharacter character =
        new SkinnedCharacter(
            skeleton,
            List.of(),
            List.of(new SkinnedCharacter.Geometry("mesh", TriMesh.of(positions, triangles))),
            List.of(new SkinnedCharacter.Part("mesh", 0, 0, SkinnedCharacter.NO_SKIN)),
            List.of());
    return Openings.weights(
        new JoinedCharacter(character), List.of(character.restPose()), RunContext.ofThreads(1));
  }

  private static boolean isAtTheGap(int p) {
    return p / SIDE == SIDE - 1 || p / SIDE == SIDE;
  }

  @Test
  void bordersThatTouchCountMore() {
    for (double gap : new double[] {0, 0.3}) {
      double[] weights = weights(gap);
      assertThat(IntStream.range(0, weights.length))
          .as("gap %s", gap)
          .allMatch(p -> (weights[p] > 1) == isAtTheGap(p));
    }
  }

  @Test
  void othersDoNot() {
    assertThat(weights(2)).containsOnly(1);
  }
}
