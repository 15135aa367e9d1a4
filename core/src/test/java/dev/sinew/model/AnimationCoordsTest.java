package dev.sinew.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class AnimationCoordsTest {
  @Test
  void pointsHaveWeightOne() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                AnimationCoords.points(
                    new int[] {0, 1}, new int[] {0}, new double[] {1, 2, 3, 0.5}))
        .withMessageContaining("weight of point 0: expected 1, got 0.5");
    AnimationCoords vectors =
        AnimationCoords.vectors(new int[] {0, 1}, new int[] {0}, new double[] {1, 2, 3, 0.5});
    assertThat(vectors.weight(0)).isEqualTo(0.5);
  }

  @Test
  void checksItsRows() {
    double[] eight = new double[8];
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AnimationCoords.vectors(new int[] {0, 2}, new int[] {1, 0}, eight))
        .withMessageContaining("joints[1]: expected 2 or more, got 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AnimationCoords.vectors(new int[] {0, 2}, new int[] {1, 1}, eight));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AnimationCoords.vectors(new int[] {0, 3, 2}, new int[] {0, 1}, eight));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AnimationCoords.vectors(new int[] {0, 1}, new int[] {0}, eight))
        .withMessageContaining("expected 4, got 8");
    eight[3] = Double.NaN;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AnimationCoords.vectors(new int[] {0, 2}, new int[] {0, 1}, eight));
  }

  @Test
  void theBuilderSortsAndSums() {
    AnimationCoords.Builder rows = AnimationCoords.builder();
    rows.add(5, 1, 2, 3, 0.5).add(2, 4, 5, 6, 0.25).add(5, 1, 1, 1, 0.25);
    rows.endRow();
    AnimationCoords made = rows.buildPoints();
    assertThat(made.joints()).containsExactly(2, 5);
    assertThat(made.values()).containsExactly(4, 5, 6, 0.25, 2, 3, 4, 0.75);
    assertThat(made.jointsNeeded()).isEqualTo(6);
  }

  @Test
  void addingTheDifferenceGivesTheOtherRow() {
    AnimationCoords.Builder a = AnimationCoords.builder();
    a.add(0, 1, 2, 3, 1).endRow();
    AnimationCoords.Builder b = AnimationCoords.builder();
    b.add(1, 5, 6, 7, 1).endRow();
    AnimationCoords from = a.buildPoints();
    AnimationCoords to = b.buildPoints();
    AnimationCoords difference = to.plusScaled(-1, from);
    assertThat(difference.weight(0)).isZero();
    assertThat(from.plusScaled(1, difference).values()).containsExactly(0, 0, 0, 0, 5, 6, 7, 1);
  }
}
