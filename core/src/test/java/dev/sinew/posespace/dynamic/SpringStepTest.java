package dev.sinew.posespace.dynamic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SpringStepTest {
  private final SpringStep step = new SpringStep();

  /** Weak, nearly critical, critical and strong damping; no spring; nothing at all. */
  @ParameterizedTest
  @CsvSource({
    "400, 1, 0.05",
    "400, 0, 0.2",
    "400, 39.9999, 0.05",
    "400, 40, 0.05",
    "400, 300, 0.05",
    "0, 3, 0.5",
    "0, 0, 0.5"
  })
  void isTheMotionOfTheSpring(double k, double c, double h) {
    double x = 0.7;
    double v = -3;
    int parts = 200_000;
    for (int i = 0; i < parts; i++) {
      // The midpoint rule.
      double d = h / parts;
      double middleX = x + d / 2 * v;
      double middleV = v - d / 2 * (k * x + c * v);
      x += d * middleV;
      v -= d * (k * middleX + c * middleV);
    }
    step.set(k, c, h);
    assertEquals(x, step.xx * 0.7 - 3 * step.xv, 1e-7);
    assertEquals(v, step.vx * 0.7 - 3 * step.vv, 1e-6);
  }

  @Test
  void twoStepsAreOneOfBothTimes() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 200; i++) {
      double k = Math.exp(random.nextDouble(-5, 9));
      double c = Math.exp(random.nextDouble(-5, 6));
      double a = random.nextDouble(0.2);
      double b = random.nextDouble(0.2);
      step.set(k, c, a);
      double x = step.xx + step.xv;
      double v = step.vx + step.vv;
      step.set(k, c, b);
      double twiceX = step.xx * x + step.xv * v;
      double twiceV = step.vx * x + step.vv * v;
      step.set(k, c, a + b);
      assertEquals(step.xx + step.xv, twiceX, 1e-9, "seed 7, case " + i);
      assertEquals(step.vx + step.vv, twiceV, 1e-9 * (1 + k), "seed 7, case " + i);
    }
  }

  @Test
  void energyNeverGrowsForAnyStep() {
    SplittableRandom random = new SplittableRandom(8);
    for (int i = 0; i < 10_000; i++) {
      double k = Math.exp(random.nextDouble(-20, 25));
      double c = random.nextInt(5) == 0 ? 0 : Math.exp(random.nextDouble(-20, 25));
      step.set(k, c, Math.exp(random.nextDouble(-12, 12)));
      double x = random.nextDouble(-1, 1) / Math.sqrt(k);
      double v = random.nextDouble(-1, 1);
      double nextX = step.xx * x + step.xv * v;
      double nextV = step.vx * x + step.vv * v;
      double before = k * x * x + v * v;
      double after = k * nextX * nextX + nextV * nextV;
      assertTrue(after <= before * (1 + 1e-6), "seed 8, case " + i + ": " + before + " " + after);
    }
  }
}
