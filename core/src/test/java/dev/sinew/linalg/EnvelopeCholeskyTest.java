package dev.sinew.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

class EnvelopeCholeskyTest {
  @RepeatedTest(5)
  void solvesLikeTheDenseFactor(RepetitionInfo repetition) {
    long seed = repetition.getCurrentRepetition();
    Random random = new Random(seed);
    int n = 1 + random.nextInt(12);
    double[] a = new double[n * n];
    for (int i = 0; i < n; i++) {
      int from = random.nextInt(i + 1);
      for (int j = from; j < i; j++) {
        a[n * i + j] = random.nextGaussian();
      }
      a[n * i + i] = n + 1;
    }
    double[] b = random.doubles(n).toArray();
    double[] expected = b.clone();
    double[] dense = a.clone();
    SmallCholesky.factor(n, dense, 1e-12);
    SmallCholesky.solve(n, dense, expected);
    int[] first = EnvelopeCholesky.firstNonZero(n, a);
    EnvelopeCholesky.factor(n, a, first, 1e-12);
    EnvelopeCholesky.solve(n, a, first, b);
    assertThat(b).as("seed %d", seed).containsExactly(expected, within(1e-9));
  }
}
