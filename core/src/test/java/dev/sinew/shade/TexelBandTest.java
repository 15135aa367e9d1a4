package dev.sinew.shade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Samples of triangles against the obvious way: signs of areas, and distances to many points. */
class TexelBandTest {
  private static final int WIDTH = 40;
  private static final int FIRST = 8;
  private static final int ROWS = 16;
  private static final double MARGIN = 3;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void samplesShowTheTriangle(long seed) {
    Random random = new Random(seed);
    double[] xy = random.doubles(6, -5, WIDTH + 5).toArray();
    TexelBand band = new TexelBand(WIDTH, FIRST, ROWS, MARGIN);
    band.add(7, xy);
    double[] weights = new double[3];
    for (int row = FIRST; row < FIRST + ROWS; row++) {
      for (int column = 0; column < WIDTH; column++) {
        double outside = distance(xy, column, row);
        boolean shown = band.triangle(column, row) == 7;
        if (Math.abs(outside - MARGIN) > 0.05) {
          assertThat(shown).as("seed %d, %d, %d", seed, column, row).isEqualTo(outside < MARGIN);
        }
        if (shown) {
          band.copyWeights(column, row, weights);
          double x = weights[0] * xy[0] + weights[1] * xy[2] + weights[2] * xy[4];
          double y = weights[0] * xy[1] + weights[1] * xy[3] + weights[2] * xy[5];
          assertThat(Math.hypot(x - column, y - row)).isCloseTo(outside, within(0.05));
          assertThat(band.isInside(column, row)).isEqualTo(isInside(xy, column, row));
        }
      }
    }
  }

  /** The closer of two triangles outside a sample counts; one that it is inside of always does. */
  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13})
  void theClosestTriangleCounts(long seed) {
    Random random = new Random(seed);
    double[] first = random.doubles(6, 0, WIDTH).toArray();
    double[] second = random.doubles(6, 0, WIDTH).toArray();
    TexelBand band = new TexelBand(WIDTH, FIRST, ROWS, MARGIN);
    band.add(1, first);
    band.add(2, second);
    for (int row = FIRST; row < FIRST + ROWS; row++) {
      for (int column = 0; column < WIDTH; column++) {
        double a = distance(first, column, row);
        double b = distance(second, column, row);
        if (Math.min(a, b) < MARGIN - 0.05 && Math.abs(a - b) > 0.05) {
          assertThat(band.triangle(column, row)).as("seed %d", seed).isEqualTo(a < b ? 1 : 2);
        }
      }
    }
  }

  private static boolean isInside(double[] xy, double x, double y) {
    int positive = 0, negative = 0;
    for (int k = 0; k < 3; k++) {
      int n = (k + 1) % 3;
      double area =
          (xy[2 * n] - xy[2 * k]) * (y - xy[2 * k + 1])
              - (xy[2 * n + 1] - xy[2 * k + 1]) * (x - xy[2 * k]);
      positive += area >= 0 ? 1 : 0;
      negative += area <= 0 ? 1 : 0;
    }
    return positive == 3 || negative == 3;
  }

  private static double distance(double[] xy, double x, double y) {
    if (isInside(xy, x, y)) {
      return 0;
    }
    double best = Double.POSITIVE_INFINITY;
    for (int k = 0; k < 3; k++) {
      int n = (k + 1) % 3;
      for (int i = 0; i <= 2000; i++) {
        double s = i / 2000.0;
        double px = xy[2 * k] + s * (xy[2 * n] - xy[2 * k]);
        double py = xy[2 * k + 1] + s * (xy[2 * n + 1] - xy[2 * k + 1]);
        best = Math.min(best, Math.hypot(px - x, py - y));
      }
    }
    return best;
  }
}
