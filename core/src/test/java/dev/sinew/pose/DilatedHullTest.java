package dev.sinew.pose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.Box;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests that hulls contain their points and are not much larger. */
class DilatedHullTest {
  private static final long SEED = 20261115;

  private static double reach(DilatedHull hull, double[] d) {
    double max = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < hull.count(); i++) {
      double h = 0;
      for (int c = 0; c < 3; c++) {
        h += d[c] * hull.value(i, c);
      }
      max = Math.max(max, h);
    }
    return max + hull.slack();
  }

  private static double reach(double[] points, double[] d) {
    double max = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < points.length; i += 3) {
      max = Math.max(max, d[0] * points[i] + d[1] * points[i + 1] + d[2] * points[i + 2]);
    }
    return max;
  }

  /** Round, flat and straight point clouds, also far from the origin, along random directions. */
  @Test
  void containsAllPointsAndIsTight() {
    Random random = new Random(SEED);
    for (int trial = 0; trial < 40; trial++) {
      double[] stretch = {1, trial % 2 == 0 ? 1 : 1e-3, trial % 4 < 2 ? 1 : 0};
      double[] points = new double[3 * (1 + random.nextInt(2000))];
      for (int i = 0; i < points.length; i++) {
        points[i] = 10 * (trial % 3) + stretch[i % 3] * random.nextGaussian();
      }
      DilatedHull hull = DilatedHull.around(points);
      assertThat(hull.count()).isLessThan(169);
      double size = Box.of(points).diagonal();
      for (int k = 0; k < 300; k++) {
        double[] d = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
        double n = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        for (int c = 0; c < 3; c++) {
          d[c] /= n;
        }
        assertThat(reach(hull, d))
            .as("seed %d, trial %d", SEED, trial)
            .isBetween(reach(points, d) - 1e-12, reach(points, d) + 0.03 * size);
      }
      assertThat(hull.box()).isEqualTo(Box.of(points));
    }
  }

  @Test
  void boxHasItsCorners() {
    DilatedHull flat = DilatedHull.of(new Box(1, 2, 3, 4, 2, 5));
    assertThat(flat.count()).isEqualTo(4);
    assertThat(reach(flat, new double[] {1, 0, 0})).isEqualTo(4);
    assertThat(reach(flat, new double[] {0, -1, 0})).isEqualTo(-2);
    assertThat(reach(flat, new double[] {0, 0, -1})).isEqualTo(-3);
    assertThat(DilatedHull.of(new Box(1, 1, 1, 1, 1, 1)).count()).isEqualTo(1);
  }

  @Test
  void onePointHasNoSlack() {
    DilatedHull hull = DilatedHull.around(new double[] {1, 2, 3, 1, 2, 3});
    assertThat(hull.slack()).isZero();
    assertThat(reach(hull, new double[] {0, 0, 1})).isEqualTo(3, within(1e-15));
  }

  @Test
  void emptyAndInfiniteSetsAreRefused() {
    assertThatThrownBy(() -> DilatedHull.around(new double[0]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> DilatedHull.around(new double[] {0, Double.POSITIVE_INFINITY, 0}))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
