package dev.sinew.extract;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.math.Vec3;

/**
 * The axes of the joints of a plan at rest, as animators expect them: y points along the bone, and
 * z to where the body faces in a glTF file, as far as it can. A joint with several bones follows
 * the one that goes on most straight.
 *
 * @param rotations a unit quaternion per joint, from the axes of the joint to those of the scene
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
record BoneAxes(double[] rotations) {
  /** A bone within this sine of the z axis has z up instead. */
  private static final double PARALLEL = 0.1;

  static BoneAxes of(JointPlan plan) {
    double[] out = new double[Quaternion.SIZE * plan.count()];
    double[] along = new double[3 * plan.count()];
    double[] rotation = new double[Affine.SIZE];
    for (int j = 0; j < plan.count(); j++) {
      double[] bone = direction(plan, j, along);
      System.arraycopy(bone, 0, along, 3 * j, 3);
      double[] side = Vec3.cross(bone, new double[] {0, 0, 1});
      if (Vec3.length(side) < PARALLEL) {
        side = Vec3.cross(bone, new double[] {0, 1, 0});
      }
      Vec3.normalise(side);
      double[] front = Vec3.cross(side, bone);
      for (int r = 0; r < 3; r++) {
        rotation[4 * r] = side[r];
        rotation[4 * r + 1] = bone[r];
        rotation[4 * r + 2] = front[r];
      }
      Quaternion.fromMatrix(rotation, 0, out, Quaternion.SIZE * j);
    }
    return new BoneAxes(out);
  }

  /** Returns the unit vector along the bone of a joint; without one, along that of its parent. */
  private static double[] direction(JointPlan plan, int joint, double[] along) {
    int parent = plan.parent(joint);
    double[] before =
        parent < 0
            ? new double[] {0, 1, 0}
            : new double[] {along[3 * parent], along[3 * parent + 1], along[3 * parent + 2]};
    double[] best = before;
    double most = Double.NEGATIVE_INFINITY;
    for (int child : plan.children(joint)) {
      double[] bone = Points.difference(plan.at(child, 0), plan.at(joint, 0));
      if (Vec3.length(bone) > 0) {
        Vec3.normalise(bone);
        double straight = Vec3.dot(bone, before);
        if (straight > most) {
          most = straight;
          best = bone;
        }
      }
    }
    return best;
  }

  /** Brings a rotation of a joint relative to its parent from the scene's axes to their own. */
  void toOwn(int joint, int parent, double[] rotation, int offset) {
    Quaternion.multiply(rotation, offset, rotations, Quaternion.SIZE * joint, rotation, offset);
    if (parent >= 0) {
      double[] back = new double[Quaternion.SIZE];
      Quaternion.conjugate(rotations, Quaternion.SIZE * parent, back, 0);
      Quaternion.multiply(back, 0, rotation, offset, rotation, offset);
    }
  }

  /** Returns a vector of the scene in the axes of a joint. */
  double[] inOwn(int joint, double[] vector) {
    double[] turn = matrix(joint);
    double[] out = new double[3];
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        out[r] += turn[4 * c + r] * vector[c];
      }
    }
    return out;
  }

  /** Writes the motion from the scene's axes and origin to those of a joint, 12 values. */
  void writeInverse(int joint, double[] at, double[] out, int offset) {
    double[] turn = matrix(joint);
    double[] origin = inOwn(joint, at);
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        out[offset + 4 * r + c] = turn[4 * c + r];
      }
      out[offset + 4 * r + 3] = -origin[r];
    }
  }

  private double[] matrix(int joint) {
    double[] out = new double[Affine.SIZE];
    double[] none = {0, 0, 0};
    double[] one = {1, 1, 1};
    Affine.fromTrs(none, 0, rotations, Quaternion.SIZE * joint, one, 0, out, 0);
    return out;
  }
}
