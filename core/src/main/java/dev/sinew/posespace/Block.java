package dev.sinew.posespace;

import dev.sinew.posespace.interpolate.Interpolator;
import dev.sinew.run.ArrayChecks;

/**
 * Offsets of some vertices as a function of the pose: d(x) = Σ_r (Σ_k φ_k(x) m_kr) b_r. The squared
 * distance of a pose from database pose k is the weighted sum of the squared distances of the
 * block's joints.
 *
 * @param posed true if the offsets are added after skinning, in the frame of the anchor; false for
 *     offsets of the rest points
 * @param interpolator computes φ
 * @param joints indices into the joints of the pose space
 * @param jointWeights a weight per joint, 0 or more
 * @param vertices rising indices of the surface's vertices
 * @param weights m, a row with a number per offset for every database pose
 * @param limits the largest absolute value of each coefficient c_r = Σ_k φ_k(x) m_kr; larger ones,
 *     of poses beyond the examples, are cut
 * @param basis b, per r the x, y, z of every vertex
 */
public record Block(
    boolean posed,
    Interpolator interpolator,
    int[] joints,
    double[] jointWeights,
    int[] vertices,
    double[] weights,
    double[] limits,
    float[] basis) {
  /** Checks the sizes; the arrays are not copied. */
  public Block {
    ArrayChecks.size("joint weights", jointWeights.length, joints.length);
    int rank = limits.length;
    if (basis.length != 3L * rank * vertices.length) {
      throw new IllegalArgumentException(
          "basis: expected " + 3L * rank * vertices.length + " values, got " + basis.length);
    }
    if (rank > 0 && weights.length % rank != 0) {
      throw new IllegalArgumentException(
          "weights: expected a multiple of " + rank + ", got " + weights.length);
    }
  }

  /** Returns the number of offsets b_r. */
  public int rank() {
    return limits.length;
  }

  /** Returns the same poses with offsets of other vertices. */
  Block withVertices(int[] others, float[] offsets) {
    return new Block(posed, interpolator, joints, jointWeights, others, weights, limits, offsets);
  }

  /** Cuts coefficients at their limits. */
  void limit(double[] coefficients) {
    for (int r = 0; r < limits.length; r++) {
      coefficients[r] = Math.clamp(coefficients[r], -limits[r], limits[r]);
    }
  }
}
