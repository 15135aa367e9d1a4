package dev.sinew.skin;

import dev.sinew.math.Affine;
import dev.sinew.model.Pose;

/**
 * The stretch and twist of every bone in one pose, for {@link StretchTwist}. For a point with
 * endpoint weight e on the bone of joint j, the joint maps a rest position x to
 *
 * <pre>a' + N (x − a) + e δ f,   N = C + cos(e τ) A + sin(e τ) B,</pre>
 *
 * where a is the joint's origin at rest and a' in the pose, f the direction of the posed bone, δ
 * the elongation of the bone beyond its scale across, and τ its twist. With L the linear part of
 * the skinning matrix, u the bone's axis at rest and κ the scale across the bone: A = L (I − u uᵀ),
 * B = L [u]ₓ, C = κ f uᵀ. A joint without a bone has N = L.
 */
final class BoneFrames {
  /** Values per joint in {@link #linear}: the matrices C, A and B. */
  static final int LINEAR = 27;

  /** Below this cosine of half the swing, a bone is folded back and its twist is undefined. */
  private static final double FOLDED = 0.1;

  final JointMotions joints;
  final float[] linear;

  /** a per joint. */
  final float[] origins;

  /** a' per joint. */
  final float[] movedOrigins;

  /** δ f per joint. */
  final float[] elongations;

  /** τ / 2 per joint. */
  final float[] halfTwists;

  /** The quaternion of each joint times the pure quaternion u. */
  final float[] rotatedAxes;

  private final RestBones bones;
  private final double[] moved;

  BoneFrames(JointMotions joints, RestBones bones) {
    this.joints = joints;
    this.bones = bones;
    int n = bones.end.length;
    linear = new float[LINEAR * n];
    origins = new float[3 * n];
    movedOrigins = new float[3 * n];
    elongations = new float[3 * n];
    halfTwists = new float[n];
    rotatedAxes = new float[4 * n];
    moved = new double[3 * n];
    for (int i = 0; i < 3 * n; i++) {
      origins[i] = (float) bones.origin[i];
    }
  }

  void set(Pose pose) {
    joints.set(pose);
    int n = bones.end.length;
    for (int j = 0; j < n; j++) {
      Affine.transformPoint(joints.wideMatrices, 12 * j, bones.origin, 3 * j, moved, 3 * j);
    }
    for (int i = 0; i < moved.length; i++) {
      movedOrigins[i] = (float) moved[i];
    }
    for (int j = 0; j < n; j++) {
      if (bones.end[j] == RestBones.NONE) {
        setRigid(j);
      } else {
        setLinear(j);
        setTwist(j);
      }
    }
  }

