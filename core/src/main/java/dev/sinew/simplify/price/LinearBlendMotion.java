package dev.sinew.simplify.price;

import dev.sinew.math.Affine;
import dev.sinew.model.Influences;
import dev.sinew.simplify.collapse.PointMotion;

/**
 * The motion of points by linear blend skinning: A_k = Σ_j w_j M_jk. The morph offset of a point in
 * a pose is part of A_k.
 */
public final class LinearBlendMotion implements PointMotion {
  private final double[][] matrices;
  private final JointRows rows;
  private final double[] rest;
  private final double[][] offsets;

  /**
   * @param matrices per pose, 12 values per joint: the skinning matrix of the joint; kept, not
   *     modified
   * @param influences one row per point
   * @param rest x, y, z per point; kept and modified
   * @param offsets per pose, x, y, z per point to add before skinning, or an empty array; kept and
   *     modified
   * @param maxInfluences the largest number of joints of a merged point
   */
  public LinearBlendMotion(
      double[][] matrices,
      Influences influences,
      double[] rest,
      double[][] offsets,
      int maxInfluences) {
    this(matrices, JointRows.of(influences, maxInfluences), rest, offsets);
  }

  private LinearBlendMotion(
      double[][] matrices, JointRows rows, double[] rest, double[][] offsets) {
    this.matrices = matrices;
    this.rows = rows;
    this.rest = rest;
    this.offsets = offsets;
  }

  @Override
  public PointMotion with(double[][] other) {
    return new LinearBlendMotion(other, rows, rest, new double[other.length][0]);
  }

  @Override
  public int poseCount() {
    return matrices.length;
  }

  @Override
  public void copyMatrices(int point, double[] out, int offset) {
    int[] joints = rows.joints(point);
    double[] weights = rows.values(point);
    for (int k = 0; k < matrices.length; k++) {
      double[] m = matrices[k];
      int to = offset + Affine.SIZE * k;
      double w = weights[0];
      int from = Affine.SIZE * joints[0];
      for (int i = 0; i < Affine.SIZE; i++) {
        out[to + i] = w * m[from + i];
      }
      for (int n = 1; n < joints.length; n++) {
        w = weights[n];
        from = Affine.SIZE * joints[n];
        for (int i = 0; i < Affine.SIZE; i++) {
          out[to + i] += w * m[from + i];
        }
      }
      if (offsets[k].length > 0) {
        addOffset(offsets[k], 3 * point, out, to);
      }
    }
  }

  private static void addOffset(double[] offset, int o, double[] a, int at) {
    for (int r = at; r < at + Affine.SIZE; r += 4) {
      a[r + 3] += a[r] * offset[o] + a[r + 1] * offset[o + 1] + a[r + 2] * offset[o + 2];
    }
  }

  @Override
  public double rest(int point, int axis) {
    return rest[3 * point + axis];
  }

  @Override
  public boolean haveSameMotion(int a, int b) {
    return rows.haveSameJoint(a, b) && PoseOffsets.areSame(offsets, a, b);
  }

  @Override
  public boolean blend(int from, int into, double share, double x, double y, double z) {
    rest[3 * into] = x;
    rest[3 * into + 1] = y;
    rest[3 * into + 2] = z;
    boolean exact = rows.blend(from, into, share);
    return !PoseOffsets.blend(offsets, from, into, share) && exact;
  }
}
