package dev.sinew.model;

import dev.sinew.math.Affine;

/**
 * The joints that move a mesh, each with its inverse bind matrix: what takes a vertex of the mesh
 * into the joint's own space. Joint numbers in {@link Influences} count along this list.
 */
public final class Skin {
  private final String name;
  private final int[] joints;
  private final double[] inverseBinds;

  /**
   * @param name what the file calls it
   * @param joints skeleton joints; copied
   * @param inverseBinds twelve numbers per joint; copied
   */
  public Skin(String name, int[] joints, double[] inverseBinds) {
    Checks.size("inverseBinds", inverseBinds.length, Affine.SIZE * joints.length);
    Checks.finite("inverseBinds", inverseBinds);
    this.name = name;
    this.joints = joints.clone();
    this.inverseBinds = inverseBinds.clone();
  }

  public String name() {
    return name;
  }

  public int jointCount() {
    return joints.length;
  }

  /** The skeleton joint at a place of this skin's list. */
  public int joint(int i) {
    return joints[i];
  }

  public void copyInverseBind(int i, double[] out, int offset) {
    System.arraycopy(inverseBinds, Affine.SIZE * i, out, offset, Affine.SIZE);
  }

  /**
   * Writes what moves vertices, global joint transform · inverse bind, for every joint in a row.
   */
  public void skinningMatrices(Pose pose, double[] out) {
    Checks.size("skinning matrices", out.length, inverseBinds.length);
    for (int i = 0; i < joints.length; i++) {
      pose.multiplyGlobal(joints[i], inverseBinds, Affine.SIZE * i, out, Affine.SIZE * i);
    }
  }
}
