package dev.sinew.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NonNegativeLeastSquaresTest {
  private static final long SEED = 31;
  private static final int LARGEST = 30;

  private final Random random = new Random(SEED);
  private final NonNegativeLeastSquares solver = new NonNegativeLeastSquares(LARGEST);

  @Test
  void knownByHand() {
    // The point of a triangle nearest to a point outside it, beyond the side of the last two.
    double[] x = {0, 0, 2, 0, 0, 2};
    double[] y = {2, 1.5};
    double[] a = new double[9];
    double[] b = new double[3];
    for (int i = 0; i < 3; i++) {
      b[i] = x[2 * i] * y[0] + x[2 * i + 1] * y[1];
      for (int j = 0; j < 3; j++) {
        a[3 * i + j] = x[2 * i] * x[2 * j] + x[2 * i + 1] * x[2 * j + 1];
      }
    }
    double[] w = new double[3];

    double value = solver.solveOnSimplex(3, a, b, w);

    assertThat(w).containsExactly(new double[] {0, 0.625, 0.375}, within(1e-12));
    assertThat(2 * value + 4 + 2.25).isCloseTo(2 * 0.75 * 0.75, within(1e-12));
  }

  @Test
  void equalsTheBestOfAllSetsTriedInTurn() {
    for (int trial = 0; trial < 400; trial++) {
      int n = 1 + random.nextInt(6);
      Problem problem = new Problem(n, n + random.nextInt(4), trial % 2 == 0);
      double[] w = new double[n];

      double value = problem.solve(w);

      assertThat(value)
          .as("seed %d, trial %d", SEED, trial)
          .isCloseTo(problem.bestOfAllSets(), within(1e-9 * problem.size()));
    }
  }

  @Test
  void meetsTheConditionsOfOptimality() {
    for (int trial = 0; trial < 600; trial++) {
      int n = 1 + random.nextInt(LARGEST);
      // Fewer rows than unknowns: singular.
      Problem problem = new Problem(n, 1 + random.nextInt(2 * n), trial % 2 == 0);
      double[] w = new double[n];

      problem.solve(w);

      problem.checkOptimal(w, "seed " + SEED + ", trial " + trial);
    }
  }

  @Test
  void columnsThatAreNearlyOrWhollyTheSameDoNoHarm() {
    for (int trial = 0; trial < 400; trial++) {
      int n = 2 + random.nextInt(LARGEST - 1);
      Problem problem = new Problem(n, 3 + random.nextInt(n), trial % 2 == 0);
      double apart = trial % 3 == 0 ? 0 : Math.pow(10, -random.nextInt(12));
      for (double[] row : problem.rows) {
        for (int i = 1; i < n; i += 2) {
          row[i] = row[i - 1] + apart * random.nextGaussian();
        }
      }
      problem.formNormalEquations();
      double[] w = new double[n];

      problem.solve(w);

      problem.checkOptimal(w, "seed " + SEED + ", trial " + trial);
    }
  }

  @Test
  void scaleDoesNotMatter() {
    for (double scale : new double[] {1e-150, 1e-12, 1, 1e12, 1e140}) {
      Random same = new Random(SEED);
      double[] rows = same.doubles(20, -1, 1).toArray();
      double[] a = new double[16];
      double[] b = new double[4];
      for (int i = 0; i < 4; i++) {
        for (int r = 0; r < 5; r++) {
          b[i] += scale * rows[4 * r + i];
          for (int j = 0; j < 4; j++) {
            a[4 * i + j] += scale * rows[4 * r + i] * rows[4 * r + j];
          }
        }
      }
      double[] w = new double[4];
      double[] expected = new double[4];
      solver.solve(4, a, b, w);
      solver.solve(4, divided(a, scale), divided(b, scale), expected);

      assertThat(w).containsExactly(expected, within(1e-9));
      assertThat(Arrays.stream(w).sum()).isPositive();
    }
  }

  private static double[] divided(double[] values, double by) {
    return Arrays.stream(values).map(v -> v / by).toArray();
  }

  @Test
  void allZeroGivesAnyBlendAndNoPlainAnswerButZero() {
    double[] w = new double[5];
    assertThat(solver.solveOnSimplex(5, new double[25], new double[5], w)).isZero();
    assertThat(Arrays.stream(w).sum()).isCloseTo(1, within(1e-15));

    assertThat(solver.solve(5, new double[25], new double[5], w)).isZero();
    assertThat(w).containsOnly(0);
    assertThat(solver.solve(0, new double[0], new double[0], w)).isZero();
  }

  @Test
  void leavesTheArgumentsAndWhatLiesBehindThemAlone() {
    double[] a = {2, 0, 0, 2, 77};
    double[] b = {1, 1, 78};
    double[] w = {5, -5, 79};

    solver.solveOnSimplex(2, a, b, w);

    assertThat(a).containsExactly(2, 0, 0, 2, 77);
    assertThat(b).containsExactly(1, 1, 78);
    assertThat(w).containsExactly(0.5, 0.5, 79);
  }

  @Test
  void refusesWhatDoesNotFit() {
    double[] w = new double[LARGEST + 1];
    assertThatThrownBy(() -> solver.solve(LARGEST + 1, new double[2000], w, w.clone()))
        .hasMessageContaining("30")
        .hasMessageContaining("31");
    assertThatThrownBy(() -> solver.solve(3, new double[8], w, w.clone()))
        .hasMessageContaining("3 unknowns");
    assertThatThrownBy(() -> solver.solveOnSimplex(0, w, w, w.clone()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> solver.solve(1, new double[] {Double.NaN}, w, w.clone()))
        .hasMessageContaining("NaN");
  }

  /** Least squares on random rows. */
  private final class Problem {
    private final int n;
    private final boolean simplex;
    private final double[][] rows;
    private final double[] right;
    private final double[] a;
    private final double[] b;

    Problem(int n, int rowCount, boolean simplex) {
      this.n = n;
      this.simplex = simplex;
      rows = new double[rowCount][];
      right = random.doubles(rowCount, -1, 2).toArray();
      for (int r = 0; r < rowCount; r++) {
        rows[r] = random.doubles(n, -1, 2).toArray();
      }
      a = new double[n * n];
      b = new double[n];
      formNormalEquations();
    }

    void formNormalEquations() {
      Arrays.fill(a, 0);
      Arrays.fill(b, 0);
      for (int r = 0; r < rows.length; r++) {
        for (int i = 0; i < n; i++) {
          b[i] += rows[r][i] * right[r];
          for (int j = 0; j < n; j++) {
            a[n * i + j] += rows[r][i] * rows[r][j];
          }
        }
      }
    }

    double size() {
      return 1 + Arrays.stream(a).map(Math::abs).max().orElse(0);
    }

    double solve(double[] w) {
      return simplex ? solver.solveOnSimplex(n, a, b, w) : solver.solve(n, a, b, w);
    }

    /** The least over all sets of unknowns, of those minima whose unknowns are not negative. */
    double bestOfAllSets() {
      double best = simplex ? Double.POSITIVE_INFINITY : 0;
      for (int set = 1; set < 1 << n; set++) {
        int[] of = new int[Integer.bitCount(set)];
        int m = 0;
        for (int i = 0; i < n; i++) {
          if ((set >> i & 1) != 0) {
            of[m++] = i;
          }
        }
        double[] w = minimumOver(of);
        if (Arrays.stream(w).allMatch(x -> x >= -1e-12)) {
          best = Math.min(best, valueAt(of, w));
        }
      }
      return best;
    }

    /** By elimination, with the multiplier of the sum as one more unknown where there is one. */
    private double[] minimumOver(int[] of) {
      int m = of.length + (simplex ? 1 : 0);
      double[][] system = new double[m][m + 1];
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++) {
          boolean border = i == of.length || j == of.length;
          system[i][j] = border ? (i == j ? 0 : 1) : a[n * of[i] + of[j]];
        }
        system[i][m] = i == of.length ? 1 : b[of[i]];
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
      double[] w = new double[of.length];
      for (int i = 0; i < w.length; i++) {
        w[i] = system[i][m] / system[i][i];
      }
      return w;
    }

    private double valueAt(int[] of, double[] w) {
      double sum = 0;
      for (int i = 0; i < of.length; i++) {
        sum -= w[i] * b[of[i]];
        for (int j = 0; j < of.length; j++) {
          sum += w[i] * w[j] * a[n * of[i] + of[j]] / 2;
        }
      }
      return sum;
    }

    /** No unknown could be raised to gain, and none above zero could be lowered. */
    void checkOptimal(double[] w, String where) {
      double multiplier = 0;
      double[] slope = new double[n];
      for (int i = 0; i < n; i++) {
        assertThat(w[i]).as(where).isNotNegative();
        slope[i] = -b[i];
        for (int j = 0; j < n; j++) {
          slope[i] += a[n * i + j] * w[j];
        }
        multiplier += simplex ? w[i] * slope[i] : 0;
      }
      if (simplex) {
        assertThat(Arrays.stream(w).sum()).as(where).isCloseTo(1, within(1e-14));
      }
      double tolerance = 1e-9 * size() * (1 + Arrays.stream(w).max().orElse(0));
      for (int i = 0; i < n; i++) {
        assertThat(slope[i] - multiplier).as(where).isGreaterThan(-tolerance);
        assertThat(w[i] * (slope[i] - multiplier)).as(where).isCloseTo(0, within(tolerance));
      }
    }
  }
}
