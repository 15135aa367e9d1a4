package dev.sinew.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockCholeskyTest {
  private static final long SEED = 20261117;
  private static final int SIZE = 3;

  /** A path, a cycle with a chord, and a node alone. */
  private static final int[][] GRAPH = {{1}, {2}, {0, 3}, {1, 4}, {4}, {}};

  @Test
  void solvesWhatDenseProductsGive() {
    Random random = new Random(SEED);
    BlockCholesky cholesky = new BlockCholesky(GRAPH, SIZE);
    double[][] dense = dominant(random);
    double[] stored = store(cholesky, dense);
    double[] x = random.doubles(cholesky.unknownCount(), -1, 1).toArray();
    double[] b = new double[x.length];
    for (int i = 0; i < b.length; i++) {
      for (int j = 0; j < b.length; j++) {
        b[i] += dense[i][j] * x[j];
      }
    }
    cholesky.factor(stored, 1e-12);
    cholesky.solve(stored, b);
    assertThat(b).as("seed %d", SEED).containsExactly(x, within(1e-10));
  }

  /** Returns a symmetric matrix with blocks at the edges of the graph and a large diagonal. */
  private static double[][] dominant(Random random) {
    int n = SIZE * GRAPH.length;
    double[][] dense = new double[n][n];
    for (int a = 0; a < GRAPH.length; a++) {
      for (int b : GRAPH[a]) {
        for (int i = 0; i < SIZE * SIZE; i++) {
          double value = random.nextDouble() - 0.5;
          dense[SIZE * a + i / SIZE][SIZE * b + i % SIZE] = value;
          dense[SIZE * b + i % SIZE][SIZE * a + i / SIZE] = value;
        }
      }
    }
    for (int i = 0; i < n; i++) {
      dense[i][i] = 10 + random.nextDouble();
    }
    return dense;
  }

  private static double[] store(BlockCholesky cholesky, double[][] dense) {
    double[] stored = new double[cholesky.entryCount()];
    for (int a = 0; a < GRAPH.length; a++) {
      put(cholesky, dense, a, a, stored);
      for (int b : GRAPH[a]) {
        put(cholesky, dense, a, b, stored);
      }
    }
    return stored;
  }

  private static void put(BlockCholesky cholesky, double[][] dense, int a, int b, double[] out) {
    int rows = cholesky.hasRowsOf(a, b) ? a : b;
    int columns = a + b - rows;
    for (int i = 0; i < SIZE * SIZE; i++) {
      out[cholesky.at(a, b) + i] = dense[SIZE * rows + i / SIZE][SIZE * columns + i % SIZE];
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 10, 300})
  void treesGetNoFurtherBlocks(int nodes) {
    Random random = new Random(SEED);
    int[][] parents = new int[nodes][];
    for (int i = 0; i < nodes; i++) {
      parents[i] = i == 0 ? new int[0] : new int[] {random.nextInt(i)};
    }
    assertThat(new BlockCholesky(parents, 1).entryCount()).isEqualTo(2 * nodes - 1);
  }

  @Test
  void raisesPivotsOfSingularMatrices() {
    BlockCholesky cholesky = new BlockCholesky(new int[][] {{}, {0}}, 1);
    double[] zero = new double[cholesky.entryCount()];
    cholesky.factor(zero, 0.25);
    double[] x = {1, 2};
    cholesky.solve(zero, x);
    assertThat(x).containsExactly(new double[] {4, 8}, within(1e-12));
  }

  @Test
  void namesNodesWithoutABlock() {
    BlockCholesky cholesky = new BlockCholesky(new int[][] {{}, {0}, {}}, 2);
    assertThatThrownBy(() -> cholesky.at(0, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected neighbours");
  }
}
