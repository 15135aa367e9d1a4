package dev.sinew.posespace.bake;

import dev.sinew.linalg.SmallCholesky;
import java.util.ArrayList;
import java.util.List;

/**
 * The normals of targets: those that give the wanted normals of all frames best, in the sense of
 * least squares, with the weights that the positions need.
 */
final class NormalTargets {
  /** Offsets that stay below this, about a third of a degree, are left out. */
  private static final double INVISIBLE = 0.005;

  private final int count;
  private final double[] gram;
  private final List<double[]> products = new ArrayList<>();
  private final float[] largest;

  /**
   * @param count the number of targets
   * @param wedges the number of normals
   */
  NormalTargets(int count, int wedges) {
    this.count = count;
    gram = new double[count * count];
    largest = new float[wedges];
    for (int r = 0; r < count; r++) {
      products.add(new double[3 * wedges]);
    }
  }

  /**
   * Adds a frame.
   *
   * @param weights its weights
   * @param offsets the wanted offsets, x, y, z per wedge
   */
  void add(double[] weights, float[] offsets) {
    for (int w = 0; w < largest.length; w++) {
      for (int k = 3 * w; k < 3 * w + 3; k++) {
        largest[w] = Math.max(largest[w], Math.abs(offsets[k]));
      }
    }
    for (int r = 0; r < count; r++) {
      double[] sum = products.get(r);
      for (int i = 0; i < sum.length; i++) {
        sum[i] += weights[r] * offsets[i];
      }
      for (int s = 0; s < count; s++) {
        gram[count * r + s] += weights[r] * weights[s];
      }
    }
  }

  /** Returns x, y, z per wedge for every target. Call it once. */
  List<float[]> solve() {
    double trace = 0;
    for (int r = 0; r < count; r++) {
      trace += gram[count * r + r];
    }
    SmallCholesky.factor(count, gram, 1e-9 * trace + Double.MIN_NORMAL);
    List<float[]> out = new ArrayList<>();
    for (int r = 0; r < count; r++) {
      out.add(new float[3 * largest.length]);
    }
    double[] column = new double[count];
    for (int i = 0; i < 3 * largest.length; i++) {
      if (largest[i / 3] < INVISIBLE) {
        continue;
      }
      for (int r = 0; r < count; r++) {
        column[r] = products.get(r)[i];
      }
      SmallCholesky.solve(count, gram, column);
      for (int r = 0; r < count; r++) {
        out.get(r)[i] = (float) column[r];
      }
    }
    return out;
  }
}
