package dev.sinew.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SkylineCholeskyTest {
  private static final long SEED = 20261117;

  @Test
  void solvesMatricesWithRandomSkylines() {
    Random random = new Random(SEED);
    for (int trial = 0; trial < 20; trial++) {
      int n = 1 + random.nextInt(12);
      int[] first = new int[n];
      for (int i = 0; i < n; i++) {
        first[i] = random.nextInt(i + 1);
      }
      SkylineCholesky cholesky = new SkylineCholesky(first);
      double[][] dense = new double[n][n];
      double[] stored = new double[cholesky.entryCount()];
      for (int i = 0; i < n; i++) {
        for (int j = first[i]; j <= i; j++) {
          dense[i][j] = dense[j][i] = i == j ? 3 * n : random.nextGaussian();
          stored[cholesky.at(i) + j] = dense[i][j];
        }
      }
      double[] x = random.doubles(n).toArray();
      double[] solved = new double[n];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          solved[i] += dense[i][j] * x[j];
        }
      }
      cholesky.factor(stored, 1e-12);
      cholesky.solve(stored, solved);
      assertThat(solved).as("seed %d, trial %d", SEED, trial).containsExactly(x, within(1e-10));
    }
  }

  @Test
  void refusesColumnsBeyondDiagonal() {
    assertThatThrownBy(() -> new SkylineCholesky(new int[] {0, 2}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row 1: expected 0 to 1, got 2");
  }
}
