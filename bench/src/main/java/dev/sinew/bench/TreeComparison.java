package dev.sinew.bench;

import dev.sinew.math.Affine;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.rig.Articulation;
import dev.sinew.rig.BoneTree;
import dev.sinew.rig.UnitBox;
import java.util.Arrays;
import java.util.List;

/**
 * A found skeleton beside a known one. Found bones stand for the known bone whose skin they move
 * most. Known bones that move as one, and those without a found bone, are contracted into one group
 * with their parent. A found link is right if its groups are neighbours in the known tree; its
 * joint is measured against the known joints between them.
 *
 * @param groups the number of groups with found bones
 * @param links links between different groups
 * @param wrong links whose groups are not neighbours
 * @param meanDistance of the joints of right links
 * @param maxDistance of the joints of right links
 */
record TreeComparison(int groups, int links, int wrong, double meanDistance, double maxDistance) {

  /**
   * The known skeleton.
   *
   * @param tree its hierarchy
   * @param joints x, y, z of its joints, in the units of the found ones
   * @param rigid whether each bone always moves with its parent
   * @param skinless whether each bone moves no vertex
   */
  record Known(BoneTree tree, double[] joints, boolean[] rigid, boolean[] skinless) {
    /** Bones that turn by less against their parent, in degrees, count as rigid. */
    private static final double MIN_TURN = 8;

    /**
     * Returns a skeleton whose bones are rigid where they turn little in all poses.
     *
     * @param poses the transform of each bone in each pose, 12 values; bones without skin are never
     *     rigid with their children
     */
    static Known of(BoneTree tree, double[] joints, double[][][] poses, boolean[] skinless) {
      boolean[] rigid = new boolean[skinless.length];
      for (int b = 0; b < rigid.length; b++) {
        int up = tree.parents()[b];
        rigid[b] = up >= 0 && !skinless[up];
        for (double[][] pose : poses) {
          rigid[b] = rigid[b] && turn(poses[0], pose, b, up) < MIN_TURN;
        }
      }
      return new Known(tree, joints, rigid, skinless);
    }

    /**
     * Returns the skeleton of a skin.
     *
     * @param poses poses of the skeleton, the first one at rest
     * @param box the box whose units found joints are in
     */
    static Known of(Skeleton skeleton, Skin skin, List<Pose> poses, UnitBox box) {
      int joints = skin.jointCount();
      int[] parents = new int[joints];
      double[][][] transforms = new double[poses.size()][joints][Affine.SIZE];
      for (int j = 0; j < joints; j++) {
        parents[j] = parentInSkin(skeleton, skin, j);
        for (int k = 0; k < transforms.length; k++) {
          poses.get(k).copyGlobal(skin.joint(j), transforms[k][j], 0);
        }
      }
      double[] positions = new double[3 * joints];
      for (int i = 0; i < positions.length; i++) {
        positions[i] = box.toUnit(transforms[0][i / 3][4 * (i % 3) + 3], i % 3);
      }
      return of(BoneTree.ofParents(parents), positions, transforms, new boolean[joints]);
    }

    private static int parentInSkin(Skeleton skeleton, Skin skin, int joint) {
      int node = skeleton.parent(skin.joint(joint));
      while (node != Skeleton.NO_PARENT) {
        for (int j = 0; j < skin.jointCount(); j++) {
          if (skin.joint(j) == node) {
            return j;
          }
        }
        node = skeleton.parent(node);
      }
      return -1;
    }

    /** Returns the angle between the rotations of a bone relative to its parent in two poses. */
    private static double turn(double[][] a, double[][] b, int bone, int parent) {
      double[] first = relative(a, bone, parent);
      double[] second = relative(b, bone, parent);
      double trace = 0;
      for (int i = 0; i < Affine.SIZE; i++) {
        trace += i % 4 < 3 ? first[i] * second[i] : 0;
      }
      return Math.toDegrees(Math.acos(Math.clamp((trace - 1) / 2, -1, 1)));
    }

    private static double[] relative(double[][] pose, int bone, int parent) {
      double[] out = new double[Affine.SIZE];
      Affine.invert(pose[parent], 0, out, 0);
      Affine.multiply(out, 0, pose[bone], 0, out, 0);
      return out;
    }
  }

  /**
   * Compares skeletons.
   *
   * @param knownOf the known bone that each found bone stands for
   */
  static TreeComparison of(Articulation found, int[] knownOf, Known known) {
    int[] group = groups(knownOf, known);
    int[] parents = found.tree().parents();
    int links = 0;
    int wrong = 0;
    double sum = 0;
    double max = 0;
    for (int b = 0; b < parents.length; b++) {
      if (parents[b] >= 0 && group[knownOf[b]] != group[knownOf[parents[b]]]) {
        links++;
        double d =
            nearestJoint(
                group, known, group[knownOf[b]], group[knownOf[parents[b]]], found.joints(), 3 * b);
        if (Double.isInfinite(d)) {
          wrong++;
        } else {
          sum += d;
          max = Math.max(max, d);
        }
      }
    }
    int count = (int) Arrays.stream(knownOf).map(k -> group[k]).distinct().count();
    return new TreeComparison(count, links, wrong, links > wrong ? sum / (links - wrong) : 0, max);
  }

  /** Returns a bone of each known bone's group, the topmost one. */
  private static int[] groups(int[] knownOf, Known known) {
    int[] parents = known.tree.parents();
    boolean[] occupied = new boolean[parents.length];
    for (int k : knownOf) {
      occupied[k] = true;
    }
    // A group of rigid bones is occupied if any of them is.
    int[] order = known.tree.order();
    int[] rigid = new int[parents.length];
    boolean[] found = new boolean[parents.length];
    for (int b : order) {
      rigid[b] = parents[b] >= 0 && known.rigid[b] ? rigid[parents[b]] : b;
      found[rigid[b]] |= occupied[b];
    }
    int[] group = new int[parents.length];
    for (int b : order) {
      boolean joins = parents[b] >= 0 && (rigid[b] != b || !found[b]);
      group[b] = joins ? group[parents[b]] : b;
    }
    return group;
  }

  /**
   * Returns the distance of a point from the known joint of two groups; infinite for none. Groups
   * at the same joint of a root without skin are neighbours too.
   */
  private static double nearestJoint(
      int[] group, Known known, int a, int b, double[] points, int o) {
    int[] parents = known.tree.parents();
    boolean siblings =
        parents[a] >= 0
            && parents[b] >= 0
            && group[parents[a]] == group[parents[b]]
            && known.skinless[group[parents[a]]];
    double least = Double.POSITIVE_INFINITY;
    for (int c = 0; c < parents.length; c++) {
      if (parents[c] >= 0) {
        int below = group[c];
        int above = group[parents[c]];
        boolean own = below == c && (below == a || below == b);
        if ((below == a && above == b) || (below == b && above == a) || (siblings && own)) {
          double sum = 0;
          for (int axis = 0; axis < 3; axis++) {
            double d = known.joints[3 * c + axis] - points[o + axis];
            sum += d * d;
          }
          least = Math.min(least, Math.sqrt(sum));
        }
      }
    }
    return least;
  }
}
