package dev.sinew.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparseCholeskyTest {
  private static void assertSolves(SparseSymmetric a, long seed) {
    Random random = new Random(seed);
    double[] x = new double[a.size()];
    for (int i = 0; i < x.length; i++) {
      x[i] = random.nextGaussian();
    }
    double[] b = new double[x.length];
    a.multiply(x, b);
    assertArrayEquals(x, SparseCholesky.of(a, () -> {}).solve(b), 1e-8, "seed " + seed);
  }

  private static SparseSymmetric grid(int n, double diagonal) {
    SparseSymmetric.Builder rows = SparseSymmetric.builder(n * n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        rows.add(n * i + j, n * i + j, 4 + diagonal);
        if (j + 1 < n) {
          rows.add(n * i + j, n * i + j + 1, -1);
        }
        if (i + 1 < n) {
          rows.add(n * i + j, n * (i + 1) + j, -1);
        }
      }
    }
    return rows.build();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 17, 60})
  void solvesGrids(int n) {
    assertSolves(grid(n, 0.01), n);
  }

  @Test
  void solvesRandomMatrices() {
    for (int round = 0; round < 30; round++) {
      long seed = 100L + round;
      Random random = new Random(seed);
      int n = 1 + random.nextInt(300);
      SparseSymmetric.Builder rows = SparseSymmetric.builder(n);
      for (int i = 0; i < n; i++) {
        rows.add(i, i, 1);
      }
      // A sum of squares is positive definite; some unknowns stay isolated.
      for (int e = 0; e < random.nextInt(4 * n); e++) {
        int a = random.nextInt(n);
        int b = random.nextInt(n);
        if (a != b) {
          double w = random.nextDouble();
          rows.add(a, a, w).add(b, b, w).add(a, b, -w);
        }
      }
      assertSolves(rows.build(), seed);
    }
  }

  @Test
  void starDoesNotSplitForever() {
    SparseSymmetric.Builder rows = SparseSymmetric.builder(500);
    rows.add(0, 0, 1000);
    for (int i = 1; i < 500; i++) {
      rows.add(i, i, 2).add(0, i, -1);
    }
    assertSolves(rows.build(), 1);
  }

  @Test
  void dissectionKeepsTheFactorSparse() {
    int n = 100;
    SparseCholesky factor = SparseCholesky.of(grid(n, 0), () -> {});
    // In the natural order the band alone has n entries per row.
    assertTrue(factor.entryCount() < 35 * n * n, "entries " + factor.entryCount());
  }

  @Test
  void refusesIndefiniteMatrices() {
    SparseSymmetric a = SparseSymmetric.builder(2).add(0, 0, 1).add(1, 1, 1).add(0, 1, 2).build();
    assertThrows(ArithmeticException.class, () -> SparseCholesky.of(a, () -> {}));
  }

  @Test
  void checksTheSizeOfTheRightSide() {
    SparseCholesky factor = SparseCholesky.of(grid(3, 1), () -> {});
    String message =
        assertThrows(IllegalArgumentException.class, () -> factor.solve(new double[4]))
            .getMessage();
    assertEquals("b: expected 9 numbers, got 4", message);
  }
}
