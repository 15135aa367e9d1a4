package dev.sinew.pose;

import dev.sinew.math.Affine;
import dev.sinew.model.Skeleton;

/**
 * What is known of how one joint moves: the statistics of its local transform L, that to its
 * parent, as far as E[GᵀG] needs them (Merry, Marais and Gain, "Animation Space: A Truly Linear
 * Framework for Character Animation", 2006, section 5.1 and appendix A; Merry's thesis of 2007,
 * section 3.3.1, where models may differ from joint to joint).
 *
 * <p>A joint that moves independently of the others enters the whole only by E[L] and by the map S
 * ↦ E[LᵀSL] of symmetric 4×4 matrices, S standing for E[GᵀG] of its parent. Every model is a way of
 * knowing those two. Immutable.
 */
public sealed interface JointStatistics permits JointMoments, RotationMean {
  /** Copies E[L], twelve numbers. */
  void copyMean(double[] out, int offset);

  /**
   * Writes E[LᵀSL], with L made 4×4 by the row 0 0 0 1.
   *
   * @param s a symmetric 4×4 matrix, row by row; read only
   * @param out receives sixteen numbers; not {@code s}
   */
  void pull(double[] s, int so, double[] out, int o);

  /** The joint does not move. */
  static JointStatistics fixed(double[] local) {
    return JointMoments.independent(
        LinearMoments.fixed(local, 4), translation(local), squares(translation(local)));
  }

  /** The joint stays at rest. */
  static JointStatistics fixed(Skeleton skeleton, int joint) {
    return fixed(restLocal(skeleton, joint));
  }

  /**
   * Nothing is known but the skeleton: every rotation is equally likely and the bone keeps its
   * length (equation 3.15 of the thesis). The linear part is a random rotation of the one at rest.
   */
  static JointStatistics uniformRotation(Skeleton skeleton, int joint) {
    double[] local = restLocal(skeleton, joint);
    return JointMoments.independent(
        LinearMoments.uniformRotation().times(LinearMoments.fixed(local, 4)),
        translation(local),
        squares(translation(local)));
  }

  /**
   * The joint turns from its rest position about axes of its own, within ranges, its bone keeping
   * its length: L = translation · rest rotation · turn 1 · turn 2 · … · scale, the turns
   * independent of each other.
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
   * The joint turns from its rest position about any axis, all alike, by an angle that is equally
   * likely to be anything up to a limit; its bone keeps its length.
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
