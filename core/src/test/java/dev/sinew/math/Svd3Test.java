package dev.sinew.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Svd3Test {
  private static final long SEED = 20;

  private final Random random = new Random(SEED);
  private final double[] work = new double[Svd3.WORK];

  @Test
  void anyMatrixIsTheProductOfItsFactors() {
    for (int k = 0; k < 300; k++) {
      for (int rank = 0; rank <= 3; rank++) {
        double[] a = ofRank(rank, Math.pow(10, random.nextInt(13) - 6));
        assertDecomposed(a, rank);
      }
    }
  }

  @Test
  void onlyTheLastValueOfAMirroredMatrixIsNegative() {
    double[] mirror = {-1, 0, 0, 0, 1, 0, 0, 0, 1};
    for (int k = 0; k < 300; k++) {
      double[] a = ofRank(3, 1);
      if (determinant(a) > 0) {
        a = product(a, mirror);
      }
      assertDecomposed(a, 3);
      assertThat(work[Svd3.VALUES + 2]).isNegative();
    }
    assertDecomposed(mirror, 3);
  }

  @Test
  void singularValuesOfAKnownMatrix() {
    double[] a = {0, 0, 3, 0, -5, 0, 4, 0, 0};

    Svd3.decompose(a, 0, 3, work);

    assertThat(Arrays.copyOfRange(work, Svd3.VALUES, Svd3.VALUES + 3))
        .containsExactly(new double[] {5, 4, 3}, within(1e-14));
  }

  @Test
  void smallSingularValuesAreAccurate() {
    // Columns of very different length, not perpendicular: squaring the matrix would lose 1e-12.
    double[] a = {1, 0, 0, 0, 1e-6, 0, 1, 0, 1e-12};

    Svd3.decompose(a, 0, 3, work);

    assertThat(work[Svd3.VALUES + 2]).isCloseTo(1e-12 / Math.sqrt(2), within(1e-26));
  }

  @Test
  void hugeAndTinyMatricesNeitherOverflowNorUnderflow() {
    for (double scale : new double[] {1e300, 1e-300}) {
      double[] a = {scale, scale, 0, 0, scale, 0, 0, 0, scale};
      assertDecomposed(a, 3);
    }
  }

  @Test
  void rejectsAMatrixThatIsNotFinite() {
    double[] a = {1, 0, 0, 0, Double.NaN, 0, 0, 0, 1};

    assertThat(Svd3.decompose(a, 0, 3, work)).isFalse();
    assertThat(work[Svd3.VALUES]).isNaN();
  }

  @Test
  void theZeroMatrixHasNoRotation() {
    double[] q = new double[4];
    double[] s = new double[9];

    Svd3.polar(new double[9], 0, 3, work, q, 0, s, 0);

    assertThat(q).containsExactly(0, 0, 0, 1);
    assertThat(s).containsOnly(0);
  }

  @Test
  void polarFactorsMultiplyBackAtEveryRank() {
    for (int k = 0; k < 300; k++) {
      for (int rank = 0; rank <= 3; rank++) {
        double[] a = ofRank(rank, 1);
        double[] s = new double[9];
        double[] r = polarRotation(a, s);
        assertClose(product(r, s), a, 1e-12);
        assertThat(s[1]).isEqualTo(s[3]);
        assertThat(s[2]).isEqualTo(s[6]);
        assertThat(s[5]).isEqualTo(s[7]);
        double definite = rank == 3 && determinant(a) < 0 ? -1 : 1;
        for (int probe = 0; probe < 5; probe++) {
          double[] x = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
          double energy = 0;
          for (int i = 0; i < 9; i++) {
            energy += x[i / 3] * s[i] * x[i % 3];
          }
          assertThat(definite * energy).isGreaterThan(-1e-12);
        }
      }
    }
  }

  @Test
  void polarRotationOfARotatedStretchIsThatRotation() {
    for (int k = 0; k < 100; k++) {
      double[] r = rotation();
      double[] v = rotation();
      double[] stretch = product(v, product(diagonal(3, 0.2, 1), transpose(v)));
      double[] s = new double[9];
      assertClose(polarRotation(product(r, stretch), s), r, 1e-12);
      assertClose(s, stretch, 1e-12);
    }
  }

  @Test
  void polarRotationOfAMirroredMatrixChangesContinuously() {
    double[] q = new double[4];
    double[] near = new double[4];
    double[] s = new double[9];
    for (int k = 0; k < 100; k++) {
      double[] a = product(rotation(), diagonal(-1, 1, 1));
      Svd3.polar(a, 0, 3, work, q, 0, s, 0);
      for (int i = 0; i < 9; i++) {
        a[i] += 1e-7 * random.nextGaussian();
      }
      Svd3.polar(a, 0, 3, work, near, 0, s, 0);
      double dot = q[0] * near[0] + q[1] * near[1] + q[2] * near[2] + q[3] * near[3];
      assertThat(Math.abs(dot)).isGreaterThan(1 - 1e-9);
    }
  }

  @Test
  void readsTheLinearPartOfAnAffineTransform() {
    double[] affine = {9, 9, 2, 0, 0, 7, 0, 3, 0, 7, 0, 0, 4, 7};
    double[] s = new double[9];
    double[] q = new double[4];

    Svd3.polar(affine, 2, 4, work, q, 0, s, 0);

    assertThat(s).containsExactly(new double[] {2, 0, 0, 0, 3, 0, 0, 0, 4}, within(1e-14));
    assertThat(q).containsExactly(new double[] {0, 0, 0, 1}, within(1e-14));
  }

  private void assertDecomposed(double[] a, int rank) {
    assertThat(Svd3.decompose(a, 0, 3, work)).isTrue();
    double[] u = Arrays.copyOfRange(work, Svd3.U, Svd3.U + 9);
    double[] s = Arrays.copyOfRange(work, Svd3.VALUES, Svd3.VALUES + 3);
    double[] v = Arrays.copyOfRange(work, Svd3.V, Svd3.V + 9);
    double size = Math.abs(s[0]);
    double[] identity = diagonal(1, 1, 1);
    assertClose(product(u, transpose(u)), identity, 1e-13);
    assertClose(product(v, transpose(v)), identity, 1e-13);
    assertThat(determinant(u)).isCloseTo(1, within(1e-12));
    assertThat(determinant(v)).isCloseTo(1, within(1e-12));
    assertClose(product(u, product(diagonal(s[0], s[1], s[2]), transpose(v))), a, 1e-13 * size);
    assertThat(s[0]).isGreaterThanOrEqualTo(s[1]);
    assertThat(s[1]).isGreaterThanOrEqualTo(Math.abs(s[2]) - 1e-15 * size);
    for (int i = rank; i < 3; i++) {
      assertThat(Math.abs(s[i])).isLessThanOrEqualTo(1e-14 * size);
    }
  }

  private double[] polarRotation(double[] a, double[] s) {
    double[] q = new double[4];
    Svd3.polar(a, 0, 3, work, q, 0, s, 0);
    return matrix(q);
  }

  private double[] rotation() {
    double[] q = new double[4];
    for (int i = 0; i < 4; i++) {
      q[i] = random.nextGaussian();
    }
    Quaternion.normalize(q, 0);
    return matrix(q);
  }

  private static double[] matrix(double[] q) {
    double[] affine = new double[Affine.SIZE];
    Affine.fromTrs(new double[3], 0, q, 0, new double[] {1, 1, 1}, 0, affine, 0);
    double[] out = new double[9];
    for (int i = 0; i < 9; i++) {
      out[i] = affine[4 * (i / 3) + i % 3];
    }
    return out;
  }

  /** Returns a random matrix of a rank: a sum of random outer products, or full. */
  private double[] ofRank(int rank, double scale) {
    double[] out = new double[9];
    for (int k = 0; k < rank; k++) {
      double[] x = random.doubles(3, -scale, scale).toArray();
      double[] y = random.doubles(3, -1, 1).toArray();
      for (int i = 0; i < 9; i++) {
        out[i] += x[i / 3] * y[i % 3];
      }
    }
    return out;
  }

  private static double[] diagonal(double x, double y, double z) {
    return new double[] {x, 0, 0, 0, y, 0, 0, 0, z};
  }

  private static double[] transpose(double[] a) {
    return new double[] {a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]};
  }

  private static double[] product(double[] a, double[] b) {
    double[] out = new double[9];
    for (int i = 0; i < 9; i++) {
      for (int k = 0; k < 3; k++) {
        out[i] += a[3 * (i / 3) + k] * b[3 * k + i % 3];
      }
    }
    return out;
  }

  private static double determinant(double[] a) {
    return a[0] * (a[4] * a[8] - a[5] * a[7])
        - a[1] * (a[3] * a[8] - a[5] * a[6])
        + a[2] * (a[3] * a[7] - a[4] * a[6]);
  }

  private static void assertClose(double[] actual, double[] expected, double tolerance) {
    assertThat(actual).containsExactly(expected, within(tolerance));
  }
}
