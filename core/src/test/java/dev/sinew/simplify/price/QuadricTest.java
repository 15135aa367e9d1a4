package dev.sinew.simplify.price;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuadricTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void pulledBackQuadricAppliesMatrixFirst(long seed) {
    Random random = new Random(seed);
    double[] q = new double[2 + Quadric.SIZE];
    for (int i = 0; i < 3; i++) {
      Quadric.addPlane(
          q,
          2,
          random.nextGaussian(),
          random.nextGaussian(),
          random.nextGaussian(),
          random.nextGaussian(),
          random.nextDouble());
    }
    Quadric.addPoint(q, 2, random.nextGaussian(), 1, -2, 0.1);
    double[] a = random.doubles(Affine.SIZE, -2, 2).toArray();
    double[] pulled = new double[3 + Quadric.SIZE];
    Quadric.addPulledBack(q, 2, a, pulled, 3);
    Quadric.addPulledBack(q, 2, a, pulled, 3);
    double[] x = random.doubles(3, -1, 1).toArray();
    double[] moved = new double[3];
    for (int r = 0; r < 3; r++) {
      int m = 4 * r;
      moved[r] = a[m] * x[0] + a[m + 1] * x[1] + a[m + 2] * x[2] + a[m + 3];
    }
    double there = Quadric.at(q, 2, moved[0], moved[1], moved[2]);
    assertThat(Quadric.at(pulled, 3, x[0], x[1], x[2]))
        .as("seed %d", seed)
        .isCloseTo(2 * there, within(1e-10 * (1 + there)));
  }
}