  private void setRigid(int j) {
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        linear[LINEAR * j + 3 * r + c] = (float) joints.wideMatrices[12 * j + 4 * r + c];
      }
    }
  }

  private void setLinear(int j) {
    double[] m = joints.wideMatrices;
    int o = 12 * j;
    double ux = bones.axis[3 * j], uy = bones.axis[3 * j + 1], uz = bones.axis[3 * j + 2];
    double fx = m[o] * ux + m[o + 1] * uy + m[o + 2] * uz;
    double fy = m[o + 4] * ux + m[o + 5] * uy + m[o + 6] * uz;
    double fz = m[o + 8] * ux + m[o + 9] * uy + m[o + 10] * uz;
    double stretch = Math.sqrt(fx * fx + fy * fy + fz * fz);
    double scale = stretch > 0 ? 1 / stretch : 0;
    fx *= scale;
    fy *= scale;
    fz *= scale;
    double crossScale = crossScale(m, o, ux, uy, uz);
    int end = 3 * bones.end[j];
    double posedLength =
        fx * (moved[end] - moved[3 * j])
            + fy * (moved[end + 1] - moved[3 * j + 1])
            + fz * (moved[end + 2] - moved[3 * j + 2]);
    double elongation = posedLength - crossScale * bones.length[j];
    elongations[3 * j] = (float) (elongation * fx);
    elongations[3 * j + 1] = (float) (elongation * fy);
    elongations[3 * j + 2] = (float) (elongation * fz);
    for (int r = 0; r < 3; r++) {
      double f = r == 0 ? fx : r == 1 ? fy : fz;
      double lx = m[o + 4 * r], ly = m[o + 4 * r + 1], lz = m[o + 4 * r + 2];
      double along = lx * ux + ly * uy + lz * uz;
      int at = LINEAR * j + 3 * r;
      linear[at] = (float) (crossScale * f * ux);
      linear[at + 1] = (float) (crossScale * f * uy);
      linear[at + 2] = (float) (crossScale * f * uz);
      linear[at + 9] = (float) (lx - along * ux);
      linear[at + 10] = (float) (ly - along * uy);
      linear[at + 11] = (float) (lz - along * uz);
      linear[at + 18] = (float) (ly * uz - lz * uy);
      linear[at + 19] = (float) (lz * ux - lx * uz);
      linear[at + 20] = (float) (lx * uy - ly * ux);
    }
  }

  /** Returns the scale across the bone: the square root of the area scale |cof(L) u|. */
  private static double crossScale(double[] m, int o, double x, double y, double z) {
    double cx =
        (m[o + 5] * m[o + 10] - m[o + 6] * m[o + 9]) * x
            + (m[o + 6] * m[o + 8] - m[o + 4] * m[o + 10]) * y
            + (m[o + 4] * m[o + 9] - m[o + 5] * m[o + 8]) * z;
    double cy =
        (m[o + 2] * m[o + 9] - m[o + 1] * m[o + 10]) * x
            + (m[o] * m[o + 10] - m[o + 2] * m[o + 8]) * y
            + (m[o + 1] * m[o + 8] - m[o] * m[o + 9]) * z;
    double cz =
        (m[o + 1] * m[o + 6] - m[o + 2] * m[o + 5]) * x
            + (m[o + 2] * m[o + 4] - m[o] * m[o + 6]) * y
            + (m[o] * m[o + 5] - m[o + 1] * m[o + 4]) * z;
    return Math.sqrt(Math.sqrt(cx * cx + cy * cy + cz * cz));
  }

  /** Splits the rotation of the end joint relative to this one into a twist, then a swing. */
  private void setTwist(int j) {
    double[] q = joints.wideRotations;
    int a = 4 * j;
    int b = 4 * bones.end[j];
    double ux = bones.axis[3 * j], uy = bones.axis[3 * j + 1], uz = bones.axis[3 * j + 2];
    double x = q[a + 3] * q[b] - q[a] * q[b + 3] - q[a + 1] * q[b + 2] + q[a + 2] * q[b + 1];
    double y = q[a + 3] * q[b + 1] + q[a] * q[b + 2] - q[a + 1] * q[b + 3] - q[a + 2] * q[b];
    double z = q[a + 3] * q[b + 2] - q[a] * q[b + 1] + q[a + 1] * q[b] - q[a + 2] * q[b + 3];
    double w = q[a] * q[b] + q[a + 1] * q[b + 1] + q[a + 2] * q[b + 2] + q[a + 3] * q[b + 3];
    double about = x * ux + y * uy + z * uz;
    double confidence = Math.min(1, Math.hypot(about, w) / FOLDED);
    double half = Math.atan2(about, w) * confidence * confidence * (3 - 2 * confidence);
    halfTwists[j] = Math.abs(half) < JointMotions.TIE ? 0 : (float) half;
    rotatedAxes[a] = (float) (q[a + 3] * ux + q[a + 1] * uz - q[a + 2] * uy);
    rotatedAxes[a + 1] = (float) (q[a + 3] * uy + q[a + 2] * ux - q[a] * uz);
    rotatedAxes[a + 2] = (float) (q[a + 3] * uz + q[a] * uy - q[a + 1] * ux);
    rotatedAxes[a + 3] = (float) -(q[a] * ux + q[a + 1] * uy + q[a + 2] * uz);
  }
}
