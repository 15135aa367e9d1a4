package dev.sinew.posespace;

import java.util.Arrays;
import java.util.List;

/**
 * What a block covers, before it is solved.
 *
 * @param joints indices into the joints of the pose space
 * @param jointWeights the share of each joint's squared distance: one or more choices, of which
 *     cross-validation takes the best
 * @param vertices rising
 * @param resolution poses closer than this fraction of the largest distance count as one
 * @param shares the share of each vertex's offset that the block gives; those of all blocks add up
 *     to 1
 */
record BlockPlan(
    int[] joints, List<double[]> jointWeights, double resolution, int[] vertices, double[] shares) {
  /** Poses are told apart down to rounding errors. */
  private static final double ROUNDING = 1e-6;

  /** Returns a plan with full shares. */
  static BlockPlan whole(int[] joints, double[] jointWeights, int[] vertices) {
    double[] shares = new double[vertices.length];
    Arrays.fill(shares, 1);
    return new BlockPlan(joints, List.of(jointWeights), ROUNDING, vertices, shares);
  }

  /** Returns the offsets of the block's vertices, per pose. */
  double[][] select(double[][] offsets) {
    double[][] out = new double[offsets.length][3 * vertices.length];
    for (int k = 0; k < out.length; k++) {
      for (int i = 0; i < out[k].length; i++) {
        out[k][i] = shares[i / 3] * offsets[k][3 * vertices[i / 3] + i % 3];
      }
    }
    return out;
  }
}
