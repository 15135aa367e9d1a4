package dev.sinew.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunContextTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void aCancelledContextStartsNoFurtherPart(int threads) {
    Cancellation cancellation = new Cancellation();
    AtomicInteger done = new AtomicInteger();
    try (RunContext context = new RunContext(threads, 1, Progress.SILENT, cancellation)) {
      assertThatThrownBy(
              () ->
                  context.run(
                      1000,
                      part -> {
                        if (done.incrementAndGet() == 10) {
                          cancellation.cancel();
                        }
                      }))
          .isInstanceOf(CancellationException.class);
      assertThat(done.get()).isBetween(10, 500); // Parts begun before the cancellation was seen.
      assertThatThrownBy(() -> context.report("phase", 0, 1))
          .isInstanceOf(CancellationException.class);
      assertThatThrownBy(() -> context.sequential().run(1, part -> {}))
          .isInstanceOf(CancellationException.class);
    }
  }

  @Test
  void aQuietViewReportsNothing() {
    List<String> heard = new ArrayList<>();
    Progress listener = (phase, done, total) -> heard.add(phase + " " + done + "/" + total);
    try (RunContext context = new RunContext(2, 7, listener, new Cancellation())) {
      context.report("a", 1, 2);
      context.quiet().report("b", 1, 2);
      context.sequential().report("c", 1, 2);
      assertThat(context.quiet().seed()).isEqualTo(7);
      assertThat(context.quiet().threads()).isEqualTo(2);
      assertThat(context.sequential().threads()).isEqualTo(1);
    }
    assertThat(heard).containsExactly("a 1/2");
  }

  @Test
  void aTaskCanUseTheSequentialView() {
    AtomicInteger sum = new AtomicInteger();
    try (RunContext context = RunContext.ofThreads(3)) {
      context.run(10, outer -> context.sequential().run(5, inner -> sum.addAndGet(inner)));
    }
    assertThat(sum.get()).isEqualTo(100);
  }
}
