package dev.sinew.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Skeletons and poses. */
class SkeletonTest {
  private static Skeleton chain() {
    Skeleton.Builder builder = Skeleton.builder();
    int hip = builder.add("hip", Skeleton.NO_PARENT, 0, 1, 0);
    int knee = builder.add("knee", hip, 0, -0.5, 0);
    builder.add("foot", knee, 0, -0.5, 0.1);
    builder.add("knee", hip, 0.2, -0.5, 0);
    return builder.build();
  }

  @Test
  void findReturnsTheFirstJointOfAName() {
    Skeleton skeleton = chain();
    assertThat(skeleton.jointCount()).isEqualTo(4);
    assertThat(skeleton.find("knee")).isEqualTo(1);
    assertThat(skeleton.find("nose")).isEqualTo(-1);
    assertThat(skeleton.name(2)).isEqualTo("foot");
    assertThat(skeleton.parent(2)).isEqualTo(1);
    assertThat(skeleton.isUnder(2, 0)).isTrue();
    assertThat(skeleton.isUnder(2, 2)).isTrue();
    assertThat(skeleton.isUnder(3, 1)).isFalse();
    assertThat(skeleton.isUnder(0, 2)).isFalse();
  }

  @Test
  void parentsMustPrecedeChildren() {
    Skeleton.Builder builder = Skeleton.builder();
    builder.add("root", Skeleton.NO_PARENT, 0, 0, 0);
    assertThatThrownBy(() -> builder.add("arm", 1, 0, 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("arm parent: expected -1 to 0, got 1");
    assertThatThrownBy(() -> builder.add("arm", -2, 0, 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("got -2");
    assertThatThrownBy(() -> builder.add("arm", 0, Double.NaN, 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> builder.addMatrix("arm", 0, new double[16]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("arm matrix: expected 12, got 16");
  }

  @Test
  void aMatrixIsKeptExactlyEvenWhenSheared() {
    double[] sheared = {1, 0.5, 0, 3, 0, 1, 0.25, 4, 0, 0, 2, 5};
    Skeleton.Builder builder = Skeleton.builder();
    builder.addMatrix("odd", Skeleton.NO_PARENT, sheared);
    double[] out = new double[Affine.SIZE];
    builder.build().copyRestLocal(0, out, 0);
    assertThat(out).isEqualTo(sheared);
  }

  @RepeatedTest(20)
  void globalsAreProductsOfLocals(RepetitionInfo info) {
    Random random = new Random(info.getCurrentRepetition());
    Skeleton.Builder builder = Skeleton.builder();
    int n = 1 + random.nextInt(20);
    for (int j = 0; j < n; j++) {
      int parent = random.nextInt(j + 1) - 1;
      builder.add(
          "j" + j,
          parent,
          random.doubles(3, -1, 1).toArray(),
          random.doubles(4, -1, 1).toArray(),
          random.doubles(3, 0.5, 2).toArray());
    }
    Skeleton skeleton = builder.build();
    Pose pose = new Pose(skeleton);
    for (int j = 0; j < n; j += 2) {
      pose.setLocal(j, random.doubles(Affine.SIZE, -1, 1).toArray(), 0);
    }
    pose.update();
    for (int j = 0; j < n; j++) {
      double[] actual = new double[Affine.SIZE];
      pose.copyGlobal(j, actual, 0);
      assertThat(actual).containsExactly(global(pose, j), within(1e-12));
    }
    pose.setRest();
    pose.update();
    double[] rest = new double[Affine.SIZE];
    double[] local = new double[Affine.SIZE];
    skeleton.copyRestLocal(n - 1, rest, 0);
    pose.copyLocal(n - 1, local, 0);
    assertThat(local).isEqualTo(rest);
  }

  private static double[] global(Pose pose, int joint) {
    double[] local = new double[Affine.SIZE];
    pose.copyLocal(joint, local, 0);
    int parent = pose.skeleton().parent(joint);
    if (parent == Skeleton.NO_PARENT) {
      return local;
    }
    double[] above = global(pose, parent);
    double[] out = new double[Affine.SIZE];
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 4; c++) {
        out[4 * r + c] = c == 3 ? above[4 * r + 3] : 0;
        for (int k = 0; k < 3; k++) {
          out[4 * r + c] += above[4 * r + k] * local[4 * k + c];
        }
      }
    }
    return out;
  }

  @Test
  void morphWeightsBelongToThePose() {
    double[] rest = {0.25, 0.5};
    Pose pose = new Pose(chain(), Map.of(1, rest));
    rest[0] = 9;
    pose.setMorphWeights(1, new double[] {1, 2, 3});
    pose.setMorphWeights(0, new double[] {1});
    assertThat(pose.morphWeight(1, 0)).isEqualTo(1);
    assertThat(pose.morphWeight(1, 1)).isEqualTo(2);
    assertThat(pose.morphWeight(1, 2)).isZero();
    assertThat(pose.morphWeight(0, 0)).isZero();
    pose.setRest();
    assertThat(pose.morphWeight(1, 0)).isEqualTo(0.25);
  }
}
