package dev.sinew.posespace;

import dev.sinew.math.Affine;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import java.util.List;

/**
 * Writes the coordinates of poses in a {@link PoseSpace}. Immutable but for its scratch memory; one
 * per thread.
 */
final class PoseReader {
  /** The weight of the nine numbers of a rotation: chords of small angles are the angles. */
  static final double CHORD = Math.sqrt(0.5);

  /** Cosine and sine of a twist. */
  static final int TWIST_SIZE = 2;

  private final PoseSpace space;
  private final JointHierarchy hierarchy;
  private final int[] start;
  private final double[] globals;
  private final double[] inverses;

  /** Inverse of each joint's rest transform relative to its parent, and the bone in the joint. */
  private final double[] restInverses;

  private final double[] bones;
  private final double[] relative = new double[Affine.SIZE];
  private final double[] turned = new double[Affine.SIZE];
  private final double[] vector = new double[3];

  /** The motion of the anchor since rest. */
  private final double[] anchorRestInverse = new double[Affine.SIZE];

  PoseReader(PoseSpace space, Skeleton skeleton) {
    this.space = space;
    List<Integer> joints = space.find(skeleton);
    hierarchy = JointHierarchy.of(skeleton, joints);
    int count = joints.size();
    start = new int[count + 1];
    for (int j = 0; j < count; j++) {
      start[j + 1] = start[j] + size(j);
    }
    globals = new double[Affine.SIZE * count];
    inverses = new double[globals.length];
    restInverses = new double[globals.length];
    bones = new double[3 * count];
    readRest(new Pose(skeleton));
  }

  private int size(int joint) {
    if (joint == 0 && space.space() != JointSpace.NEIGHBOURS) {
      return 0;
    }
    return switch (space.space()) {
      case NEIGHBOURS ->
          3 * hierarchy.children().get(joint).size() + (joint == 0 ? 0 : 3 + TWIST_SIZE);
      case TRANSFORM -> Affine.SIZE;
      case TWIST -> 6 + TWIST_SIZE;
    };
  }

  private void readRest(Pose rest) {
    setGlobals(rest);
    System.arraycopy(inverses, 0, anchorRestInverse, 0, Affine.SIZE);
    double[] direction = new double[3];
    for (int j = 0; j < hierarchy.joints().size(); j++) {
      hierarchy.copyBoneDirection(j, direction);
      Affine.transformVector(inverses, Affine.SIZE * j, direction, 0, bones, 3 * j);
      normalise(bones, 3 * j);
      if (j > 0) {
        setRelative(j);
        invert(relative, 0, restInverses, Affine.SIZE * j);
      }
    }
  }

  private static void normalise(double[] v, int at) {
    double length = Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
    for (int i = at; i < at + 3; i++) {
      v[i] = length > 0 ? v[i] / length : i == at + 1 ? 1 : 0;
    }
  }

  /** Inverts a transform; a singular one, of a joint scaled to nothing, gives the identity. */
  private static void invert(double[] from, int at, double[] to, int o) {
    if (!Affine.invert(from, at, to, o)) {
      Affine.identity(to, o);
    }
  }

  /** Returns the number of coordinates. */
  int size() {
    return start[start.length - 1];
  }

  /** Returns the index of a joint's first coordinate; that of the end for the number of joints. */
  int start(int joint) {
    return start[joint];
  }

  /** Returns the sum of the distances of joints from their parents, from the coordinates. */
  double boneLengths(double[] coordinates) {
    double sum = 0;
    for (int j = 1; j < hierarchy.joints().size(); j++) {
      sum +=
          switch (space.space()) {
            case TRANSFORM -> length(coordinates, start[j] + 3, 4);
            case TWIST -> length(coordinates, start[j] + 3 + TWIST_SIZE, 1);
            case NEIGHBOURS -> length(coordinates, start[j], 1);
          };
    }
    return sum;
  }

  private static double length(double[] v, int at, int step) {
    return Math.sqrt(
        v[at] * v[at] + v[at + step] * v[at + step] + v[at + 2 * step] * v[at + 2 * step]);
  }

