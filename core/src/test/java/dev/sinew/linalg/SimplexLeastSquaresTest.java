package dev.sinew.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SimplexLeastSquaresTest {
  private static final long SEED = 31;
  private static final int CAPACITY = 30;

  private final Random random = new Random(SEED);
  private final SimplexLeastSquares solver = new SimplexLeastSquares(CAPACITY);

  @Test
  void nearestPointOfTriangle() {
    // The target is outside, beyond the edge between the last two corners.
    double[] x = {0, 0, 2, 0, 0, 2};
    double[] y = {2, 1.5};
    double[] a = new double[9];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        for (int axis = 0; axis < 2; axis++) {
          a[3 * i + j] += (x[2 * i + axis] - y[axis]) * (x[2 * j + axis] - y[axis]);
        }
      }
    }
    double[] w = new double[3];

    double value = solver.solve(3, a, w);

    assertThat(w).containsExactly(new double[] {0, 0.625, 0.375}, within(1e-12));
    assertThat(value).isCloseTo(2 * 0.75 * 0.75, within(1e-12));
  }

  @Test
  void equalsMinimumOverAllFaces() {
    for (int trial = 0; trial < 600; trial++) {
      int n = 1 + random.nextInt(trial % 3 == 0 ? 6 : 4);
      Problem problem = new Problem(n, n + random.nextInt(4));
      String where = "seed " + SEED + ", trial " + trial;
      double best = problem.minimumOverAllFaces();

      double cold = solver.solve(n, problem.a, new double[n]);
      double warm = solver.improve(n, problem.a, randomWeights(n));

      assertThat(cold).as(where).isCloseTo(best, within(1e-10 * problem.size()));
      assertThat(warm).as(where).isCloseTo(best, within(1e-10 * problem.size()));
    }
  }

  @Test
  void meetsOptimalityConditions() {
    for (int trial = 0; trial < 600; trial++) {
      int n = 1 + random.nextInt(CAPACITY);
      // Fewer rows than unknowns: singular.
      Problem problem = new Problem(n, 1 + random.nextInt(2 * n));

      problem.checkBothSolves("seed " + SEED + ", trial " + trial);
    }
  }

  @Test
  void equalOrNearlyEqualColumns() {
    for (int trial = 0; trial < 400; trial++) {
      int n = 2 + random.nextInt(CAPACITY - 1);
      Problem problem = new Problem(n, 3 + random.nextInt(n));
      double apart = trial % 3 == 0 ? 0 : Math.pow(10, -random.nextInt(12));
      for (double[] row : problem.rows) {
        for (int i = 1; i < n; i += 2) {
          row[i] = row[i - 1] + apart * random.nextGaussian();
        }
      }
      problem.formNormalMatrix();

      problem.checkBothSolves("seed " + SEED + ", trial " + trial);
    }
  }

  @Test
  void improveKeepsOptimalWeights() {
    // Unknowns 0 and 1 are the same column: A does not determine their ratio.
    double[] a = {1, 1, 0, 1, 1, 0, 0, 0, 1};
    double[] w = {0.2, 0.3, 0.5};

    assertThat(solver.improve(3, a, w)).isCloseTo(0.5, within(1e-15));

    assertThat(w).containsExactly(0.2, 0.3, 0.5);
  }

  @Test
  void improveStaysNearWeightsThatAreNotDetermined() {
    double[] a = {1, 1, 0, 1, 1, 0, 0, 0, 1};
    double[] w = {0.2, 0.2, 0.6};

    solver.improve(3, a, w);

    assertThat(w).containsExactly(new double[] {0.25, 0.25, 0.5}, within(1e-3));
  }

  @Test
  void improveFromCornerFreesOtherUnknowns() {
    double[] w = {0, 0, 1};

    solver.improve(3, new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1}, w);

    assertThat(w).containsExactly(new double[] {1.0 / 3, 1.0 / 3, 1.0 / 3}, within(1e-12));
  }

  @Test
  void resultDoesNotDependOnScale() {
    Problem problem = new Problem(4, 5);
    double[] expected = new double[4];
    solver.solve(4, problem.a, expected);
    for (double scale : new double[] {1e-150, 1e-12, 1e12, 1e140}) {
      double[] a = Arrays.stream(problem.a).map(v -> v * scale).toArray();
      double[] w = new double[4];
      double[] warm = {0.25, 0.25, 0.25, 0.25};

      solver.solve(4, a, w);
      solver.improve(4, a, warm);

      assertThat(w).containsExactly(expected, within(1e-9));
      assertThat(warm).containsExactly(expected, within(1e-9));
    }
  }

  @Test
  void zeroMatrixGivesAnyWeights() {
    double[] w = new double[5];

    assertThat(solver.solve(5, new double[25], w)).isZero();

    assertThat(Arrays.stream(w).sum()).isCloseTo(1, within(1e-15));
  }

  @Test
  void leavesMatrixAndSurplusEntriesUnchanged() {
    double[] a = {2, 0, 0, 2, 77};
    double[] w = {5, -5, 79};

    solver.solve(2, a, w);

    assertThat(a).containsExactly(2, 0, 0, 2, 77);
    assertThat(w).containsExactly(0.5, 0.5, 79);
  }

  @Test
  void refusesWrongArguments() {
    double[] w = new double[CAPACITY + 1];
    assertThatThrownBy(() -> solver.solve(CAPACITY + 1, new double[2000], w))
        .hasMessageContaining("30")
        .hasMessageContaining("31");
    assertThatThrownBy(() -> solver.solve(3, new double[8], w)).hasMessageContaining("3 unknowns");
    assertThatThrownBy(() -> solver.solve(0, w, w.clone()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> solver.solve(1, new double[] {Double.NaN}, w))
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> solver.improve(2, new double[4], new double[] {2, -1}))
        .hasMessageContaining("-1");
    assertThatThrownBy(() -> solver.improve(2, new double[4], new double[] {0.5, 0.4}))
        .hasMessageContaining("0.9");
  }

  @Test
  void pairEqualsGeneralSolver() {
    for (int trial = 0; trial < 1000; trial++) {
      Problem problem = new Problem(2, 2);
      double[] a = problem.a;
      double[] w = new double[2];

      double value = solver.solve(2, a, w);
      double t = SimplexLeastSquares.secondWeight(a[0], a[1], a[3]);

      String where = "seed " + SEED + ", trial " + trial;
      assertThat(t).as(where).isBetween(0.0, 1.0);
      assertThat(SimplexLeastSquares.valueOfPair(a[0], a[1], a[3], t))
          .as(where)
          .isCloseTo(value, within(1e-12 * problem.size()));
    }
  }

  @Test
  void pairOfEqualPointsGivesSecond() {
    assertThat(SimplexLeastSquares.secondWeight(2, 2, 2)).isEqualTo(1);
    assertThat(SimplexLeastSquares.secondWeight(0, 0, 0)).isEqualTo(1);
  }

  private double[] randomWeights(int n) {
    // Some weights are zero.
    double[] w = random.doubles(n, -0.5, 1).map(x -> Math.max(0, x)).toArray();
    w[random.nextInt(n)] += 0.1;
    double sum = Arrays.stream(w).sum();
    return Arrays.stream(w).map(x -> x / sum).toArray();
  }

  /** Least squares on random rows, measured from a random target. */
  private final class Problem {
    private final int n;
    private final double[][] rows;
    private final double[] target;
    private final double[] a;

    Problem(int n, int rowCount) {
      this.n = n;
      rows = new double[rowCount][];
      target = random.doubles(rowCount, -1, 2).toArray();
      for (int r = 0; r < rowCount; r++) {
        rows[r] = random.doubles(n, -1, 2).toArray();
      }
      a = new double[n * n];
      formNormalMatrix();
    }

    void formNormalMatrix() {
      Arrays.fill(a, 0);
      for (int r = 0; r < rows.length; r++) {
        for (int i = 0; i < n; i++) {
          for (int j = 0; j < n; j++) {
            a[n * i + j] += (rows[r][i] - target[r]) * (rows[r][j] - target[r]);
          }
        }
      }
    }

    double size() {
      return 1 + Arrays.stream(a).map(Math::abs).max().orElse(0);
    }

    /** Returns the least of the minima over all faces whose weights are not negative. */
    double minimumOverAllFaces() {
      double best = Double.POSITIVE_INFINITY;
      for (int face = 1; face < 1 << n; face++) {
        int bits = face;
        int[] corners = IntStream.range(0, n).filter(i -> (bits >> i & 1) != 0).toArray();
        double[] w = minimumOver(corners);
        if (Arrays.stream(w).allMatch(x -> x >= -1e-12)) {
          best = Math.min(best, valueAt(corners, w));
        }
      }
      return best;
    }

    /** Solves by elimination, with the multiplier of the sum as one more unknown. */
    private double[] minimumOver(int[] corners) {
      int m = corners.length + 1;
      double[][] system = new double[m][m + 1];
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++) {
          boolean sum = i == corners.length || j == corners.length;
          system[i][j] = sum ? (i == j ? 0 : 1) : a[n * corners[i] + corners[j]];
        }
        system[i][m] = i == corners.length ? 1 : 0;
      }
      for (int c = 0; c < m; c++) {
        int pivot = c;
        for (int r = c; r < m; r++) {
          pivot = Math.abs(system[r][c]) > Math.abs(system[pivot][c]) ? r : pivot;
        }
        double[] swapped = system[c];
        system[c] = system[pivot];
        system[pivot] = swapped;
        for (int r = 0; r < m; r++) {
          double times = r == c ? 0 : system[r][c] / system[c][c];
          for (int k = c; k <= m && times != 0; k++) {
            system[r][k] -= times * system[c][k];
          }
        }
      }
      double[] w = new double[corners.length];
      for (int i = 0; i < w.length; i++) {
        w[i] = system[i][m] / system[i][i];
      }
      return w;
    }

    private double valueAt(int[] corners, double[] w) {
      double sum = 0;
      for (int i = 0; i < corners.length; i++) {
        for (int j = 0; j < corners.length; j++) {
          sum += w[i] * w[j] * a[n * corners[i] + corners[j]];
        }
      }
      return sum;
    }

    void checkBothSolves(String where) {
      double[] cold = new double[n];
      solver.solve(n, a, cold);
      checkOptimal(cold, where);
      double[] warm = randomWeights(n);
      solver.improve(n, a, warm);
      checkOptimal(warm, where);
    }

    /** Checks that raising no unknown, and lowering none above zero, reduces the value. */
    private void checkOptimal(double[] w, String where) {
      double multiplier = 0;
      double[] slope = new double[n];
      for (int i = 0; i < n; i++) {
        assertThat(w[i]).as(where).isNotNegative();
        for (int j = 0; j < n; j++) {
          slope[i] += a[n * i + j] * w[j];
        }
        multiplier += w[i] * slope[i];
      }
      assertThat(Arrays.stream(w).sum()).as(where).isCloseTo(1, within(1e-14));
      double tolerance = 2e-9 * size();
      for (int i = 0; i < n; i++) {
        assertThat(slope[i] - multiplier).as(where).isGreaterThan(-tolerance);
        assertThat(w[i] * (slope[i] - multiplier)).as(where).isCloseTo(0, within(tolerance));
      }
    }
  }
}
