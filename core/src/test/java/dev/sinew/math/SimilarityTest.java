package dev.sinew.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimilarityTest {
  private static Similarity random(Random random) {
    return Similarity.scaling(Math.exp(random.nextGaussian()))
        .then(
            Similarity.rotation(
                random.nextGaussian(),
                random.nextGaussian(),
                random.nextGaussian(),
                6 * random.nextDouble()))
        .then(Similarity.translation(random.nextGaussian(), 3, random.nextGaussian()));
  }

  @Test
  void isItsMatrix() {
    Random random = new Random(1);
    for (int i = 0; i < 20; i++) {
      Similarity motion = random(random);
      double[] p = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
      double[] expected = new double[3];
      Affine.transformPoint(motion.affine(), 0, p, 0, expected, 0);
      double[] turned = p.clone();
      double[] vector = new double[3];
      Affine.transformVector(motion.affine(), 0, p, 0, vector, 0);
      motion.movePoint(p, 0);
      assertThat(p).containsExactly(expected, within(1e-12));
      motion.turn(turned, 0);
      for (int c = 0; c < 3; c++) {
        assertThat(motion.scale() * turned[c]).isCloseTo(vector[c], within(1e-12));
      }
    }
  }

  @Test
  void isComposedInOrder() {
    Random random = new Random(2);
    for (int i = 0; i < 20; i++) {
      Similarity first = random(random);
      Similarity second = random(random);
      double[] p = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
      double[] both = p.clone();
      first.then(second).movePoint(both, 0);
      first.movePoint(p, 0);
      second.movePoint(p, 0);
      assertThat(p).containsExactly(both, within(1e-12));
    }
  }

  @Test
  void turnsRotationsAsItTurnsDirections() {
    Similarity motion = random(new Random(3));
    double[] q = new double[4];
    Quaternion.fromAxisAngle(1, 2, 3, 0.7, q, 0);
    double[] rotation = new double[Affine.SIZE];
    double[] ones = {1, 1, 1};
    Affine.fromTrs(new double[3], 0, q, 0, ones, 0, rotation, 0);
    double[] v = {0.3, -2, 5};
    Affine.transformVector(rotation, 0, v, 0, v, 0);
    motion.turn(v, 0);
    motion.turnRotation(q, 0);
    Affine.fromTrs(new double[3], 0, q, 0, ones, 0, rotation, 0);
    double[] again = {0.3, -2, 5};
    Affine.transformVector(rotation, 0, again, 0, again, 0);
    assertThat(again).containsExactly(v, within(1e-12));
  }

  @Test
  void quarterTurnsOnlyExchangeCoordinates() {
    double[] p = {0.1, 0.2, 0.3};
    Similarity.rotation(1, 0, 0, Math.PI / 2).movePoint(p, 0);
    assertThat(p).containsExactly(0.1, -0.3, 0.2);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE})
  void refusesScalesWithoutInverse(double scale) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Similarity.scaling(scale))
        .withMessage("scale: expected a positive, finite number, got " + scale);
  }

  @Test
  void refusesNumbersThatAreNotFinite() {
    assertThatIllegalArgumentException().isThrownBy(() -> Similarity.rotation(0, 0, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> Similarity.rotation(1, 0, 0, Double.NaN));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Similarity.translation(0, Double.NEGATIVE_INFINITY, 0));
  }

  @Test
  void knowsWhatItChanges() {
    assertThat(Similarity.IDENTITY.isIdentity()).isTrue();
    assertThat(Similarity.scaling(2).isScaling()).isTrue();
    assertThat(Similarity.scaling(2).isIdentity()).isFalse();
    assertThat(Similarity.translation(0, 0, 1e-9).isScaling()).isFalse();
    Similarity there = Similarity.rotation(0, 1, 0, Math.PI / 2);
    assertThat(there.then(Similarity.rotation(0, 1, 0, -Math.PI / 2)).isIdentity()).isTrue();
  }
}
