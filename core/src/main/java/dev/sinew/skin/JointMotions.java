package dev.sinew.skin;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.math.Svd3;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;

/**
 * The skinning matrices of one pose, each split into translation, rotation and stretch, M = [R S |
 * t], for the models that blend rotations. R never contains a reflection (see {@link Svd3#polar}).
 *
 * <p>A rotation has two quaternions, q and −q, and blending depends on the sign. Every joint takes
 * the quaternion in the hemisphere of its parent's, so signs agree along the skeleton. A half turn
 * between parent and child lies in both hemispheres: then the sign is chosen that makes the largest
 * coordinate of the rotation axis in rest space positive. The choice is the same for all points and
 * does not depend on the motion of the whole character.
 */
final class JointMotions {
  /** Quaternions with a smaller absolute dot product count as a half turn apart. */
  static final float TIE = 1e-6f;

  /** The tolerance within which a matrix counts as a rotation. */
  private static final double RIGID = 1e-6;

  final double[] wideMatrices;
  final double[] wideRotations;
  final double[] wideStretches;
  final float[] matrices;
  final float[] rotations;
  final float[] stretches;

  /** True if no joint stretches. */
  boolean rigid;

  private final Skin skin;
  private final SkinTree tree;
  private final double[] work = new double[Svd3.WORK];

  JointMotions(Skin skin, SkinTree tree) {
    this.skin = skin;
    this.tree = tree;
    int n = skin.jointCount();
    wideMatrices = new double[Affine.SIZE * n];
    wideRotations = new double[Quaternion.SIZE * n];
    wideStretches = new double[9 * n];
    matrices = new float[wideMatrices.length];
    rotations = new float[wideRotations.length];
    stretches = new float[wideStretches.length];
  }

  void set(Pose pose) {
    skin.skinningMatrices(pose, wideMatrices);
    rigid = true;
    for (int j = 0; j < skin.jointCount(); j++) {
      split(j);
    }
    alignHemispheres();
    narrow(wideMatrices, matrices);
    narrow(wideRotations, rotations);
    narrow(wideStretches, stretches);
  }

  private void split(int j) {
    int m = Affine.SIZE * j;
    if (!isRotation(m)) {
      rigid = false;
      Svd3.polar(wideMatrices, m, 4, work, wideRotations, 4 * j, wideStretches, 9 * j);
      return;
    }
    Quaternion.fromMatrix(wideMatrices, m, wideRotations, 4 * j);
    for (int i = 0; i < 9; i++) {
      wideStretches[9 * j + i] = i % 4 == 0 ? 1 : 0;
    }
  }

  private boolean isRotation(int m) {
    for (int a = 0; a < 3; a++) {
      for (int b = a; b < 3; b++) {
        double dot =
            wideMatrices[m + a] * wideMatrices[m + b]
                + wideMatrices[m + 4 + a] * wideMatrices[m + 4 + b]
                + wideMatrices[m + 8 + a] * wideMatrices[m + 8 + b];
        if (!(Math.abs(dot - (a == b ? 1 : 0)) <= RIGID)) {
          return false;
        }
      }
    }
    return Affine.determinant(wideMatrices, m) > 0;
  }

  private void alignHemispheres() {
    for (int j : tree.order) {
      // All roots follow the first one.
      int reference = tree.parent[j] == SkinTree.NONE ? tree.order[0] : tree.parent[j];
      if (reference != j && isOpposite(4 * reference, 4 * j)) {
        for (int i = 4 * j; i < 4 * j + 4; i++) {
          wideRotations[i] = -wideRotations[i];
        }
      }
    }
  }

  /** Returns true if the quaternion at b must be negated to agree with the one at a. */
  private boolean isOpposite(int a, int b) {
    double[] q = wideRotations;
    double dot = q[a] * q[b] + q[a + 1] * q[b + 1] + q[a + 2] * q[b + 2] + q[a + 3] * q[b + 3];
    if (Math.abs(dot) > TIE) {
      return dot < 0;
    }
    // The vector part of a⁻¹ b: the axis of the half turn between them.
    double x = q[a + 3] * q[b] - q[a] * q[b + 3] - q[a + 1] * q[b + 2] + q[a + 2] * q[b + 1];
    double y = q[a + 3] * q[b + 1] + q[a] * q[b + 2] - q[a + 1] * q[b + 3] - q[a + 2] * q[b];
    double z = q[a + 3] * q[b + 2] - q[a] * q[b + 1] + q[a + 1] * q[b] - q[a + 2] * q[b + 3];
    double largest = Math.max(Math.abs(x), Math.max(Math.abs(y), Math.abs(z))) - TIE;
    return (Math.abs(x) >= largest ? x : Math.abs(y) >= largest ? y : z) < 0;
  }

  private static void narrow(double[] from, float[] to) {
    for (int i = 0; i < to.length; i++) {
      to[i] = (float) from[i];
    }
  }
}
