package dev.sinew.extract;

import dev.sinew.math.Affine;
import dev.sinew.math.Procrustes;
import dev.sinew.model.Influences;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rotations and scales of joints from their positions (section 4.3 of the thesis "Character
 * animation from examples"), from the root outwards. A joint with one child takes the rotation of
 * its parent and then the shortest one that brings the bone to its direction; one with several
 * children the rotation that fits them best; without children that of its parent. Where vertices
 * correspond, the skin of the bone (weights above 0.8) takes part, which also determines the twist
 * and the scale; otherwise bones keep their lengths, and the centre line of the trunk takes part.
 * Each joint is where its ancestors put it, so the angles and scales alone give the pose.
 */
final class JointTransforms {
  /** Bones with fewer vertices of their own do not use them. */
  private static final int MIN_VERTICES = 8;

  private static final int MIN_ANCHORS = 3;

  /** The weight of all children together, relative to the skin of a bone. */
  private static final double CHILDREN = 0.25;

  /** The pull towards the parent's rotation, relative to anchors and children without skin. */
  private static final double STEADY = 0.02;

  private final JointTree tree;
  private final int[][] children;
  private final double @Nullable [] restSkin;
  private final int[][] boneSkin;
  private final boolean scaled;

  private JointTransforms(
      JointTree tree, double @Nullable [] restSkin, int[][] boneSkin, boolean scaled) {
    this.tree = tree;
    this.restSkin = restSkin;
    this.boneSkin = boneSkin;
    this.scaled = scaled;
    children = childrenOf(tree);
  }

  /** Uses positions alone: bones keep their lengths. */
  static JointTransforms ofPositions(JointTree tree) {
    return new JointTransforms(tree, null, new int[tree.count()][0], false);
  }

  /**
   * Uses positions and the anchors of a plan: bones keep their lengths.
   *
   * @param tree the skeleton of the plan
   */
  static JointTransforms ofPlan(JointTree tree, JointPlan plan) {
    int[][] anchors = new int[tree.count()][];
    Arrays.setAll(anchors, plan::anchorsOf);
    return new JointTransforms(tree, plan.anchors(0), anchors, false);
  }

  /**
   * Uses positions and corresponding vertices.
   *
   * @param rest x, y, z of each vertex of the reference
   */
  static JointTransforms ofSkin(JointTree tree, double[] rest, Influences weights) {
    int[] count = new int[tree.count()];
    int[][] skin = new int[tree.count()][];
    for (int pass = 0; pass < 2; pass++) {
      for (int j = 0; j < count.length; j++) {
        if (pass == 1) {
          skin[j] = new int[count[j]];
          count[j] = 0;
        }
      }
      for (int v = 0; v < weights.vertexCount(); v++) {
        // Heaviest first: at most one weight is above the threshold.
        if (weights.weight(v, 0) > JointPositions.UPPER) {
          int j = weights.joint(v, 0);
          if (pass == 1) {
            skin[j][count[j]] = v;
          }
          count[j]++;
        }
      }
    }
    return new JointTransforms(tree, rest, skin, true);
  }

  private static int[][] childrenOf(JointTree tree) {
    int[] count = new int[tree.count()];
    for (int parent : tree.parents()) {
      if (parent >= 0) {
        count[parent]++;
      }
    }
    int[][] out = new int[count.length][];
    for (int j = 0; j < count.length; j++) {
      out[j] = new int[count[j]];
      count[j] = 0;
    }
    for (int j = 0; j < count.length; j++) {
      int parent = tree.parents()[j];
      if (parent >= 0) {
        out[parent][count[parent]++] = j;
      }
    }
    return out;
  }

  /**
   * Returns the motion of each joint from rest to a pose, 12 values each: x ↦ s R (x − J) + p.
   *
   * @param positions x, y, z of each joint in the pose
   * @param posed x, y, z of each vertex or anchor in the pose
   */
  double[] solve(double[] positions, double[] posed) {
    int n = tree.count();
    double[] out = new double[Affine.SIZE * n];
    double[] placed = new double[3 * n];
    for (int j = 0; j < n; j++) {
      int parent = tree.parents()[j];
      if (parent < 0) {
        System.arraycopy(positions, 3 * j, placed, 3 * j, 3);
      } else {
        Affine.transformPoint(out, Affine.SIZE * parent, tree.rest(), 3 * j, placed, 3 * j);
      }
      double[] linear = linear(j, parent, positions, posed, placed, out);
      setMotion(j, linear, placed, out);
    }
    return out;
  }

  /** Returns s R of a joint, nine values. */
  private double[] linear(
      int j, int parent, double[] positions, double[] posed, double[] placed, double[] motions) {
    double[] above = new double[9];
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        above[3 * r + c] =
            parent < 0 ? (r == c ? 1 : 0) : motions[Affine.SIZE * parent + 4 * r + c];
      }
    }
    boolean hasSkin =
        restSkin != null && boneSkin[j].length >= (scaled ? MIN_VERTICES : MIN_ANCHORS);
    if (!hasSkin && children[j].length == 0) {
      return above;
    }
    if (!hasSkin && children[j].length == 1) {
      return turned(above, j, children[j][0], positions, placed);
    }
    return fitted(above, j, hasSkin, positions, posed, placed);
  }

  /** Turns the parent's rotation the shortest way so that a bone points to its end. */
  private double[] turned(double[] above, int j, int child, double[] positions, double[] placed) {
    double[] from = new double[3];
    double[] to = new double[3];
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        from[r] += above[3 * r + c] * (tree.rest()[3 * child + c] - tree.rest()[3 * j + c]);
      }
      to[r] = positions[3 * child + r] - placed[3 * j + r];
    }
    double before = Math.hypot(Math.hypot(from[0], from[1]), from[2]);
    double after = Math.hypot(Math.hypot(to[0], to[1]), to[2]);
    if (!(before > 0 && after > 0)) {
      return above;
    }
    double[] rotation = new double[Affine.SIZE];
    double[] turn = ShortestTurn.between(from, to);
    Affine.fromTrs(new double[3], 0, turn, 0, new double[] {1, 1, 1}, 0, rotation, 0);
    double stretch = scaled ? after / before : 1;
    double[] out = new double[9];
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        for (int i = 0; i < 3; i++) {
          out[3 * r + c] += stretch * rotation[4 * r + i] * above[3 * i + c];
        }
      }
    }
    return out;
  }

  /** Fits s R to the children and the skin of the bone, with the joint fixed. */
  private double[] fitted(
      double[] above, int j, boolean hasSkin, double[] positions, double[] posed, double[] placed) {
    double[] target = new double[12];
    double[] moments = new double[16];
    moments[15] = 1;
    double skinSize = 0;
    if (hasSkin && restSkin != null) {
      for (int v : boneSkin[j]) {
        skinSize += add(restSkin, posed, v, j, placed, 1, target, moments);
      }
    }
    double childSize = 0;
    for (int child : children[j]) {
      childSize += size(child, j);
    }
    double weight = !hasSkin ? 1 : childSize > 0 ? CHILDREN * skinSize / childSize : 0;
    for (int child : children[j]) {
      add(tree.rest(), positions, child, j, placed, weight, target, moments);
    }
    // Two children in a line leave the twist open: a little of the parent's rotation decides.
    double little = (scaled ? 1e-6 : STEADY) * (skinSize + childSize);
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        target[4 * r + c] += little * above[3 * r + c];
      }
      moments[5 * r] += little;
    }
    double[] motion = new double[Affine.SIZE];
    Procrustes fit = new Procrustes(scaled);
    if (!(skinSize + childSize > 0) || !fit.solve(target, moments, 0, motion, 0)) {
      return above;
    }
    double[] out = new double[9];
    for (int r = 0; r < 3; r++) {
      System.arraycopy(motion, 4 * r, out, 3 * r, 3);
    }
    return out;
  }

  private double size(int child, int j) {
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      double d = tree.rest()[3 * child + i] - tree.rest()[3 * j + i];
      sum += d * d;
    }
    return sum;
  }

  /**
   * Adds a point at rest and in the pose, relative to the joint; returns the squared distance at
   * rest.
   */
  private double add(
      double[] rest,
      double[] pose,
      int point,
      int j,
      double[] placed,
      double weight,
      double[] target,
      double[] moments) {
    double sum = 0;
    for (int r = 0; r < 3; r++) {
      double y = pose[3 * point + r] - placed[3 * j + r];
      double xr = rest[3 * point + r] - tree.rest()[3 * j + r];
      sum += xr * xr;
      for (int c = 0; c < 3; c++) {
        double x = rest[3 * point + c] - tree.rest()[3 * j + c];
        target[4 * r + c] += weight * y * x;
        moments[4 * r + c] += weight * xr * x;
      }
    }
    return sum;
  }

  private void setMotion(int j, double[] linear, double[] placed, double[] out) {
    for (int r = 0; r < 3; r++) {
      double moved = 0;
      for (int c = 0; c < 3; c++) {
        out[Affine.SIZE * j + 4 * r + c] = linear[3 * r + c];
        moved += linear[3 * r + c] * tree.rest()[3 * j + c];
      }
      out[Affine.SIZE * j + 4 * r + 3] = placed[3 * j + r] - moved;
    }
  }
}
