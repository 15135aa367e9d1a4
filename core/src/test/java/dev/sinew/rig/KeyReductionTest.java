package dev.sinew.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.math.Quaternion;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyReductionTest {
  private static final long SEED = 20261116;
  private static final int KEYS = 400;

  private final double[] times = new double[KEYS];
  private final double[] translations = new double[3 * KEYS];
  private final double[] rotations = new double[4 * KEYS];

  private void fill(double wobble, Random random) {
    for (int k = 0; k < KEYS; k++) {
      times[k] = k == 0 ? 0 : times[k - 1] + 0.01 + 0.05 * random.nextDouble();
      for (int c = 0; c < 3; c++) {
        translations[3 * k + c] =
            2 * times[k] * c + wobble * Math.sin(times[k] * (1 + c)) * random.nextDouble();
      }
      Quaternion.fromAxisAngle(1, 2, 3, 0.1 * times[k], rotations, 4 * k);
    }
  }

  @Test
  void uniformMotionNeedsTwoKeys() {
    fill(0, new Random(SEED));
    assertThat(new KeyReduction(times, translations, rotations, 1, 1).keep(1e-6))
        .containsExactly(0, KEYS - 1);
  }

  @Test
  void everyRemovedKeyIsWithinTheTolerance() {
    Random random = new Random(SEED);
    for (double tolerance : new double[] {1e-9, 1e-3, 0.05, 0.5}) {
      fill(0.3, random);
      int[] kept = new KeyReduction(times, translations, rotations, 1, 1).keep(tolerance);
      for (int i = 1; i < kept.length; i++) {
        int from = kept[i - 1];
        int to = kept[i];
        for (int k = from + 1; k < to; k++) {
          double t = (times[k] - times[from]) / (times[to] - times[from]);
          double squares = 0;
          for (int c = 0; c < 3; c++) {
            double between = (1 - t) * translations[3 * from + c] + t * translations[3 * to + c];
            squares += Math.pow(translations[3 * k + c] - between, 2);
          }
          assertThat(Math.sqrt(squares)).as("seed %d", SEED).isLessThanOrEqualTo(tolerance);
        }
      }
      assertThat(kept.length).isGreaterThan(tolerance < 1e-6 ? KEYS - 10 : 1);
    }
  }

  @Test
  void oneKeyIsKept() {
    assertThat(
            new KeyReduction(new double[1], new double[3], new double[] {0, 0, 0, 1}, 1, 1).keep(1))
        .containsExactly(0);
  }
}
