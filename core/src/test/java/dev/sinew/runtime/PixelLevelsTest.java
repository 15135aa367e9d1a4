package dev.sinew.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class PixelLevelsTest {
  private final PixelLevels choice = new PixelLevels(List.of(0.1, 0.3, 0.2, 0.7));

  @Test
  void interpolatesBetweenTheErrorsThatBracketTheTolerance() {
    assertThat(choice.levelCount()).isEqualTo(5);
    assertThat(choice.within(0)).isEqualTo(new PixelLevels.Choice(0, 0));
    assertThat(choice.within(0.05).level()).isCloseTo(0.5, within(1e-12));
    assertThat(choice.within(0.1)).isEqualTo(new PixelLevels.Choice(1, 0));
    assertThat(choice.within(0.2).level()).isCloseTo(1.5, within(1e-12));
    // Level 3 is better than level 2, so it is allowed as soon as that is.
    assertThat(choice.within(0.3)).isEqualTo(new PixelLevels.Choice(3, 0));
    assertThat(choice.within(0.5).level()).isCloseTo(3.5, within(1e-12));
    assertThat(choice.within(100)).isEqualTo(new PixelLevels.Choice(4, 0));
  }

  @Test
  void coarsensWithTheTolerance() {
    double last = 0;
    for (double allowed = 0; allowed < 1; allowed += 0.001) {
      double level = choice.within(allowed).level();
      assertThat(level).isGreaterThanOrEqualTo(last);
      last = level;
    }
  }

  @Test
  void worksWithoutLevels() {
    assertThat(new PixelLevels(List.of()).within(7)).isEqualTo(new PixelLevels.Choice(0, 0));
  }

  @Test
  void levelsWithoutErrorAreAlwaysChosen() {
    assertThat(new PixelLevels(List.of(0.0, 0.0)).within(0))
        .isEqualTo(new PixelLevels.Choice(2, 0));
  }

  @Test
  void refusesWhatIsNoError() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PixelLevels(List.of(0.1, Double.NaN)))
        .withMessage("errors[1]: expected 0 or more, got NaN");
    assertThatIllegalArgumentException().isThrownBy(() -> choice.within(-1));
  }

  /** Where vertices move far for little error, the coarser level comes later, never sooner. */
  @Test
  void farWaysTakeLonger() {
    PixelLevels slow = new PixelLevels(List.of(0.1, 0.11, 0.5), List.of(0.3, 3.0, 0.1));
    assertThat(slow.startOf(0)).isZero();
    assertThat(slow.startOf(1)).isEqualTo(0.1);
    assertThat(slow.startOf(2)).isEqualTo(0.1 + 3.0 / 15);
    assertThat(slow.startOf(3)).isEqualTo(0.5);
    assertThat(slow.within(0.2).level()).isCloseTo(1.5, within(1e-12));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PixelLevels(List.of(0.1), List.of()))
        .withMessageContaining("travels: expected 1, got 0");
    for (double wrong : new double[] {-1, Double.NaN}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new PixelLevels(List.of(0.1), List.of(wrong)))
          .withMessageContaining("travels[0]: expected 0 or more, got " + wrong);
    }
  }
}
