package dev.sinew.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class QuaternionTest {
  private static double[] random(Random random) {
    double[] q = new double[4];
    for (int i = 0; i < 4; i++) {
      q[i] = random.nextGaussian();
    }
    Quaternion.normalize(q, 0);
    return q;
  }

  private static double[] matrix(double[] q) {
    double[] m = new double[Affine.SIZE];
    Affine.fromTrs(new double[3], 0, q, 0, new double[] {1, 1, 1}, 0, m, 0);
    return m;
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  }

  @RepeatedTest(30)
  void productsMatchMatrixProducts(RepetitionInfo info) {
    Random random = new Random(info.getCurrentRepetition());
    double[] a = random(random);
    double[] b = random(random);
    double[] ab = new double[4];
    Quaternion.multiply(a, 0, b, 0, ab, 0);
    double[] product = new double[Affine.SIZE];
    Affine.multiply(matrix(a), 0, matrix(b), 0, product, 0);
    assertThat(matrix(ab)).containsExactly(product, within(1e-14));
    Quaternion.multiply(a, 0, b, 0, a, 0);
    assertThat(a).as("aliased").isEqualTo(ab);
  }

  @RepeatedTest(30)
  void recoversRotationsFromMatrices(RepetitionInfo info) {
    Random random = new Random(info.getCurrentRepetition());
    double[] q = random(random);
    double[] back = new double[4];
    Quaternion.fromMatrix(matrix(q), 0, back, 0);
    assertThat(Math.abs(dot(q, back))).isCloseTo(1, within(1e-14));
  }

  /** Rotations by about 180°, where the quaternion's real part vanishes. */
  @Test
  void recoversHalfTurnsFromMatrices() {
    Random random = new Random(1);
    double[][] axes = {
      {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {0, 1, -1}, {1, 0, 1}, {1, 1, 1}, {-1, 2, 0.001}
    };
    for (double[] axis : axes) {
      for (double less : new double[] {0, 1e-12, 1e-6, random.nextDouble() * 1e-3}) {
        double[] q = new double[4];
        Quaternion.fromAxisAngle(axis[0], axis[1], axis[2], Math.PI - less, q, 0);
        double[] back = new double[4];
        Quaternion.fromMatrix(matrix(q), 0, back, 0);
        assertThat(matrix(back)).containsExactly(matrix(q), within(1e-14));
      }
    }
  }

  @RepeatedTest(30)
  void slerpHasConstantSpeedAlongTheShorterArc(RepetitionInfo info) {
    Random random = new Random(info.getCurrentRepetition());
    double[] a = random(random);
    double[] b = random(random);
    double whole = Math.acos(Math.min(1, Math.abs(dot(a, b))));
    for (double t = 0; t <= 1; t += 0.125) {
      double[] at = new double[4];
      Quaternion.slerp(a, 0, b, 0, t, at, 0);
      assertThat(dot(at, at)).isCloseTo(1, within(1e-14));
      assertThat(Math.acos(Math.min(1, Math.abs(dot(a, at))))).isCloseTo(t * whole, within(1e-7));
      assertThat(Math.acos(Math.min(1, Math.abs(dot(at, b)))))
          .isCloseTo((1 - t) * whole, within(1e-7));
    }
  }

  @Test
  void slerpIgnoresTheSignOfAQuaternion() {
    Random random = new Random(5);
    double[] a = random(random);
    double[] b = random(random);
    double[] minusB = {-b[0], -b[1], -b[2], -b[3]};
    double[] x = new double[4];
    double[] y = new double[4];
    Quaternion.slerp(a, 0, b, 0, 0.3, x, 0);
    Quaternion.slerp(a, 0, minusB, 0, 0.3, y, 0);
    assertThat(y).containsExactly(x, within(1e-15));
  }

  @Test
  void slerpBetweenNearlyEqualRotationsIsSmooth() {
    for (double angle : new double[] {0, 1e-9, 1e-6, 3e-5, 1e-4}) {
      double[] b = new double[4];
      Quaternion.fromAxisAngle(1, 0, 0, angle, b, 0);
      double[] at = new double[4];
      Quaternion.slerp(new double[] {0, 0, 0, 1}, 0, b, 0, 0.25, at, 0);
      assertThat(at[0]).isCloseTo(Math.sin(angle / 8), within(1e-15));
    }
  }

  @Test
  void zeroAndNonFiniteNormalizeToTheIdentity() {
    for (double bad : new double[] {0, Double.NaN, Double.POSITIVE_INFINITY}) {
      double[] q = {9, bad, bad, bad, bad};
      Quaternion.normalize(q, 1);
      assertThat(q).containsExactly(9, 0, 0, 0, 1);
    }
  }
}
