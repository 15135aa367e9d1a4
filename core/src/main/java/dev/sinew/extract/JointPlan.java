package dev.sinew.extract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The joints of a skeleton and their positions in every pose; parents come first. The end of a limb
 * is a joint too, marked as a tip: it has no skin and ends the last bone.
 */
final class JointPlan {
  /** The parent of the root. */
  static final int NO_PARENT = -1;

  private final int poses;
  private final List<Integer> parents = new ArrayList<>();
  private final List<Integer> limbs = new ArrayList<>();
  private final List<Boolean> tips = new ArrayList<>();
  private final Set<Integer> girdles = new HashSet<>();
  private final List<String> names = new ArrayList<>();
  private final List<double[][]> positions = new ArrayList<>();

  /** Points that move with a joint, in every pose, and that joint. */
  private final List<double[][]> anchors = new ArrayList<>();

  private final List<Integer> anchored = new ArrayList<>();

  /** Creates a plan without joints. */
  JointPlan(int poses) {
    this.poses = poses;
  }

  /**
   * Adds a joint.
   *
   * @param limb the limb that it belongs to
   * @param at x, y, z in every pose
   * @return its index
   */
  int add(String name, int parent, int limb, boolean tip, double[][] at) {
    names.add(name);
    parents.add(parent);
    limbs.add(limb);
    tips.add(tip);
    positions.add(at);
    return parents.size() - 1;
  }

  /**
   * Adds a joint inside the body that carries the root of a limb, as a shoulder blade does.
   *
   * @return its index
   */
  int addGirdle(String name, int parent, int limb, double[][] at) {
    int joint = add(name, parent, limb, false, at);
    girdles.add(joint);
    return joint;
  }

  /**
   * Adds a point of a centre line that moves rigidly with a joint.
   *
   * @param at x, y, z in every pose
   */
  void addAnchor(int joint, double[][] at) {
    anchors.add(at);
    anchored.add(joint);
  }

  /** Returns x, y, z of all anchors in a pose. */
  double[] anchors(int pose) {
    return anchors.stream().flatMapToDouble(at -> Arrays.stream(at[pose])).toArray();
  }

  /** Returns the anchors of a joint. */
  int[] anchorsOf(int joint) {
    return IntStream.range(0, anchored.size()).filter(i -> anchored.get(i) == joint).toArray();
  }

  /** Returns x, y, z of an anchor in a pose. */
  double[] anchor(int index, int pose) {
    return anchors.get(index)[pose];
  }

  /** Removes the joint added last, and its anchors. */
  void removeLast() {
    while (!anchored.isEmpty() && anchored.getLast() == parents.size() - 1) {
      anchored.removeLast();
      anchors.removeLast();
    }
    names.removeLast();
    parents.removeLast();
    limbs.removeLast();
    tips.removeLast();
    positions.removeLast();
  }

  /** Returns the number of joints, tips included. */
  int count() {
    return parents.size();
  }

  /** Returns the number of poses, the reference included. */
  int poseCount() {
    return poses;
  }

  /** Returns the number of joints without tips. */
  int jointCount() {
    return (int) tips.stream().filter(tip -> !tip).count();
  }

  /** Returns the parent of a joint, or {@link #NO_PARENT}. */
  int parent(int joint) {
    return parents.get(joint);
  }

  /** Returns the limb of a joint. */
  int limb(int joint) {
    return limbs.get(joint);
  }

  /** Returns true if a joint only marks the end of a limb. */
  boolean isTip(int joint) {
    return tips.get(joint);
  }

  /** Returns true if a joint carries the root of a limb inside the body. */
  boolean isGirdle(int joint) {
    return girdles.contains(joint);
  }

  /** Returns the name of a joint. */
  String name(int joint) {
    return names.get(joint);
  }

  /** Returns x, y, z of a joint in a pose; changes change the plan. */
  double[] at(int joint, int pose) {
    return positions.get(joint)[pose];
  }

  /** Returns x, y, z of all joints in a pose, in a new array. */
  double[] positions(int pose) {
    double[] out = new double[3 * count()];
    for (int j = 0; j < count(); j++) {
      System.arraycopy(at(j, pose), 0, out, 3 * j, 3);
    }
    return out;
  }

  /** Returns the skeleton in the reference, tips included. */
  JointTree tree() {
    return new JointTree(parents.stream().mapToInt(Integer::intValue).toArray(), positions(0));
  }

  /** Returns the joints whose parent a joint is. */
  int[] children(int joint) {
    int[] out = new int[count()];
    int n = 0;
    for (int j = 0; j < count(); j++) {
      if (parents.get(j) == joint) {
        out[n++] = j;
      }
    }
    return Arrays.copyOf(out, n);
  }
}
