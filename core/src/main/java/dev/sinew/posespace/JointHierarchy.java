package dev.sinew.posespace;

import dev.sinew.math.Affine;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.List;

/**
 * The hierarchy of some joints of a skeleton: the parent of each is its closest ancestor among
 * them. Joints without one, other than the first, hang on the first.
 *
 * @param joints indices in the skeleton
 * @param parents index in the list of each joint's parent, −1 for the first
 * @param children indices in the list
 * @param rest x, y, z of each joint at rest
 */
record JointHierarchy(
    List<Integer> joints, List<Integer> parents, List<List<Integer>> children, double[] rest) {
  /** Bones shorter than this fraction of the longest have no direction. */
  private static final double SHORT = 1e-6;

  static JointHierarchy of(Skeleton skeleton, List<Integer> joints) {
    List<Integer> parents = new ArrayList<>();
    List<List<Integer>> children = new ArrayList<>();
    for (int j = 0; j < joints.size(); j++) {
      children.add(new ArrayList<>());
      int up = skeleton.parent(joints.get(j));
      while (up != Skeleton.NO_PARENT && !joints.contains(up)) {
        up = skeleton.parent(up);
      }
      int found = up == Skeleton.NO_PARENT ? 0 : joints.indexOf(up);
      parents.add(j == 0 ? -1 : found);
    }
    for (int j = 1; j < joints.size(); j++) {
      children.get(parents.get(j)).add(j);
    }
    Pose pose = new Pose(skeleton);
    double[] rest = new double[3 * joints.size()];
    double[] global = new double[Affine.SIZE];
    for (int j = 0; j < joints.size(); j++) {
      pose.copyGlobal(joints.get(j), global, 0);
      for (int axis = 0; axis < 3; axis++) {
        rest[3 * j + axis] = global[4 * axis + 3];
      }
    }
    return new JointHierarchy(joints, parents, children, rest);
  }

  /** Returns the mean distance of a joint from its parent; 1 if all coincide. */
  double meanBoneLength() {
    double sum = 0;
    int count = 0;
    for (int j = 1; j < joints.size(); j++) {
      double length = distance(j, parents.get(j));
      if (length > 0) {
        sum += length;
        count++;
      }
    }
    return sum > 0 ? sum / count : 1;
  }

  private double distance(int a, int b) {
    return Math.sqrt(squaredDistance(a, rest[3 * b], rest[3 * b + 1], rest[3 * b + 2]));
  }

  /** Returns the squared distance of a joint at rest from a point. */
  double squaredDistance(int joint, double x, double y, double z) {
    double dx = rest[3 * joint] - x;
    double dy = rest[3 * joint + 1] - y;
    double dz = rest[3 * joint + 2] - z;
    return dx * dx + dy * dy + dz * dz;
  }

  /**
   * Writes the unit direction of a joint's bone at rest, in scene space: to its first child, or
   * away from its parent at the end of a chain.
   */
  void copyBoneDirection(int joint, double[] out) {
    int from = joint;
    int to = children.get(joint).isEmpty() ? -1 : children.get(joint).getFirst();
    if (to < 0 || distance(from, to) <= SHORT * meanBoneLength()) {
      from = parents.get(joint);
      to = joint;
    }
    double length = from < 0 ? 0 : distance(from, to);
    for (int axis = 0; axis < 3; axis++) {
      out[axis] =
          length > SHORT * meanBoneLength()
              ? (rest[3 * to + axis] - rest[3 * from + axis]) / length
              : axis == 1 ? 1 : 0;
    }
  }
}
