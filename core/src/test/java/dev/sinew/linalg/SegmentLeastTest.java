package dev.sinew.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SegmentLeastTest {
  @Test
  void noOtherPointOfTheSegmentIsNearer() {
    long seed = 20261117;
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    for (int trial = 0; trial < 1000; trial++) {
      double ux = random.nextGaussian(), uy = random.nextGaussian();
      double vx = random.nextGaussian(), vy = random.nextGaussian();
      double a = ux * ux + uy * uy, c = ux * vx + uy * vy, b = vx * vx + vy * vy;
      double t = SegmentLeast.share(a, c, b);
      assertThat(t).isBetween(0.0, 1.0);
      double least = SegmentLeast.square(a, c, b, t);
      double x = ux + t * (vx - ux), y = uy + t * (vy - uy);
      assertThat(least).isCloseTo(x * x + y * y, within(1e-12));
      for (int i = 0; i <= 20; i++) {
        assertThat(SegmentLeast.square(a, c, b, i / 20.0)).isGreaterThanOrEqualTo(least - 1e-12);
      }
    }
  }

  @Test
  void ofAPointTheFarEndIsTaken() {
    assertThat(SegmentLeast.share(2, 2, 2)).isEqualTo(1);
    assertThat(SegmentLeast.share(0, 0, 0)).isEqualTo(1);
  }
}
