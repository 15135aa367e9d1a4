package dev.sinew.simplify.price;

import dev.sinew.math.Affine;
import dev.sinew.model.Influences;
import dev.sinew.simplify.collapse.PointMotion;

/**
 * Points moved by linear blend skinning: A_k = Σ_j w_j M_jk, x the point at rest. Where shapes are
 * blended in, a pose's offset of the point is part of A_k.
 */
public final class LinearBlendMotion implements PointMotion {
  private final double[][] matrices;
  private final WeightRows rows;
  private final double[] rest;
  private final double[][] offsets;

  /**
   * @param matrices per pose, twelve numbers a joint: what takes a point at rest to where the joint
   *     would carry it; kept, not modified
   * @param influences a row a point
   * @param rest x, y, z a point; kept and changed
   * @param offsets per pose, x, y, z a point to add to it before it is skinned, or an empty array;
   *     kept and changed
   * @param mostInfluences how many joints a new point may have
   */
  public LinearBlendMotion(
      double[][] matrices,
      Influences influences,
      double[] rest,
      double[][] offsets,
      int mostInfluences) {
    this.matrices = matrices;
    this.rows = new WeightRows(influences, mostInfluences);
    this.rest = rest;
    this.offsets = offsets;
  }

  @Override
  public int poseCount() {
    return matrices.length;
  }

  @Override
  public void copyMatrices(int point, double[] out, int at) {
    int[] joints = rows.joints(point);
    double[] weights = rows.weights(point);
    for (int k = 0; k < matrices.length; k++) {
      double[] m = matrices[k];
      int to = at + Affine.SIZE * k;
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
  public boolean moveAlike(int a, int b) {
    boolean sameJoint =
        rows.count(a) == 1 && rows.count(b) == 1 && rows.joints(a)[0] == rows.joints(b)[0];
    return sameJoint && PoseOffsets.areSame(offsets, a, b);
  }

  @Override
  public boolean mix(int from, int into, double share, double x, double y, double z) {
    rest[3 * into] = x;
    rest[3 * into + 1] = y;
    rest[3 * into + 2] = z;
    boolean keepsAll = rows.mix(from, into, share);
    return !PoseOffsets.mix(offsets, from, into, share) && keepsAll;
  }
}
