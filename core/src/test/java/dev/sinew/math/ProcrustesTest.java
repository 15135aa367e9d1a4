package dev.sinew.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.fit.FitSetups;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ProcrustesTest {
  private static final long SEED = 20261101;

  /** Sums of random points under a motion. */
  private static final class Problem {
    final double[] target = new double[12];
    final double[] moments = new double[16];
    final double[][] points;
    final double[][] goals;

    Problem(double[][] points, double[][] goals) {
      this.points = points;
      this.goals = goals;
      for (int i = 0; i < points.length; i++) {
        for (int r = 0; r < 4; r++) {
          for (int c = 0; c < 4; c++) {
            moments[4 * r + c] += points[i][r] * points[i][c];
            if (r < 3) {
              target[4 * r + c] += goals[i][r] * points[i][c];
            }
          }
        }
      }
    }

    static Problem of(Random random, int count, double[] motion, double noise, boolean flat) {
      double[][] points = new double[count][4];
      double[][] goals = new double[count][3];
      for (int i = 0; i < count; i++) {
        points[i][3] = 0.2 + random.nextDouble();
        for (int c = 0; c < 3; c++) {
          points[i][c] = flat && c == 2 ? 0 : random.nextGaussian();
        }
        for (int r = 0; r < 3; r++) {
          for (int c = 0; c < 4; c++) {
            goals[i][r] += motion[4 * r + c] * points[i][c];
          }
          goals[i][r] += noise * random.nextGaussian();
        }
      }
      return new Problem(points, goals);
    }

    double error(double[] motion) {
      double sum = 0;
      for (int i = 0; i < points.length; i++) {
        for (int r = 0; r < 3; r++) {
          double e = -goals[i][r];
          for (int c = 0; c < 4; c++) {
            e += motion[4 * r + c] * points[i][c];
          }
          sum += e * e;
        }
      }
      return sum;
    }
  }

  @Test
  void recoversTheMotion() {
    Random random = new Random(SEED);
    for (int i = 0; i < 200; i++) {
      double[] motion = FitSetups.motion(random, 2 * Math.PI, 3);
      boolean flat = i % 3 == 0;
      Problem problem = Problem.of(random, 5 + random.nextInt(20), motion, 0, flat);
      double[] found = new double[12];
      assertThat(new Procrustes(false).solve(problem.target, problem.moments, 0, found, 0))
          .isTrue();
      for (int n = 0; n < 12; n++) {
        assertThat(found[n]).as("seed %d, problem %d", SEED, i).isCloseTo(motion[n], within(1e-8));
      }
    }
  }

  @Test
  void noNearbyMotionIsBetter() {
    Random random = new Random(SEED + 1);
    for (int i = 0; i < 50; i++) {
      boolean scaled = i % 2 == 0;
      double[] motion = FitSetups.motion(random, 2 * Math.PI, 3);
      Problem problem = Problem.of(random, 12, motion, 0.3, false);
      double[] found = new double[12];
      new Procrustes(scaled).solve(problem.target, problem.moments, 0, found, 0);
      double best = problem.error(found);
      for (int n = 0; n < 40; n++) {
        double[] nudge = FitSetups.motion(random, 0.05, 0.05);
        double[] other = new double[12];
        Affine.multiply(nudge, 0, found, 0, other, 0);
        if (scaled) {
          double s = 1 + 0.05 * random.nextGaussian();
          for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
              other[4 * r + c] *= s;
            }
          }
        }
        assertThat(problem.error(other)).as("seed %d", SEED + 1).isGreaterThanOrEqualTo(best);
      }
    }
  }

  @Test
  void neverMirrors() {
    Random random = new Random(SEED + 2);
    for (int i = 0; i < 100; i++) {
      double[] mirrored = FitSetups.motion(random, 2 * Math.PI, 1);
      for (int r = 0; r < 3; r++) {
        mirrored[4 * r] = -mirrored[4 * r];
      }
      Problem problem = Problem.of(random, 8, mirrored, 0.01, false);
      double[] found = new double[12];
      new Procrustes(false).solve(problem.target, problem.moments, 0, found, 0);
      assertThat(Affine.determinant(found, 0)).as("seed %d", SEED + 2).isCloseTo(1, within(1e-9));
    }
  }

  @Test
  void recoversTheScale() {
    Random random = new Random(SEED + 3);
    double[] motion = FitSetups.motion(random, 2, 1);
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        motion[4 * r + c] *= 1.7;
      }
    }
    Problem problem = Problem.of(random, 10, motion, 0, false);
    double[] found = new double[12];
    new Procrustes(true).solve(problem.target, problem.moments, 0, found, 0);
    for (int n = 0; n < 12; n++) {
      assertThat(found[n]).isCloseTo(motion[n], within(1e-8));
    }
  }

  @Test
  void pointsWithoutWeightHaveNoSolution() {
    double[] out = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    assertThat(new Procrustes(false).solve(new double[12], new double[16], 0, out, 0)).isFalse();
    assertThat(out[4]).isEqualTo(5);
  }
}
