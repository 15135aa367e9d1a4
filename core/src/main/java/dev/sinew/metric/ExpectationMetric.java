package dev.sinew.metric;

/**
 * The L2,2 inner product ⟨s, t⟩ = sᵀPt, P = E[GᵀG] (Merry, Marais and Gain, 2006, equations 12 to
 * 14): root mean square over poses, Euclidean in space. Its cost does not depend on how many poses
 * P stands for.
 */
public final class ExpectationMetric implements PoseMetric {
  private static final int BLOCK = 16;

  private final ExpectationMatrix expectation;
  private final int joints;
  private final double[] p;

  public ExpectationMetric(ExpectationMatrix expectation) {
    this.expectation = expectation;
    joints = expectation.jointCount();
    p = expectation.blocks();
  }

  /** The matrix P. */
  public ExpectationMatrix expectation() {
    return expectation;
  }

  @Override
  public int jointCount() {
    return joints;
  }

  @Override
  public double inner(AnimationVector s, AnimationVector t) {
    double sum = 0;
    for (int i = 0; i < s.count(); i++) {
      sum += rowTimes(s, i, t, 0, t.count());
    }
    return sum;
  }

  /** By symmetry the blocks on one side of the diagonal do. */
  @Override
  public double squaredNorm(AnimationVector s) {
    double own = 0;
    double pairs = 0;
    for (int i = 0; i < s.count(); i++) {
      own += rowTimes(s, i, s, i, i + 1);
      pairs += rowTimes(s, i, s, i + 1, s.count());
    }
    return own + 2 * pairs;
  }

  /** s_iᵀ Σ_j P_ij t_j over some of the entries j of t. */
  private double rowTimes(AnimationVector s, int i, AnimationVector t, int from, int to) {
    int[] at = t.joints();
    double[] v = t.values();
    int row = s.joint(i) * joints;
    double y0 = 0, y1 = 0, y2 = 0, y3 = 0;
    for (int j = from; j < to; j++) {
      int b = BLOCK * (row + at[j]);
      double x = v[4 * j], y = v[4 * j + 1], z = v[4 * j + 2], w = v[4 * j + 3];
      y0 += p[b] * x + p[b + 1] * y + p[b + 2] * z + p[b + 3] * w;
      y1 += p[b + 4] * x + p[b + 5] * y + p[b + 6] * z + p[b + 7] * w;
      y2 += p[b + 8] * x + p[b + 9] * y + p[b + 10] * z + p[b + 11] * w;
      y3 += p[b + 12] * x + p[b + 13] * y + p[b + 14] * z + p[b + 15] * w;
    }
    double[] u = s.values();
    return u[4 * i] * y0 + u[4 * i + 1] * y1 + u[4 * i + 2] * y2 + u[4 * i + 3] * y3;
  }
}