  JointHierarchy hierarchy() {
    return hierarchy;
  }

  /** Writes the coordinates of a pose whose global transforms are up to date. */
  void read(Pose pose, double[] out) {
    setGlobals(pose);
    for (int j = 0; j < hierarchy.joints().size(); j++) {
      if (start[j] < start[j + 1]) {
        switch (space.space()) {
          case NEIGHBOURS -> readNeighbours(j, out);
          case TRANSFORM -> readTransform(j, out);
          case TWIST -> readTwist(j, out);
        }
      }
    }
  }

  private void setGlobals(Pose pose) {
    for (int j = 0; j < hierarchy.joints().size(); j++) {
      pose.copyGlobal(hierarchy.joints().get(j), globals, Affine.SIZE * j);
      invert(globals, Affine.SIZE * j, inverses, Affine.SIZE * j);
    }
  }

  /** Writes the motion of the anchor since rest, as of the last pose read. */
  void copyAnchorMotion(double[] out) {
    Affine.multiply(globals, 0, anchorRestInverse, 0, out, 0);
  }

  private void setRelative(int joint) {
    int parent = hierarchy.parents().get(joint);
    Affine.multiply(inverses, Affine.SIZE * parent, globals, Affine.SIZE * joint, relative, 0);
  }

  private void readTransform(int joint, double[] out) {
    setRelative(joint);
    for (int i = 0; i < Affine.SIZE; i++) {
      out[start[joint] + i] = relative[i] * (i % 4 == 3 ? 1 / space.lengthUnit() : CHORD);
    }
  }

  private void readNeighbours(int joint, double[] out) {
    int at = start[joint];
    if (joint > 0) {
      at = readPosition(joint, hierarchy.parents().get(joint), out, at);
    }
    for (int child : hierarchy.children().get(joint)) {
      at = readPosition(joint, child, out, at);
    }
    if (joint > 0) {
      setTurned(joint);
      readTwistAngle(joint, out, at);
    }
  }

  private int readPosition(int joint, int other, double[] out, int at) {
    for (int axis = 0; axis < 3; axis++) {
      vector[axis] = globals[Affine.SIZE * other + 4 * axis + 3];
    }
    Affine.transformPoint(inverses, Affine.SIZE * joint, vector, 0, vector, 0);
    for (int axis = 0; axis < 3; axis++) {
      out[at + axis] = vector[axis] / space.lengthUnit();
    }
    return at + 3;
  }

  /** Sets the transform relative to the parent and what of it changed since rest. */
  private void setTurned(int joint) {
    setRelative(joint);
    Affine.multiply(restInverses, Affine.SIZE * joint, relative, 0, turned, 0);
  }

  /**
   * Splits the rotation since rest into bend after twist about the bone a: R a for the bend, the
   * twist, then the translation.
   */
  private void readTwist(int joint, double[] out) {
    setTurned(joint);
    double bend = Math.sqrt(1 - JointSpace.TWIST_SHARE);
    int at = start[joint];
    for (int r = 0; r < 3; r++) {
      int m = 4 * r;
      double along =
          turned[m] * bones[3 * joint]
              + turned[m + 1] * bones[3 * joint + 1]
              + turned[m + 2] * bones[3 * joint + 2];
      out[at + r] = bend * along;
      out[at + 3 + TWIST_SIZE + r] = relative[m + 3] / space.lengthUnit();
    }
    readTwistAngle(joint, out, at + 3);
  }

  /**
   * Writes cosine and sine of the twist. With q the quaternion of the rotation, it has the half
   * angle atan2(q · a, q_w).
   */
  private void readTwistAngle(int joint, double[] out, int at) {
    double dot =
        bones[3 * joint] * (turned[9] - turned[6])
            + bones[3 * joint + 1] * (turned[2] - turned[8])
            + bones[3 * joint + 2] * (turned[4] - turned[1]);
    double half = Math.atan2(dot, 1 + turned[0] + turned[5] + turned[10]);
    double share = Math.sqrt(JointSpace.TWIST_SHARE);
    out[at] = share * Math.cos(2 * half);
    out[at + 1] = share * Math.sin(2 * half);
  }
}
