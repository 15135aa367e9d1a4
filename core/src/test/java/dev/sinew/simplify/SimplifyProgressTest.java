package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.run.Cancellation;
import dev.sinew.run.Progress;
import dev.sinew.run.RunContext;
import dev.sinew.run.WholeProgress;
import dev.sinew.sample.Samples;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The phases of a simplification are one bar. */
class SimplifyProgressTest {
  private static final class Bar implements Progress {
    private final WholeProgress whole = new WholeProgress();
    private final List<Double> shares = new ArrayList<>();

    @Override
    public void expect(double from, double to, int phases) {
      whole.expect(from, to, phases);
    }

    @Override
    public void report(String phase, long done, long total) {
      shares.add(whole.report(done, total));
    }
  }

  @Test
  void growsFromTheFirstPhaseToTheLast() {
    Bar bar = new Bar();
    try (RunContext context = new RunContext(2, RunContext.DEFAULT_SEED, bar, new Cancellation())) {
      Simplify.run(
          Samples.create("arm").character(),
          SimplifyOptions.DEFAULTS.withRatios(0.5, 0.1),
          context);
    }
    assertThat(bar.shares).isSorted();
    assertThat(bar.shares.getFirst()).isLessThan(0.1);
    assertThat(bar.shares.getLast()).isCloseTo(1, within(1e-9));
    // Every quarter is reported several times.
    for (double quarter = 0; quarter < 1; quarter += 0.25) {
      double from = quarter;
      assertThat(bar.shares).filteredOn(s -> s > from && s <= from + 0.25).hasSizeGreaterThan(1);
    }
  }
}
