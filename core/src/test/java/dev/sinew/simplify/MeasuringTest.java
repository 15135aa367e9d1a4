package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import org.junit.jupiter.api.Test;

class MeasuringTest {
  private static final SkinnedCharacter BIPED = Samples.create("biped").character();

  private static SimplifyResult simplified(Measuring how) {
    return Simplify.run(
        BIPED,
        SimplifyOptions.DEFAULTS.withRatios(0.2).withPolish(false).withMeasuring(how),
        RunContext.create());
  }

  @Test
  void quickAndFullAgreeOnTheMeanError() {
    SimplifyResult quick = simplified(Measuring.QUICK);
    SimplifyResult full = simplified(Measuring.FULL);
    assertThat(quick.measuredPoses()).isLessThan(full.measuredPoses());
    assertThat(quick.levels().getFirst().measured().error().orElseThrow().rms())
        .isCloseTo(
            full.levels().getFirst().measured().error().orElseThrow().rms(), withinPercentage(10));
  }

  @Test
  void noneMeasuresNothing() {
    SimplifyResult none = simplified(Measuring.NONE);
    assertThat(none.measuredPoses()).isZero();
    assertThat(none.levels().getFirst().measured().error()).isEmpty();
    assertThat(none.levels().getFirst().measured().look()).isEmpty();
  }
}
