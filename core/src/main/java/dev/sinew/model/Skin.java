package dev.sinew.model;

import dev.sinew.math.Affine;
import dev.sinew.run.ArrayChecks;

/**
 * The list of joints that move a mesh, with their inverse bind matrices, which transform the mesh's
 * vertices into joint space. Joints in {@link Influences} are indices into this list.
 */
public final class Skin {
  private final String name;
  private final int[] joints;
  private final double[] inverseBinds;

  /**
   * @param name the name in the file
   * @param joints skeleton joints; copied
   * @param inverseBinds 12 values per joint; copied
   */
  public Skin(String name, int[] joints, double[] inverseBinds) {
    ArrayChecks.size("inverseBinds", inverseBinds.length, (long) Affine.SIZE * joints.length);
    ArrayChecks.finite("inverseBinds", inverseBinds);
    this.name = name;
    this.joints = joints.clone();
    this.inverseBinds = inverseBinds.clone();
  }

  /** Returns the name. */
  public String name() {
    return name;
  }

  /** Returns the number of joints. */
  public int jointCount() {
    return joints.length;
  }

  /** Returns the skeleton joint of joint i of this skin. */
  public int joint(int i) {
    return joints[i];
  }

  /** Copies the inverse bind matrix of joint i. */
  public void copyInverseBind(int i, double[] out, int offset) {
    System.arraycopy(inverseBinds, Affine.SIZE * i, out, offset, Affine.SIZE);
  }

  /** Writes the skinning matrix of every joint: global transform · inverse bind matrix. */
  public void skinningMatrices(Pose pose, double[] out) {
    ArrayChecks.size("skinning matrices", out.length, inverseBinds.length);
    for (int i = 0; i < joints.length; i++) {
      pose.multiplyGlobal(joints[i], inverseBinds, Affine.SIZE * i, out, Affine.SIZE * i);
    }
  }
}
