package dev.sinew.solve;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.pose.Turn;
import java.util.List;

/** A pose by the parameters of its moved joints. Mutable: a solver steps from pose to pose. */
final class RigPose {
  private final RigParameters rig;
  private final Pose pose;

  /** Per joint: translation, rotation and factor of the scale, relative to the parent node. */
  private final double[] translations;

  private final double[] rotations;
  private final double[] factors;

  /** The angles of joints that are given by axes, in radians. */
  private final double[] angles;

  /** Creates the rest pose; angles outside their limits start at the nearest one inside. */
  RigPose(RigParameters rig) {
    this.rig = rig;
    pose = new Pose(rig.skeleton);
    translations = new double[3 * rig.jointCount()];
    rotations = new double[Quaternion.SIZE * rig.jointCount()];
    factors = new double[rig.jointCount()];
    angles = new double[rig.firstAngle[rig.jointCount()]];
    for (int j = 0; j < rig.jointCount(); j++) {
      rig.skeleton.copyRestTranslation(rig.joints[j], translations, 3 * j);
      rig.skeleton.copyRestRotation(rig.joints[j], rotations, Quaternion.SIZE * j);
      factors[j] = 1;
      List<Turn> turns = rig.turns.get(j).orElse(List.of());
      for (int i = 0; i < turns.size(); i++) {
        angles[rig.firstAngle[j] + i] = Math.clamp(0, turns.get(i).from(), turns.get(i).to());
      }
      composeTurns(j);
    }
    update();
  }

  /** Becomes a copy of another pose of the same rig. */
  void set(RigPose other) {
    System.arraycopy(other.translations, 0, translations, 0, translations.length);
    System.arraycopy(other.rotations, 0, rotations, 0, rotations.length);
    System.arraycopy(other.factors, 0, factors, 0, factors.length);
    System.arraycopy(other.angles, 0, angles, 0, angles.length);
    update();
  }

  /** Returns the rotation of a joint from its angles. */
  private void composeTurns(int j) {
    if (rig.turns.get(j).isEmpty()) {
      return;
    }
    int q = Quaternion.SIZE * j;
    rig.skeleton.copyRestRotation(rig.joints[j], rotations, q);
    double[] turn = new double[Quaternion.SIZE];
    List<Turn> turns = rig.turns.get(j).get();
    for (int i = 0; i < turns.size(); i++) {
      Turn axis = turns.get(i);
      Quaternion.fromAxisAngle(
          axis.x(), axis.y(), axis.z(), angles[rig.firstAngle[j] + i], turn, 0);
      Quaternion.multiply(rotations, q, turn, 0, rotations, q);
    }
    Quaternion.normalize(rotations, q);
  }

  private void update() {
    double[] scale = new double[3];
    for (int j = 0; j < rig.jointCount(); j++) {
      rig.skeleton.copyRestScale(rig.joints[j], scale, 0);
      for (int axis = 0; axis < 3; axis++) {
        scale[axis] *= factors[j];
      }
      pose.setLocal(rig.joints[j], translations, 3 * j, rotations, Quaternion.SIZE * j, scale, 0);
    }
    pose.update();
  }

  /** Returns the global transforms; they change with the next step. */
  Pose pose() {
    return pose;
  }

  /** Writes the global transform of the node above a joint. */
  void copyAbove(int j, double[] out) {
    int parent = rig.skeleton.parent(rig.joints[j]);
    if (parent == Skeleton.NO_PARENT) {
      Affine.identity(out, 0);
    } else {
      pose.copyGlobal(parent, out, 0);
    }
  }

  /** Returns an angle of a joint that is given by axes. */
  double angle(int j, int i) {
    return angles[rig.firstAngle[j] + i];
  }

  /** Returns the factor of a joint's scale. */
  double factor(int j) {
    return factors[j];
  }

  /** Copies the rotation of a joint relative to its parent node. */
  void copyRotation(int j, double[] out, int o) {
    System.arraycopy(rotations, Quaternion.SIZE * j, out, o, Quaternion.SIZE);
  }

  /** Copies the translation of a joint relative to its parent node. */
  void copyTranslation(int j, double[] out, int o) {
    System.arraycopy(translations, 3 * j, out, o, 3);
  }

  /** Sets the rotation of a joint, as near as its axes and limits allow; then updates the pose. */
  void turnTo(int j, double[] rotation) {
    if (rig.turns.get(j).isEmpty()) {
      System.arraycopy(rotation, 0, rotations, Quaternion.SIZE * j, Quaternion.SIZE);
    } else {
      double[] own = new double[rig.turns.get(j).get().size()];
      System.arraycopy(angles, rig.firstAngle[j], own, 0, own.length);
      double[] rest = new double[Quaternion.SIZE];
      rig.skeleton.copyRestRotation(rig.joints[j], rest, 0);
      NearestTurns.fit(rest, rig.turns.get(j).get(), rotation, own);
      System.arraycopy(own, 0, angles, rig.firstAngle[j], own.length);
      composeTurns(j);
    }
    update();
  }

  /** Moves a joint by a vector in the space of the scene; then updates the pose. */
  void shift(int j, double x, double y, double z) {
    double[] above = new double[Affine.SIZE];
    copyAbove(j, above);
    shift(j, above, x, y, z);
    update();
  }

  private void shift(int j, double[] above, double x, double y, double z) {
    double[] moved = {x, y, z};
    double[] inverse = new double[Affine.SIZE];
    if (Affine.invert(above, 0, inverse, 0)) {
      Affine.transformVector(inverse, 0, moved, 0, moved, 0);
      for (int axis = 0; axis < 3; axis++) {
        translations[3 * j + axis] += moved[axis];
      }
    }
  }

  /**
   * Steps in parameter space: rotations about the joints' own axes, angles within their limits,
   * translations in the space of the scene, logarithms of scales.
   *
   * @param unit the length of a translation by 1
   */
  void step(double[] delta, double unit) {
    double[] above = new double[Affine.SIZE];
    for (int j = 0; j < rig.jointCount(); j++) {
      if (rig.translates[j]) {
        int t = rig.translationAt(j);
        copyAbove(j, above);
        shift(j, above, unit * delta[t], unit * delta[t + 1], unit * delta[t + 2]);
      }
      rotate(j, delta);
      if (rig.scales) {
        factors[j] *= Math.exp(delta[rig.scaleAt(j)]);
      }
    }
    update();
  }

  private void rotate(int j, double[] delta) {
    int at = rig.first[j];
    if (rig.turns.get(j).isPresent()) {
      List<Turn> turns = rig.turns.get(j).get();
      for (int i = 0; i < turns.size(); i++) {
        int a = rig.firstAngle[j] + i;
        angles[a] = Math.clamp(angles[a] + delta[at + i], turns.get(i).from(), turns.get(i).to());
      }
      composeTurns(j);
      return;
    }
    double x = delta[at];
    double y = delta[at + 1];
    double z = delta[at + 2];
    double angle = Math.sqrt(x * x + y * y + z * z);
    if (angle > 0) {
      double[] turn = new double[Quaternion.SIZE];
      Quaternion.fromAxisAngle(x, y, z, angle, turn, 0);
      int q = Quaternion.SIZE * j;
      Quaternion.multiply(rotations, q, turn, 0, rotations, q);
      Quaternion.normalize(rotations, q);
    }
  }
}
