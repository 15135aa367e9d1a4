package dev.sinew.simplify.price;

import dev.sinew.math.Affine;
import dev.sinew.simplify.collapse.PointMotion;

/**
 * Points moved by animation space. In pose k a point's weights alone would carry its place x at
 * rest to L_k x + l_k with L_k, l_k the blend of the joints' matrices; its corrections add the same
 * c_k wherever x is. So A_k = (L_k, l_k + c_k), linear in the mixture as for linear blend skinning,
 * which it is where there are no corrections. The quadric Σ_k (n_kᵀ G_k p + d_k)² in animation
 * coordinates p is thereby minimised over the mixtures of the ends' coordinates and over x.
 */
public final class AnimationSpaceMotion implements PointMotion {
  private final double[][] matrices;
  private final CoordRows rows;
  private final double[][] offsets;

  /**
   * @param matrices per pose, twelve numbers a joint; kept, not modified
   * @param rows kept and changed
   * @param offsets per pose, x, y, z a point to add before it is skinned, or an empty array; kept
   *     and changed
   */
  public AnimationSpaceMotion(double[][] matrices, CoordRows rows, double[][] offsets) {
    this.matrices = matrices;
    this.rows = rows;
    this.offsets = offsets;
  }

  /** The coordinates that move the points. */
  public CoordRows rows() {
    return rows;
  }

  @Override
  public int poseCount() {
    return matrices.length;
  }

  @Override
  public void copyMatrices(int point, double[] out, int at) {
    int[] joints = rows.joints(point);
    double[] v = rows.values(point);
    double x = rest(point, 0), y = rest(point, 1), z = rest(point, 2);
    for (int k = 0; k < matrices.length; k++) {
      double[] m = matrices[k];
      double[] offset = offsets[k];
      boolean shaped = offset.length > 0;
      double ox = shaped ? x - offset[3 * point] : x;
      double oy = shaped ? y - offset[3 * point + 1] : y;
      double oz = shaped ? z - offset[3 * point + 2] : z;
      for (int r = 0; r < Affine.SIZE; r += 4) {
        double a = 0, b = 0, c = 0, place = 0;
        for (int i = 0; i < joints.length; i++) {
          int from = Affine.SIZE * joints[i] + r;
          double m0 = m[from], m1 = m[from + 1], m2 = m[from + 2];
          double w = v[4 * i + 3];
          a += w * m0;
          b += w * m1;
          c += w * m2;
          place += m0 * v[4 * i] + m1 * v[4 * i + 1] + m2 * v[4 * i + 2] + m[from + 3] * w;
        }
        int to = at + Affine.SIZE * k + r;
        out[to] = a;
        out[to + 1] = b;
        out[to + 2] = c;
        out[to + 3] = place - a * ox - b * oy - c * oz;
      }
    }
  }

  @Override
  public double rest(int point, int axis) {
    return rows.rest(point, axis);
  }

  @Override
  public boolean moveAlike(int a, int b) {
    // A single joint leaves no room for corrections.
    boolean sameJoint =
        rows.joints(a).length == 1
            && rows.joints(b).length == 1
            && rows.joints(a)[0] == rows.joints(b)[0];
    return sameJoint && PoseOffsets.areSame(offsets, a, b);
  }

  @Override
  public boolean mix(int from, int into, double share, double x, double y, double z) {
    boolean keepsAll = rows.mix(from, into, share, new double[] {x, y, z});
    return !PoseOffsets.mix(offsets, from, into, share) && keepsAll;
  }

  @Override
  public int influencesRemoved(int from, int into, double share) {
    return rows.removedBy(from, into, share);
  }
}
