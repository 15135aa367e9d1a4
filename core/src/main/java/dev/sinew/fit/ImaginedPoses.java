package dev.sinew.fit;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.rig.Articulation;
import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RunContext;
import java.util.Random;

/**
 * Poses that no example shows but an animator may: every joint turns about any axis, each by
 * itself. What a skin does in them regularises it where the examples do not tell: a joint that
 * moved little in them turns here as far as the others.
 */
final class ImaginedPoses {
  private static final int COUNT = 32;
  private static final double MAX_TURN = Math.toRadians(40);

  private ImaginedPoses() {}

  /** Returns the motions of the bones; roots rest, since a skin turns with them as a whole. */
  static BoneMotions of(Articulation skeleton, RunContext context) {
    Random random = new Random(context.seed());
    int bones = skeleton.tree().parents().length;
    BoneMotions motions = new BoneMotions(bones, COUNT);
    double[] motion = new double[Affine.SIZE];
    double[] above = new double[Affine.SIZE];
    for (int k = 0; k < COUNT; k++) {
      for (int b : skeleton.tree().order()) {
        int parent = skeleton.tree().parents()[b];
        Affine.identity(motion, 0);
        if (parent >= 0) {
          turn(skeleton.joints(), b, random, motion);
          motions.copy(parent, k, above, 0);
          Affine.multiply(above, 0, motion, 0, motion, 0);
        }
        motions.set(b, k, motion, 0);
      }
    }
    return motions;
  }

  private static void turn(double[] joints, int bone, Random random, double[] motion) {
    double[] axis = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
    double length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    double angle = MAX_TURN * (2 * random.nextDouble() - 1);
    double[] q = new double[Quaternion.SIZE];
    Quaternion.fromAxisAngle(axis[0] / length, axis[1] / length, axis[2] / length, angle, q, 0);
    double[] none = new double[3];
    Affine.fromTrs(none, 0, q, 0, new double[] {1, 1, 1}, 0, motion, 0);
    double[] turned = new double[3];
    Affine.transformPoint(motion, 0, joints, 3 * bone, turned, 0);
    for (int r = 0; r < 3; r++) {
      motion[4 * r + 3] = joints[3 * bone + r] - turned[r];
    }
  }
}
