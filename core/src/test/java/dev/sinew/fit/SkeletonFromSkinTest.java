package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.BoneTree;
import dev.sinew.rig.JointCentres;
import dev.sinew.run.RunContext;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Hierarchies and joints of fitted bones. */
class SkeletonFromSkinTest {
  private static final long SEED = 20261105;

  @Test
  void jointIsCentreOfRelativeRotation() {
    Random random = new Random(SEED);
    double[] centre = {0.3, -0.1, 0.2};
    BoneMotions motions = new BoneMotions(2, 8);
    for (int k = 1; k < 8; k++) {
      double[] parent = FitSetups.motion(random, 3, 1);
      double[] turn = FitSetups.motion(random, 2, 0);
      // child = parent · T(c) · turn · T(−c)
      for (int r = 0; r < 3; r++) {
        turn[4 * r + 3] = centre[r];
        for (int c = 0; c < 3; c++) {
          turn[4 * r + 3] -= turn[4 * r + c] * centre[c];
        }
      }
      motions.set(0, k, parent, 0);
      double[] child = new double[Affine.SIZE];
      Affine.multiply(parent, 0, turn, 0, child, 0);
      motions.set(1, k, child, 0);
    }
    double[] expected = {9, 9, 9, 0.5, 0.5, 0.5};
    double[] found = JointCentres.of(motions, BoneTree.ofParents(new int[] {-1, 0}), expected);
    assertThat(found[0]).isEqualTo(9);
    for (int axis = 0; axis < 3; axis++) {
      assertThat(found[3 + axis]).as("seed %d", SEED).isCloseTo(centre[axis], within(1e-5));
    }
  }

  @Test
  void hingeStaysAtExpectedPositionAlongAxis() {
    BoneMotions motions = new BoneMotions(2, 5);
    for (int k = 1; k < 5; k++) {
      double c = Math.cos(0.4 * k);
      double s = Math.sin(0.4 * k);
      // About the axis through (0.2, 0.1) along z.
      motions.set(
          1,
          k,
          new double[] {
            c, -s, 0, 0.2 - c * 0.2 + s * 0.1, s, c, 0, 0.1 - s * 0.2 - c * 0.1, 0, 0, 1, 0
          },
          0);
    }
    double[] found =
        JointCentres.of(
            motions, BoneTree.ofParents(new int[] {-1, 0}), new double[] {0, 0, 0, 1, 1, 0.7});
    assertThat(found[3]).isCloseTo(0.2, within(1e-4));
    assertThat(found[4]).isCloseTo(0.1, within(1e-4));
    assertThat(found[5]).isCloseTo(0.7, within(1e-9));
  }

  @Test
  void treeLinksBonesThatShareSkin() {
    try (RunContext context = RunContext.ofThreads(1)) {
      Examples examples = FitSetups.curling(17, 6, 6, 1.5);
      int[] cores = new int[examples.vertexCount()];
      for (int v = 0; v < cores.length; v++) {
        cores[v] = Math.min(4, (int) (5 * (examples.rest[3 * v] + 0.5)));
      }
      FittedSkin skin =
          CharacterFit.withBones(
                  examples,
                  GivenBones.ofCores(5, cores),
                  FitOptions.DEFAULTS.withRounds(2),
                  context)
              .skin(FitModel.ANIMATION_SPACE);
      BoneTree tree = skin.hierarchy();
      assertThat(tree.parents()).containsExactly(1, 2, -1, 2, 3);
      assertThat(tree.order()[0]).isEqualTo(2);
    }
  }

  @Test
  void refusesCycle() {
    assertThatThrownBy(() -> BoneTree.ofParents(new int[] {1, 0}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cycle");
  }
}
