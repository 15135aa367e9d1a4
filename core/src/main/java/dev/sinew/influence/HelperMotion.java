package dev.sinew.influence;

import dev.sinew.math.Affine;
import dev.sinew.model.Skin;
import java.util.List;

/**
 * A helper joint and the second moments of its motion over sampled poses: Q_a = E[M_hᵀ M_a] for
 * each joint a of the skin and for itself. The inner product of two motions of a vertex x̂ is the
 * quadratic form x̂ᵀQ x̂, independent of the number of poses.
 */
final class HelperMotion {
  private static final int BLOCK = 16;

  private final HelperJoint joint;
  private final double[] forms;
  private final int own;

  /**
   * @param skin the skin of the helper
   * @param motions per pose the M_j of the skin, 12 values each; not modified
   */
  HelperMotion(Skin skin, List<double[]> motions, HelperJoint joint) {
    this.joint = joint;
    own = skin.jointCount();
    forms = new double[BLOCK * (own + 1)];
    double[] moved = new double[Affine.SIZE];
    double[] bind = new double[Affine.SIZE];
    double[] unbind = new double[Affine.SIZE];
    skin.copyInverseBind(joint.parent(), bind, 0);
    Affine.invert(bind, 0, unbind, 0);
    for (double[] motion : motions) {
      joint.follow(motion, moved);
      // M = G L B, and G is the parent's M B⁻¹.
      Affine.multiply(moved, 0, bind, 0, moved, 0);
      Affine.multiply(unbind, 0, moved, 0, moved, 0);
      Affine.multiply(motion, Affine.SIZE * joint.parent(), moved, 0, moved, 0);
      for (int j = 0; j < own; j++) {
        addForm(moved, motion, Affine.SIZE * j, j);
      }
      addForm(moved, moved, 0, own);
    }
    for (int i = 0; i < forms.length; i++) {
      forms[i] /= motions.size();
    }
  }

  HelperJoint joint() {
    return joint;
  }

  /**
   * Returns the inner product of the motions of a vertex under the helper and under a joint of the
   * skin.
   */
  double withJoint(int j, double[] x) {
    return form(BLOCK * j, x);
  }

  /** Returns the mean squared norm of the motion of a vertex under the helper. */
  double withItself(double[] x) {
    return form(BLOCK * own, x);
  }

  /** Adds AᵀB. */
  private void addForm(double[] a, double[] b, int bo, int index) {
    for (int r = 0; r < 4; r++) {
      for (int c = 0; c < 4; c++) {
        forms[BLOCK * index + 4 * r + c] +=
            a[r] * b[bo + c] + a[4 + r] * b[bo + 4 + c] + a[8 + r] * b[bo + 8 + c];
      }
    }
  }

  /** Returns x̂ᵀQ x̂. */
  private double form(int o, double[] x) {
    double sum = 0;
    for (int r = 0; r < 4; r++) {
      int row = o + 4 * r;
      double image = forms[row] * x[0] + forms[row + 1] * x[1] + forms[row + 2] * x[2];
      sum += (r < 3 ? x[r] : 1) * (image + forms[row + 3]);
    }
    return sum;
  }
}
