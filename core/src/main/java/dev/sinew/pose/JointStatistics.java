package dev.sinew.pose;

import dev.sinew.math.Affine;
import dev.sinew.model.Skeleton;

/**
 * Statistics of a joint's local transform L (to its parent), as far as E[GᵀG] depends on them
 * (Merry, Marais and Gain, "Animation Space: A Truly Linear Framework for Character Animation",
 * 2006, section 5.1 and appendix A; Merry's thesis of 2007, section 3.3.1, where models may differ
 * per joint).
 *
 * <p>If a joint is independent of the others, E[GᵀG] depends only on its E[L] and on the map S ↦
 * E[LᵀSL] of symmetric 4×4 matrices, with S = E[GᵀG] of its parent. Every model provides these two.
 * Immutable.
 */
public sealed interface JointStatistics permits JointMoments, RotationMean {
  /** Copies E[L], 12 values. */
  void copyMean(double[] out, int offset);

  /**
   * Writes E[LᵀSL], with L extended to 4×4 by the row 0 0 0 1.
   *
   * @param s a symmetric 4×4 matrix, row by row; read only
   * @param out receives 16 values; must not overlap the values read from {@code s}
   */
  void pull(double[] s, int so, double[] out, int o);

  /** Returns the statistics of a joint with a constant local transform. */
  static JointStatistics fixed(double[] local) {
    return JointMoments.independent(
        LinearMoments.fixed(local, 4), translation(local), squares(translation(local)));
  }

  /** Returns the statistics of a joint that keeps its rest transform. */
  static JointStatistics fixed(Skeleton skeleton, int joint) {
    return fixed(restLocal(skeleton, joint));
  }

  /**
   * Returns the statistics of a joint with uniformly distributed rotation and constant bone length
   * (equation 3.15 of the thesis). The linear part is a random rotation times the one at rest.
   */
  static JointStatistics uniformRotation(Skeleton skeleton, int joint) {
    double[] local = restLocal(skeleton, joint);
    return JointMoments.independent(
        LinearMoments.uniformRotation().times(LinearMoments.fixed(local, 4)),
        translation(local),
        squares(translation(local)));
  }

  /**
   * Returns the statistics of a joint that turns from its rest rotation about given axes within
   * ranges, with constant bone length: L = translation · rest rotation · turn 1 · turn 2 · … ·
   * scale, the turns independent of each other.
   */
  static JointStatistics turning(Skeleton skeleton, int joint, Turn... turns) {
    LinearMoments turned = null;
    for (Turn turn : turns) {
      LinearMoments one = LinearMoments.of(turn);
      turned = turned == null ? one : turned.times(one);
    }
    return turned == null ? fixed(skeleton, joint) : turned(skeleton, joint, turned);
  }

  /**
   * Returns the statistics of a joint that turns from its rest rotation about a uniformly
   * distributed axis by an angle uniformly distributed between 0 and a limit, with constant bone
   * length.
   *
   * @param limit the largest angle in radians, above 0
   */
  static JointStatistics turningAnyAxis(Skeleton skeleton, int joint, double limit) {
    return turned(skeleton, joint, LinearMoments.aboutAnyAxis(limit));
  }

  private static JointStatistics turned(Skeleton skeleton, int joint, LinearMoments turn) {
    double[] trs = new double[10];
    skeleton.copyRestTranslation(joint, trs, 0);
    skeleton.copyRestRotation(joint, trs, 3);
    skeleton.copyRestScale(joint, trs, 7);
    double[] rest = new double[Affine.SIZE];
    Affine.fromTrs(trs, 0, trs, 3, new double[] {1, 1, 1}, 0, rest, 0);
    double[] scale = {trs[7], 0, 0, 0, trs[8], 0, 0, 0, trs[9]};
    double[] translation = {trs[0], trs[1], trs[2]};
    return JointMoments.independent(
        LinearMoments.fixed(rest, 4).times(turn).times(LinearMoments.fixed(scale, 3)),
        translation,
        squares(translation));
  }

  private static double[] restLocal(Skeleton skeleton, int joint) {
    double[] local = new double[Affine.SIZE];
    skeleton.copyRestLocal(joint, local, 0);
    return local;
  }

  private static double[] translation(double[] local) {
    return new double[] {local[3], local[7], local[11]};
  }

  private static double[] squares(double[] t) {
    double[] out = new double[9];
    for (int i = 0; i < 9; i++) {
      out[i] = t[i / 3] * t[i % 3];
    }
    return out;
  }
}
