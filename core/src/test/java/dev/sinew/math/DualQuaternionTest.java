package dev.sinew.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class DualQuaternionTest {
  private final Random random = new Random(21);

  @Test
  void convertsToTheSameMotion() {
    for (int k = 0; k < 100; k++) {
      double[] q = rotation();
      double[] t = random.doubles(3, -5, 5).toArray();
      double[] expected = new double[Affine.SIZE];
      Affine.fromTrs(t, 0, q, 0, new double[] {1, 1, 1}, 0, expected, 0);

      assertThat(affine(motion(q, t))).containsExactly(expected, within(1e-12));
    }
  }

  @Test
  void productsComposeMotions() {
    for (int k = 0; k < 100; k++) {
      double[] a = motion(rotation(), random.doubles(3, -5, 5).toArray());
      double[] b = motion(rotation(), random.doubles(3, -5, 5).toArray());
      double[] expected = new double[Affine.SIZE];
      Affine.multiply(affine(a), 0, affine(b), 0, expected, 0);

      DualQuaternion.multiply(a, 0, b, 0, b, 0);

      assertThat(affine(b)).containsExactly(expected, within(1e-12));
    }
  }

  @Test
  void normalizingASumGivesARigidMotion() {
    for (int k = 0; k < 100; k++) {
      double[] a = motion(rotation(), random.doubles(3, -5, 5).toArray());
      double[] b = motion(rotation(), random.doubles(3, -5, 5).toArray());
      for (int i = 0; i < DualQuaternion.SIZE; i++) {
        a[i] = 0.3 * a[i] + 0.7 * b[i];
      }
      // The motion must not change: only the component that does not affect it is removed.
      double n = Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2] + a[3] * a[3]);
      double[] divided = a.clone();
      for (int i = 0; i < divided.length; i++) {
        divided[i] /= n;
      }

      DualQuaternion.normalize(a, 0);

      assertThat(a[0] * a[0] + a[1] * a[1] + a[2] * a[2] + a[3] * a[3]).isCloseTo(1, within(1e-12));
      assertThat(a[0] * a[4] + a[1] * a[5] + a[2] * a[6] + a[3] * a[7]).isCloseTo(0, within(1e-12));
      assertThat(affine(a)).containsExactly(affine(divided), within(1e-11));
    }
  }

  @Test
  void zeroNormalizesToTheIdentity() {
    double[] zero = new double[DualQuaternion.SIZE];

    DualQuaternion.normalize(zero, 0);

    assertThat(zero).containsExactly(0, 0, 0, 1, 0, 0, 0, 0);
  }

  private double[] rotation() {
    double[] q = new double[4];
    for (int i = 0; i < 4; i++) {
      q[i] = random.nextGaussian();
    }
    Quaternion.normalize(q, 0);
    return q;
  }

  private static double[] motion(double[] q, double[] t) {
    double[] out = new double[DualQuaternion.SIZE];
    DualQuaternion.fromRotationTranslation(q, 0, t[0], t[1], t[2], out, 0);
    return out;
  }

  private static double[] affine(double[] dq) {
    double[] out = new double[Affine.SIZE];
    DualQuaternion.toAffine(dq, 0, out, 0);
    return out;
  }
}
