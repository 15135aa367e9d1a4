package dev.sinew.metric;

import dev.sinew.math.VectorApi;
import dev.sinew.pose.ExpectationMatrix;

/**
 * The L2,2 inner product ⟨s, t⟩ = sᵀPt with P = E[GᵀG] (Merry, Marais and Gain, 2006, equations 12
 * to 14): root mean square over poses, Euclidean in space. Its cost does not depend on the number
 * of poses.
 */
public final class ExpectationMetric implements PoseMetric {
  private static final int BLOCK = 16;
  private static final boolean VECTOR = VectorApi.obstacle() == null;

  private final int joints;
  private final double[] p;

  /** Keeps the matrix P. */
  public ExpectationMetric(ExpectationMatrix expectation) {
    joints = expectation.jointCount();
    p = expectation.blocks();
  }

  @Override
  public int jointCount() {
    return joints;
  }

  @Override
  public double inner(AnimationVector s, AnimationVector t) {
    s.checkJoints(joints);
    t.checkJoints(joints);
    double sum = 0;
    for (int i = 0; i < s.count(); i++) {
      int row = s.joint(i) * joints;
      for (int j = 0; j < t.count(); j++) {
        sum += product(s, i, t, j, BLOCK * (row + t.joint(j)));
      }
    }
    return sum;
  }

  @Override
  public double squaredNorm(AnimationVector s) {
    s.checkJoints(joints);
    return VECTOR
        ? VectorNorm.square(p, joints, s.joints(), s.values(), s.count())
        : plainSquare(s);
  }

  /** Computes the squared norm in scalar loops, for JVMs without the Vector API. */
  double plainSquare(AnimationVector s) {
    double own = 0;
    double pairs = 0;
    for (int i = 0; i < s.count(); i++) {
      int row = s.joint(i) * joints;
      own += product(s, i, s, i, BLOCK * (row + s.joint(i)));
      for (int j = i + 1; j < s.count(); j++) {
        pairs += product(s, i, s, j, BLOCK * (row + s.joint(j)));
      }
    }
    return own + 2 * pairs;
  }

  private double product(AnimationVector s, int i, AnimationVector t, int j, int at) {
    double x = t.value(j, 0), y = t.value(j, 1), z = t.value(j, 2), w = t.value(j, 3);
    return s.value(i, 0) * (p[at] * x + p[at + 1] * y + p[at + 2] * z + p[at + 3] * w)
        + s.value(i, 1) * (p[at + 4] * x + p[at + 5] * y + p[at + 6] * z + p[at + 7] * w)
        + s.value(i, 2) * (p[at + 8] * x + p[at + 9] * y + p[at + 10] * z + p[at + 11] * w)
        + s.value(i, 3) * (p[at + 12] * x + p[at + 13] * y + p[at + 14] * z + p[at + 15] * w);
  }
}
