package dev.sinew.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class AffineTest {
  private static final double[] ORIGIN = {0, 0, 0};
  private static final double[] UNTURNED = {0, 0, 0, 1};
  private static final double[] UNSCALED = {1, 1, 1};

  /** The project's convention: 3×4 row by row, column vectors, applied from the left. */
  @Test
  void theConventionIsFixed() {
    double[] m = {
      0, -1, 0, 10, 1, 0, 0, 20, 0, 0, 1, 30
    }; // A rotation by 90° about z, then a translation.
    double[] p = {1, 2, 3};
    double[] out = new double[3];
    Affine.transformPoint(m, 0, p, 0, out, 0);
    assertThat(out).containsExactly(8, 21, 33);
    Affine.transformVector(m, 0, p, 0, out, 0);
    assertThat(out).containsExactly(-2, 1, 3);
  }

  @Test
  void aPositiveAngleAboutZRotatesXTowardsY() {
    double[] q = new double[4];
    Quaternion.fromAxisAngle(0, 0, 2, Math.PI / 2, q, 0);
    double[] m = new double[Affine.SIZE];
    Affine.fromTrs(ORIGIN, 0, q, 0, UNSCALED, 0, m, 0);
    double[] out = new double[3];
    Affine.transformPoint(m, 0, new double[] {1, 0, 0}, 0, out, 0);
    assertThat(out).containsExactly(new double[] {0, 1, 0}, within(1e-15));
  }

  @Test
  void scaleAppliesFirstThenRotationThenTranslation() {
    double[] q = new double[4];
    Quaternion.fromAxisAngle(0, 0, 1, Math.PI / 2, q, 0);
    double[] t = {10, 20, 30};
    double[] s = {2, 3, 4};
    double[] whole = new double[Affine.SIZE];
    Affine.fromTrs(t, 0, q, 0, s, 0, whole, 0);
    double[] out = new double[3];
    Affine.transformPoint(whole, 0, new double[] {1, 1, 1}, 0, out, 0);
    assertThat(out).containsExactly(new double[] {10 - 3, 20 + 2, 30 + 4}, within(1e-14));

    double[] translation = new double[Affine.SIZE];
    double[] rotation = new double[Affine.SIZE];
    double[] scale = new double[Affine.SIZE];
    Affine.fromTrs(t, 0, UNTURNED, 0, UNSCALED, 0, translation, 0);
    Affine.fromTrs(ORIGIN, 0, q, 0, UNSCALED, 0, rotation, 0);
    Affine.fromTrs(ORIGIN, 0, UNTURNED, 0, s, 0, scale, 0);
    double[] product = new double[Affine.SIZE];
    Affine.multiply(translation, 0, rotation, 0, product, 0);
    Affine.multiply(product, 0, scale, 0, product, 0);
    assertThat(product).containsExactly(whole, within(1e-14));
  }

  @RepeatedTest(50)
  void multiplyAndInvertAgreeWithTheDefinition(RepetitionInfo info) {
    Random random = new Random(info.getCurrentRepetition());
    // Two matrices side by side, to try the offsets.
    double[] ab = random.doubles(2 * Affine.SIZE, -2, 2).toArray();
    double[] p = random.doubles(3, -2, 2).toArray();
    double[] product = new double[Affine.SIZE];
    Affine.multiply(ab, 0, ab, Affine.SIZE, product, 0);
    double[] stepwise = new double[3];
    Affine.transformPoint(ab, Affine.SIZE, p, 0, stepwise, 0);
    Affine.transformPoint(ab, 0, stepwise, 0, stepwise, 0);
    double[] atOnce = new double[3];
    Affine.transformPoint(product, 0, p, 0, atOnce, 0);
    assertThat(atOnce).containsExactly(stepwise, within(1e-12));

    assertThat(Affine.determinant(product, 0))
        .isCloseTo(Affine.determinant(ab, 0) * Affine.determinant(ab, Affine.SIZE), within(1e-10));

    double[] inverse = new double[Affine.SIZE];
    assertThat(Affine.invert(ab, 0, inverse, 0)).isTrue();
    double[] one = new double[Affine.SIZE];
    Affine.identity(one, 0);
    Affine.multiply(inverse, 0, ab, 0, inverse, 0);
    double slack = 1e-12 / Math.abs(Affine.determinant(ab, 0)) + 1e-12;
    assertThat(inverse).containsExactly(one, within(100 * slack));
  }

  @Test
  void outputsMayAliasInputs() {
    Random random = new Random(7);
    double[] a = random.doubles(Affine.SIZE, -1, 1).toArray();
    double[] b = random.doubles(Affine.SIZE, -1, 1).toArray();
    double[] expected = new double[Affine.SIZE];
    Affine.multiply(a, 0, b, 0, expected, 0);
    double[] left = a.clone();
    Affine.multiply(left, 0, b, 0, left, 0);
    assertThat(left).isEqualTo(expected);
    double[] right = b.clone();
    Affine.multiply(a, 0, right, 0, right, 0);
    assertThat(right).isEqualTo(expected);
    Affine.invert(a, 0, expected, 0);
    double[] inverted = a.clone();
    Affine.invert(inverted, 0, inverted, 0);
    assertThat(inverted).isEqualTo(expected);
    double[] parts = new double[10];
    Affine.toTrs(a, 0, parts, 0, parts, 3, parts, 7);
    double[] own = a.clone();
    Affine.toTrs(own, 0, own, 0, own, 3, own, 7);
    assertThat(java.util.Arrays.copyOf(own, 10)).isEqualTo(parts);
  }

  @Test
  void aSingularMatrixIsNotInverted() {
    double[] flat = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0};
    double[] huge = {1e200, 0, 0, 0, 0, 1e200, 0, 0, 0, 0, 1e200, 0};
    double[] lost = {1, 0, 0, Double.NaN, 0, 1, 0, 0, 0, 0, 1, 0};
    double[] broken = {Double.NaN, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    for (double[] m : new double[][] {flat, huge, lost, broken}) {
      double[] out = {5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5};
      assertThat(Affine.invert(m, 0, out, 0)).isFalse();
      assertThat(out).containsOnly(5);
    }
  }

  @RepeatedTest(50)
  void decomposesWhatWasComposed(RepetitionInfo info) {
    Random random = new Random(info.getCurrentRepetition());
    double[] t = random.doubles(3, -5, 5).toArray();
    double[] q = random.doubles(4, -1, 1).toArray();
    double[] s = random.doubles(3, 0.1, 3).toArray();
    Quaternion.normalize(q, 0);
    if (info.getCurrentRepetition() % 2 == 0) {
      s[0] = -s[0]; // Mirrored, as a mirrored matrix is decomposed.
    }
    double[] m = new double[Affine.SIZE];
    Affine.fromTrs(t, 0, q, 0, s, 0, m, 0);
    double[] parts = new double[10];
    Affine.toTrs(m, 0, parts, 0, parts, 3, parts, 7);
    assertThat(java.util.Arrays.copyOf(parts, 3)).isEqualTo(t);
    assertThat(java.util.Arrays.copyOfRange(parts, 7, 10)).containsExactly(s, within(1e-12));
    double sign = 0;
    for (int i = 0; i < 4; i++) {
      sign += q[i] * parts[3 + i];
    }
    assertThat(Math.abs(sign)).isCloseTo(1, within(1e-12));
  }

  /** Any signs and zeros among the scales: the parts differ, their product does not. */
  @Test
  void partsOfAnyScaleComposeToTheSameMatrix() {
    Random random = new Random(3);
    double[] values = {-2, 0, 0.5};
    for (int i = 0; i < 27; i++) {
      double[] s = {values[i % 3], values[i / 3 % 3], values[i / 9]};
      double[] q = random.doubles(4, -1, 1).toArray();
      Quaternion.normalize(q, 0);
      double[] m = new double[Affine.SIZE];
      Affine.fromTrs(ORIGIN, 0, q, 0, s, 0, m, 0);
      double[] parts = new double[10];
      Affine.toTrs(m, 0, parts, 0, parts, 3, parts, 7);
      double[] again = new double[Affine.SIZE];
      Affine.fromTrs(parts, 0, parts, 3, parts, 7, again, 0);
      assertThat(again).as("scales %s %s %s", s[0], s[1], s[2]).containsExactly(m, within(1e-12));
    }
  }

  @Test
  void aShearedMatrixKeepsItsFirstDirectionAndItsLengths() {
    double[] m = {2, 3, 0, 0, 0, 4, 0, 0, 0, 0, 1, 0};
    double[] parts = new double[10];
    Affine.toTrs(m, 0, parts, 0, parts, 3, parts, 7);
    assertThat(java.util.Arrays.copyOfRange(parts, 3, 10))
        .containsExactly(new double[] {0, 0, 0, 1, 2, 5, 1}, within(1e-12));
  }
}
