package dev.sinew.skin.kernel;

import dev.sinew.math.Affine;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;

/**
 * The joint transforms of one pose in the layout of the kernels: 16 floats per joint, four columns
 * of x, y, z and a zero, so that a column is one load of four lanes.
 */
public final class JointMatrices {
  /** Floats per joint. */
  public static final int SIZE = 16;

  private final Skin skin;
  private final double[] wide = new double[Affine.SIZE];
  private final double[] bind = new double[Affine.SIZE];

  public final float[] columns;

  /** Allocates the matrices of a skin. */
  public JointMatrices(Skin skin) {
    this.skin = skin;
    columns = new float[Math.multiplyExact(SIZE, skin.jointCount())];
  }

  /** Sets the global transforms G_j. */
  public void setGlobals(Pose pose) {
    for (int i = 0; i < skin.jointCount(); i++) {
      pose.copyGlobal(skin.joint(i), wide, 0);
      store(i);
    }
  }

  /** Sets the skinning matrices, global transform · inverse bind matrix. */
  public void setSkinning(Pose pose) {
    for (int i = 0; i < skin.jointCount(); i++) {
      skin.copyInverseBind(i, bind, 0);
      pose.multiplyGlobal(skin.joint(i), bind, 0, wide, 0);
      store(i);
    }
  }

  private void store(int joint) {
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 4; c++) {
        columns[SIZE * joint + 4 * c + r] = (float) wide[4 * r + c];
      }
    }
  }
}
