package dev.sinew.simplify.price;

import dev.sinew.math.Affine;
import dev.sinew.simplify.collapse.PointMotion;

/**
 * The motion of points with animation coordinates. In pose k the weights of a point take its rest
 * position x to L_k x + l_k, where (L_k, l_k) is the blend of the joint matrices; its corrections
 * add c_k, which does not depend on x. So A_k = (L_k, l_k + c_k), which is linear in the blend as
 * for linear blend skinning, the case without corrections. The quadric Σ_k (n_kᵀ G_k p + d_k)² in
 * animation coordinates p is thus minimised over blends of the ends' coordinates and over x.
 *
 * @param rows the animation coordinates
 */
public record AnimationSpaceMotion(double[][] matrices, JointRows rows, double[][] offsets)
    implements PointMotion {
  @Override
  public PointMotion with(double[][] other) {
    return new AnimationSpaceMotion(other, rows, new double[other.length][0]);
  }

  @Override
  public int poseCount() {
    return matrices.length;
  }

  @Override
  public void copyMatrices(int point, double[] out, int offset) {
    int[] joints = rows.joints(point);
    double[] v = rows.values(point);
    double x = rest(point, 0), y = rest(point, 1), z = rest(point, 2);
    for (int k = 0; k < matrices.length; k++) {
      double[] m = matrices[k];
      double[] morph = offsets[k];
      boolean morphed = morph.length > 0;
      double ox = morphed ? x - morph[3 * point] : x;
      double oy = morphed ? y - morph[3 * point + 1] : y;
      double oz = morphed ? z - morph[3 * point + 2] : z;
      for (int r = 0; r < Affine.SIZE; r += 4) {
        double a = 0, b = 0, c = 0, d = 0;
        for (int i = 0; i < joints.length; i++) {
          int from = Affine.SIZE * joints[i] + r;
          double m0 = m[from], m1 = m[from + 1], m2 = m[from + 2];
          double w = v[4 * i + 3];
          a += w * m0;
          b += w * m1;
          c += w * m2;
          d += m0 * v[4 * i] + m1 * v[4 * i + 1] + m2 * v[4 * i + 2] + m[from + 3] * w;
        }
        int to = offset + Affine.SIZE * k + r;
        out[to] = a;
        out[to + 1] = b;
        out[to + 2] = c;
        out[to + 3] = d - a * ox - b * oy - c * oz;
      }
    }
  }

  @Override
  public double rest(int point, int axis) {
    return rows.rest(point, axis);
  }

  @Override
  public boolean haveSameMotion(int a, int b) {
    // A row of a single joint has no corrections.
    return rows.haveSameJoint(a, b) && PoseOffsets.areSame(offsets, a, b);
  }

  @Override
  public boolean blend(int from, int into, double share, double x, double y, double z) {
    boolean exact = rows.blend(from, into, share, x, y, z);
    return !PoseOffsets.blend(offsets, from, into, share) && exact;
  }

  @Override
  public int influencesRemoved(int from, int into, double share) {
    return rows.removedBy(from, into, share);
  }
}
