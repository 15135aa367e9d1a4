package dev.sinew.solve;

import dev.sinew.math.Affine;
import dev.sinew.model.Issue;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.Turn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The joints that a solve moves and their parameters. A joint is moved if it moves vertices itself,
 * or if it is a joint of a skin and has such a joint below it. Each has a rotation: three
 * increments about its own axes, or angles about given axes within limits. Roots, the moved joints
 * without a moved joint above, also translate; others do so on request. A uniform scale is
 * optional.
 *
 * <p>All nodes that are not moved keep their rest transforms.
 */
final class RigParameters {
  /** Euler angles may pass half a turn, but not without limit. */
  private static final double EULER_RANGE = 4 * Math.PI;

  /** A joint of a local matrix with more shear than this, relative to its size, is not moved. */
  private static final double MAX_SHEAR = 1e-6;

  final Skeleton skeleton;

  /** The skeleton joint of each moved joint; parents precede their children. */
  final int[] joints;

  /** The index of the nearest moved joint above each, or −1. */
  final int[] parents;

  /** The axes and limits of a joint's angles; null for a free rotation. */
  final List<Optional<List<Turn>>> turns = new ArrayList<>();

  final boolean[] translates;
  final boolean scales;

  /** The index of each joint's first parameter, and the number of all parameters. */
  final int[] first;

  /** The index of each joint's first angle, and the number of all angles. */
  final int[] firstAngle;

  final List<Issue> issues = new ArrayList<>();

  RigParameters(SurfacePoints points, SolveOptions options) {
    SkinnedCharacter character = points.character();
    skeleton = character.skeleton();
    joints = movedJoints(points);
    parents = new int[joints.length];
    int[] indexOf = indexOfJoint();
    translates = new boolean[joints.length];
    scales = options.scales();
    first = new int[joints.length + 1];
    firstAngle = new int[joints.length + 1];
    for (int j = 0; j < joints.length; j++) {
      parents[j] = nearestAbove(skeleton.parent(joints[j]), indexOf);
      translates[j] = parents[j] < 0 || options.freeJoints();
      turns.add(turnsOf(joints[j], options));
      int angles = turns.get(j).map(List::size).orElse(0);
      firstAngle[j + 1] = firstAngle[j] + angles;
      first[j + 1] = first[j] + rotationCount(j) + (translates[j] ? 3 : 0) + (scales ? 1 : 0);
    }
    options
        .ranges()
        .forEach(
            (joint, range) -> {
              if (joint < 0 || joint >= indexOf.length) {
                throw new IllegalArgumentException(
                    "ranges: expected joints 0 to " + (indexOf.length - 1) + ", got " + joint);
              }
              if (indexOf[joint] < 0) {
                issues.add(
                    Issue.info("ranges", "joint " + skeleton.name(joint) + " moves no vertex"));
              }
            });
  }

  private static Optional<List<Turn>> turnsOf(int joint, SolveOptions options) {
    Map<Integer, List<Turn>> ranges = options.ranges();
    if (ranges.containsKey(joint)) {
      return Optional.of(ranges.get(joint));
    }
    return options.euler()
        ? Optional.of(
            List.of(
                Turn.aboutX(-EULER_RANGE, EULER_RANGE),
                Turn.aboutY(-EULER_RANGE, EULER_RANGE),
                Turn.aboutZ(-EULER_RANGE, EULER_RANGE)))
        : Optional.empty();
  }

  private int[] movedJoints(SurfacePoints points) {
    boolean[] moves = new boolean[skeleton.jointCount()];
    for (int v = 0; v < points.vertexCount(); v++) {
      for (int i = 0; i < points.count(v); i++) {
        moves[points.joint(v, i)] = true;
      }
    }
    boolean[] inSkin = new boolean[moves.length];
    points
        .character()
        .skins()
        .forEach(
            skin -> {
              for (int i = 0; i < skin.jointCount(); i++) {
                inSkin[skin.joint(i)] = true;
              }
            });
    boolean[] moved = moves.clone();
    boolean[] above = moves.clone();
    for (int j = moves.length - 1; j >= 0; j--) {
      moved[j] = moves[j] || (inSkin[j] && above[j]);
      if (above[j] && skeleton.parent(j) != Skeleton.NO_PARENT) {
        above[skeleton.parent(j)] = true;
      }
    }
    Pose rest = new Pose(skeleton);
    int[] list = new int[moved.length];
    int count = 0;
    for (int j = 0; j < moved.length; j++) {
      if (moved[j] && canMove(rest, j)) {
        list[count++] = j;
      }
    }
    return Arrays.copyOf(list, count);
  }

  /** Returns false, with an issue, if a joint has shear or its space has no volume. */
  private boolean canMove(Pose rest, int joint) {
    double[] local = new double[Affine.SIZE];
    double[] composed = new double[Affine.SIZE];
    double[] trs = new double[10];
    skeleton.copyRestLocal(joint, local, 0);
    skeleton.copyRestTranslation(joint, trs, 0);
    skeleton.copyRestRotation(joint, trs, 3);
    skeleton.copyRestScale(joint, trs, 7);
    Affine.fromTrs(trs, 0, trs, 3, trs, 7, composed, 0);
    double size = 0;
    double shear = 0;
    for (int i = 0; i < Affine.SIZE; i++) {
      if (i % 4 < 3) {
        size = Math.max(size, Math.abs(local[i]));
        shear = Math.max(shear, Math.abs(local[i] - composed[i]));
      }
    }
    double[] global = new double[Affine.SIZE];
    rest.copyGlobal(joint, global, 0);
    boolean flat = !Affine.invert(global, 0, global, 0);
    if (flat || shear > MAX_SHEAR * size) {
      issues.add(
          Issue.warning(
              "joints",
              "joint "
                  + skeleton.name(joint)
                  + (flat ? " has a scale of 0" : " has a matrix with shear")
                  + ": it stays at rest"));
      return false;
    }
    return true;
  }

  private int[] indexOfJoint() {
    int[] indexOf = new int[skeleton.jointCount()];
    Arrays.fill(indexOf, -1);
    for (int j = 0; j < joints.length; j++) {
      indexOf[joints[j]] = j;
    }
    return indexOf;
  }

  private int nearestAbove(int node, int[] indexOf) {
    int up = node;
    while (up != Skeleton.NO_PARENT && indexOf[up] < 0) {
      up = skeleton.parent(up);
    }
    return up == Skeleton.NO_PARENT ? -1 : indexOf[up];
  }

  /** Returns for each mover the moved joint that carries it: itself or the nearest above, or −1. */
  int[] ownersOf(int[] movers) {
    int[] indexOf = indexOfJoint();
    return Arrays.stream(movers).map(mover -> nearestAbove(mover, indexOf)).toArray();
  }

  /** Returns the number of moved joints. */
  int jointCount() {
    return joints.length;
  }

  /** Returns the number of parameters. */
  int parameterCount() {
    return first[joints.length];
  }

  /** Returns the number of rotation parameters of a joint, which come first. */
  int rotationCount(int joint) {
    return turns.get(joint).map(List::size).orElse(3);
  }

  /** Returns the index of the first translation parameter; only if the joint translates. */
  int translationAt(int joint) {
    return first[joint] + rotationCount(joint);
  }

  /** Returns the index of the scale parameter; only with scales. */
  int scaleAt(int joint) {
    return first[joint + 1] - 1;
  }
}
