package dev.sinew.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class StretchSplitTest {
  private static final long SEED = 11;

  /** Returns U diag(s) Vᵀ of the last map, from its parts. */
  private static double[] product(StretchSplit split) {
    double[] q = new double[8];
    double[] s = new double[3];
    split.copyLeft(q, 0);
    split.copyRightInverse(q, 4);
    split.copyScale(s, 0);
    double[] zero = new double[3];
    double[] left = new double[Affine.SIZE];
    double[] right = new double[Affine.SIZE];
    Affine.fromTrs(zero, 0, q, 0, s, 0, left, 0);
    Affine.fromTrs(zero, 0, q, 4, new double[] {1, 1, 1}, 0, right, 0);
    double[] out = new double[Affine.SIZE];
    Affine.multiply(left, 0, right, 0, out, 0);
    return out;
  }

  @Test
  void partsMultiplyToTheMap() {
    Random random = new Random(SEED);
    StretchSplit split = new StretchSplit();
    double[] a = new double[Affine.SIZE];
    for (int n = 0; n < 200; n++) {
      for (int i = 0; i < 12; i++) {
        a[i] = i % 4 == 3 ? 0 : random.nextGaussian();
      }
      split.next(a, 0);
      double[] made = product(split);
      for (int i = 0; i < 12; i++) {
        assertThat(made[i]).as("seed %d, map %d", SEED, n).isCloseTo(a[i], within(1e-9));
      }
    }
  }

  /** A shear that grows has axes that pass each other in size: they must not swap. */
  @Test
  void partsOfASlowMotionChangeSlowly() {
    StretchSplit split = new StretchSplit();
    double[] a = new double[Affine.SIZE];
    double[] q = new double[8];
    double[] before = new double[8];
    double largest = 0;
    for (int n = 0; n <= 400; n++) {
      double t = n / 400.0;
      double c = Math.cos(3 * t), s = Math.sin(3 * t);
      double x = 1.5 - t, y = 0.6 + t, z = 0.8;
      double[] rows = {c * x, -s * y, 0, 0, s * x, c * y, 0, 0, 0, 0, z, 0};
      System.arraycopy(rows, 0, a, 0, 12);
      split.next(a, 0);
      split.copyLeft(q, 0);
      split.copyRightInverse(q, 4);
      for (int i = 0; i < 8 && n > 0; i++) {
        largest = Math.max(largest, Math.abs(q[i] - before[i]));
      }
      System.arraycopy(q, 0, before, 0, 8);
    }
    assertThat(largest).isLessThan(0.01);
  }
}
