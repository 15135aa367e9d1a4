package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ScreenCoverageTest {
  private static final long SEED = 5;

  @Test
  void sizesAreWhereErrorsReachOnePixel() {
    assertThat(ScreenCoverage.of(List.of(1 / 540.0, 1 / 108.0))).containsExactly(0.5, 0.1, 0.0);
  }

  @Test
  void levelsOfEqualErrorGetDistinctSizes() {
    assertThat(ScreenCoverage.of(List.of(0.0, 0.0, 0.0))).containsExactly(1.0, 0.8, 0.8 * 0.8, 0.0);
    assertThat(ScreenCoverage.of(List.of(1 / 540.0, 1 / 600.0))).containsExactly(0.5, 0.4, 0.0);
  }

  @Test
  void everyLevelIsShownWithinOnePixelOfError() {
    Random random = new Random(SEED);
    for (int round = 0; round < 200; round++) {
      List<Double> errors =
          Stream.generate(() -> random.nextInt(4) == 0 ? 0 : Math.pow(10, -5 * random.nextDouble()))
              .limit(1 + random.nextInt(6))
              .toList();
      List<Double> shares = ScreenCoverage.of(errors);
      assertThat(shares).as("seed %d, round %d", SEED, round).hasSize(errors.size() + 1);
      assertThat(shares.getFirst()).isLessThanOrEqualTo(1);
      assertThat(shares.getLast()).isZero();
      for (int i = 0; i < errors.size(); i++) {
        assertThat(shares.get(i)).isGreaterThan(shares.get(i + 1));
        assertThat(1080 * errors.get(i) * shares.get(i)).isLessThanOrEqualTo(1 + 1e-12);
      }
    }
  }
}
