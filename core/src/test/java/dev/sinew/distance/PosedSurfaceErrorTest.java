package dev.sinew.distance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sinew.distance.PosedSurfaceError.Thoroughness;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import org.junit.jupiter.api.Test;

class PosedSurfaceErrorTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(1);
  private static final SkinnedCharacter ARM = Samples.create("arm").character();
  private static final SkinnedCharacter LEVEL =
      Simplify.run(ARM, SimplifyOptions.DEFAULTS.withPolish(false), CONTEXT)
          .levels()
          .getFirst()
          .character();

  private static SurfaceError measured(double tolerance) {
    return new PosedSurfaceError(ARM, new Thoroughness(100, 500, tolerance), CONTEXT)
        .measure(LEVEL);
  }

  @Test
  void measuresAllPosesOnRequest() {
    assertThat(measured(0).poses()).isGreaterThan(90);
  }

  @Test
  void measuresAsManyPosesAsTheToleranceNeeds() {
    SurfaceError all = measured(0);
    SurfaceError rough = measured(0.2);
    SurfaceError fine = measured(0.005);
    assertThat(rough.poses()).isEqualTo(16);
    assertThat(fine.poses()).isGreaterThan(rough.poses());
    assertThat(rough.rms()).isCloseTo(all.rms(), withinPercentage(40));
    assertThat(fine.rms()).isCloseTo(all.rms(), withinPercentage(3));
  }

  @Test
  void theSameCharacterHasNoError() {
    assertThat(
            new PosedSurfaceError(ARM, new Thoroughness(40, 500, 0.02), CONTEXT).measure(ARM).max())
        .isLessThan(1e-6);
  }

  @Test
  void errorsAreSharesOfALimit() {
    PosedSurfaceError error = new PosedSurfaceError(ARM, new Thoroughness(100, 500, 0), CONTEXT);
    SurfaceError all = error.measure(LEVEL);
    double any = Double.POSITIVE_INFINITY;
    assertThat(error.shareOf(ErrorLimit.NONE, LEVEL)).isZero();
    assertThat(error.shareOf(new ErrorLimit(all.max(), any), LEVEL)).isEqualTo(1);
    assertThat(error.shareOf(new ErrorLimit(2 * all.max(), any), LEVEL)).isEqualTo(0.5);
    assertThat(error.shareOf(new ErrorLimit(any, 2 * all.rms()), LEVEL))
        .isCloseTo(0.5, withinPercentage(1e-6));
    assertThat(error.shareOf(new ErrorLimit(4 * all.max(), 2 * all.rms()), LEVEL))
        .isCloseTo(0.5, withinPercentage(1e-6));
    // Measuring may stop once a limit is exceeded.
    assertThat(error.shareOf(new ErrorLimit(0.1 * all.max(), any), LEVEL)).isBetween(1.0, 10.0);
    assertThat(error.shareOf(new ErrorLimit(any, 0.1 * all.rms()), LEVEL)).isBetween(1.0, 10.0);
  }
}
