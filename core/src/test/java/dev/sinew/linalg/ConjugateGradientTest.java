package dev.sinew.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ConjugateGradientTest {
  private static final long SEED = 8;

  private final Random random = new Random(SEED);

  @Test
  void sparseProductEqualsDense() {
    for (int size : new int[] {1, 2, 7, 40}) {
      double[][] dense = new double[size][size];
      SparseSymmetric sparse = laplacianLike(size, dense);
      double[] x = random.doubles(size, -1, 1).toArray();
      double[] out = new double[size];

      sparse.multiply(x, out);

      for (int r = 0; r < size; r++) {
        double expected = 0;
        for (int c = 0; c < size; c++) {
          expected += dense[r][c] * x[c];
          assertThat(sparse.get(r, c)).isCloseTo(dense[r][c], within(1e-12));
        }
        assertThat(out[r]).isCloseTo(expected, within(1e-10));
      }
    }
  }

  @Test
  void repeatedEntriesAreAdded() {
    SparseSymmetric a =
        SparseSymmetric.builder(3).add(2, 0, 1).add(0, 2, 2).add(2, 2, 5).add(2, 2, -1).build();

    assertThat(a.entryCount()).isEqualTo(3);
    assertThat(a.get(0, 2)).isEqualTo(3);
    assertThat(a.get(2, 0)).isEqualTo(3);
    assertThat(a.get(2, 2)).isEqualTo(4);
    assertThat(a.get(1, 1)).isZero();
  }

  @Test
  void solutionEqualsGaussianElimination() {
    for (int size : new int[] {1, 2, 7, 40, 120}) {
      double[][] dense = new double[size][size];
      SparseSymmetric a = laplacianLike(size, dense);
      double[] b = random.doubles(size, -1, 1).toArray();
      double[] x = new double[size];

      ConjugateGradient.Result result = ConjugateGradient.DEFAULTS.solve(a, b, x);

      assertThat(result.converged()).as("seed %d, size %d", SEED, size).isTrue();
      assertThat(x).containsExactly(eliminate(dense, b), within(1e-7));
    }
  }

  @Test
  void reportsResidual() {
    double[][] dense = new double[120][120];
    SparseSymmetric a = laplacianLike(120, dense);
    double[] b = random.doubles(120, -1, 1).toArray();
    double[] x = new double[120];

    ConjugateGradient.Result result = new ConjugateGradient(3, 1e-12).solve(a, b, x);

    double[] image = new double[120];
    a.multiply(x, image);
    double left = 0;
    double size = 0;
    for (int i = 0; i < 120; i++) {
      left += (b[i] - image[i]) * (b[i] - image[i]);
      size += b[i] * b[i];
    }
    assertThat(result.converged()).isFalse();
    assertThat(result.iterations()).isEqualTo(3);
    assertThat(result.relativeResidual()).isCloseTo(Math.sqrt(left / size), within(1e-12));
  }

  @Test
  void exactInitialGuessNeedsNoStep() {
    SparseSymmetric a = SparseSymmetric.builder(2).add(0, 0, 2).add(1, 1, 4).build();
    double[] x = {1, 2};

    assertThat(ConjugateGradient.DEFAULTS.solve(a, new double[] {2, 8}, x).iterations()).isZero();
  }

  @Test
  void indefiniteMatrixDoesNotConverge() {
    SparseSymmetric a = SparseSymmetric.builder(2).add(0, 0, 1).add(1, 1, -1).build();

    assertThat(ConjugateGradient.DEFAULTS.solve(a, new double[] {0, 1}, new double[2]).converged())
        .isFalse();
  }

  @Test
  void refusesWrongSizes() {
    SparseSymmetric a = SparseSymmetric.builder(2).add(0, 0, 1).build();

    assertThatThrownBy(() -> ConjugateGradient.DEFAULTS.solve(a, new double[3], new double[2]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("b: expected 2 numbers, got 3");
    assertThatThrownBy(() -> SparseSymmetric.builder(2).add(0, 2, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** A random graph's Laplacian plus a positive diagonal: positive definite. Fills dense too. */
  private SparseSymmetric laplacianLike(int size, double[][] dense) {
    SparseSymmetric.Builder out = SparseSymmetric.builder(size);
    for (int i = 0; i < size; i++) {
      double d = 0.01 + random.nextDouble();
      out.add(i, i, d);
      dense[i][i] += d;
    }
    for (int e = 0; e < 3 * size && size > 1; e++) {
      int i = random.nextInt(size);
      int j = (i + 1 + random.nextInt(size - 1)) % size;
      double w = 10 * random.nextDouble();
      out.add(i, j, -w).add(i, i, w).add(j, j, w);
      dense[i][j] -= w;
      dense[j][i] -= w;
      dense[i][i] += w;
      dense[j][j] += w;
    }
    return out.build();
  }

  /** Gaussian elimination with partial pivoting, on copies. */
  private static double[] eliminate(double[][] matrix, double[] right) {
    int n = right.length;
    double[][] a = new double[n][];
    for (int r = 0; r < n; r++) {
      a[r] = matrix[r].clone();
    }
    double[] b = right.clone();
    for (int c = 0; c < n; c++) {
      int best = c;
      for (int r = c + 1; r < n; r++) {
        best = Math.abs(a[r][c]) > Math.abs(a[best][c]) ? r : best;
      }
      double[] row = a[c];
      a[c] = a[best];
      a[best] = row;
      double v = b[c];
      b[c] = b[best];
      b[best] = v;
      for (int r = c + 1; r < n; r++) {
        double f = a[r][c] / a[c][c];
        for (int k = c; k < n; k++) {
          a[r][k] -= f * a[c][k];
        }
        b[r] -= f * b[c];
      }
    }
    for (int r = n - 1; r >= 0; r--) {
      for (int k = r + 1; k < n; k++) {
        b[r] -= a[r][k] * b[k];
      }
      b[r] /= a[r][r];
    }
    return b;
  }
}
