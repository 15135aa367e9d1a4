package dev.sinew.pose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Skeleton;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares the closed forms of ranges with numerical integration. */
class TurnTest {
  private static final int NODES = 32;
  private static final double[] ABSCISSAE = new double[NODES];
  private static final double[] WEIGHTS = new double[NODES];

  static {
    gaussLegendre();
  }

  private final Skeleton skeleton = skeleton();

  private static Skeleton skeleton() {
    double[] q = new double[4];
    Quaternion.fromAxisAngle(1, 2, 3, 0.8, q, 0);
    Skeleton.Builder builder = Skeleton.builder();
    builder.add("joint", -1, new double[] {1, -2, 0.5}, q, new double[] {1, 2, 0.5});
    return builder.build();
  }

  /** Computes nodes in −1 to 1 and weights by Newton's method on the Legendre polynomial. */
  private static void gaussLegendre() {
    for (int i = 0; i < NODES; i++) {
      double x = Math.cos(Math.PI * (i + 0.75) / (NODES + 0.5));
      double slope = 0;
      for (int round = 0; round < 100; round++) {
        double previous = 1;
        double value = x;
        for (int n = 2; n <= NODES; n++) {
          double next = ((2 * n - 1) * x * value - (n - 1) * previous) / n;
          previous = value;
          value = next;
        }
        slope = NODES * (x * value - previous) / (x * x - 1);
        x -= value / slope;
      }
      ABSCISSAE[i] = x;
      WEIGHTS[i] = 2 / ((1 - x * x) * slope * slope);
    }
  }

  @Test
  void oneAxis() {
    assertIntegral(Turn.aboutX(-0.3, 2));
    assertIntegral(Turn.aboutZ(0, Math.PI));
    assertIntegral(new Turn(2, -1, 0.3, -3, 3));
  }

  @Test
  void narrowAndEmptyRanges() {
    assertIntegral(new Turn(2, -1, 0.3, 1, 1 + 1e-7));
    assertIntegral(new Turn(2, -1, 0.3, 1.25, 1.25));
  }

  @Test
  void eulerRanges() {
    assertIntegral(Turn.aboutX(-0.3, 2), Turn.aboutY(-1, 1.5));
    assertIntegral(Turn.aboutZ(-0.3, 2), Turn.aboutY(-1, 1.5), Turn.aboutX(0.2, 2.8));
    assertIntegral(Turn.aboutY(1, 1), Turn.aboutX(-2, 1.5), new Turn(1, 1, 0, -1, 0));
  }

  /** The paper's example, equation 3.14 of the thesis. */
  @Test
  void meanAboutZMatchesThePaper() {
    double a = -0.4;
    double b = 1.9;
    double[] mean = new double[Affine.SIZE];
    Skeleton.Builder builder = Skeleton.builder();
    builder.add("joint", -1, 0, 0, 0);
    JointStatistics.turning(builder.build(), 0, Turn.aboutZ(a, b)).copyMean(mean, 0);
    double sin = (Math.sin(b) - Math.sin(a)) / (b - a);
    double cos = (Math.cos(b) - Math.cos(a)) / (b - a);
    double[] expected = {sin, cos, 0, 0, -cos, sin, 0, 0, 0, 0, 1, 0};
    assertThat(mean).containsExactly(expected, within(1e-14));
  }

  private void assertIntegral(Turn... turns) {
    double[] s = symmetric();
    double[] meanSum = new double[Affine.SIZE];
    double[] pullSum = new double[16];
    double[] trs = new double[10];
    skeleton.copyRestTranslation(0, trs, 0);
    skeleton.copyRestRotation(0, trs, 3);
    skeleton.copyRestScale(0, trs, 7);
    integrate(turns, 0, trs, 1, s, meanSum, pullSum);

    JointStatistics made = JointStatistics.turning(skeleton, 0, turns);
    double[] mean = new double[Affine.SIZE];
    double[] pull = new double[16];
    made.copyMean(mean, 0);
    made.pull(s, 0, pull, 0);
    assertThat(mean).containsExactly(meanSum, within(1e-12));
    assertThat(pull).containsExactly(pullSum, within(1e-10));
  }

  private static void integrate(
      Turn[] turns, int i, double[] trs, double weight, double[] s, double[] mean, double[] pull) {
    if (i == turns.length) {
      double[] local = new double[Affine.SIZE];
      Affine.fromTrs(trs, 0, trs, 3, trs, 7, local, 0);
      for (int k = 0; k < local.length; k++) {
        mean[k] += weight * local[k];
      }
      addPulled(local, s, weight, pull);
      return;
    }
    double[] q = new double[4];
    for (int n = 0; n < NODES; n++) {
      Turn turn = turns[i];
      double angle = (turn.from() + turn.to() + ABSCISSAE[n] * (turn.to() - turn.from())) / 2;
      Quaternion.fromAxisAngle(turn.x(), turn.y(), turn.z(), angle, q, 0);
      double[] turned = trs.clone();
      Quaternion.multiply(trs, 3, q, 0, turned, 3);
      integrate(turns, i + 1, turned, weight * WEIGHTS[n] / 2, s, mean, pull);
    }
  }

  private static void addPulled(double[] local, double[] s, double weight, double[] out) {
    for (int a = 0; a < 4; a++) {
      for (int b = 0; b < 4; b++) {
        for (int r = 0; r < 4; r++) {
          for (int q = 0; q < 4; q++) {
            out[4 * a + b] += weight * s[4 * r + q] * entry(local, r, a) * entry(local, q, b);
          }
        }
      }
    }
  }

  private static double entry(double[] affine, int r, int c) {
    return r < 3 ? affine[4 * r + c] : c == 3 ? 1 : 0;
  }

  private static double[] symmetric() {
    Random random = new Random(3);
    double[] s = new double[16];
    for (int r = 0; r < 4; r++) {
      for (int c = 0; c <= r; c++) {
        s[4 * r + c] = s[4 * c + r] = random.nextGaussian();
      }
    }
    return s;
  }
}
