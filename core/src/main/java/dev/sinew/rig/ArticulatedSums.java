package dev.sinew.rig;

import dev.sinew.math.Affine;
import java.util.Arrays;

/**
 * {@link BlendSums} in the unknowns of an articulated skeleton: rotations R_b of all bones, a
 * translation t_r of each root, and rest positions h_b of all other joints. A bone's motion takes
 * its joint to where its parent takes it, R_b h_b + t_b = R_parent h_b + t_parent, so a vertex of
 * the skin Σ_b (R_b p_b + w_b t_b) is
 *
 * <p>v = Σ_r s_r t_r + Σ_b R_b q_b, q_b = p_b + Σ_{c child of b} s_c h_c − s_b h_b,
 *
 * <p>with s_b the sum of the weights in the subtree of b, and h of a root 0. The sums Σ q_b q_lᵀ
 * and Σ q_b s_c over the vertices follow from the moments of (p_b, s_b). They do not depend on the
 * frame.
 */
final class ArticulatedSums {
  final int bones;
  final int frames;

  /** The parent of each bone, −1 for a root. */
  final int[] parents;

  private final int[][] children;

  /** Moments of (p_b, s_b), 4 × 4 values of a pair of bones from 16 (b · bones + l). */
  private final double[] moments;

  /** Σ v (p_b, s_b)ᵀ of each frame, in the order of {@link BoneMotions}. */
  private final double[] targets;

  private final double[] squares;

  /** For each bone the bones l, itself included, with which it shares vertices in any sum. */
  final int[][] meets;

  /** Σ q_b q_lᵀ from index 9 (b · bones + l). */
  final double[] qq;

  /** Σ q_b s_c from index 3 (b · bones + c). */
  final double[] qs;

  private double[] joints;

  ArticulatedSums(BlendSums sums, BoneTree tree) {
    bones = sums.bones();
    frames = sums.frames();
    parents = tree.parents().clone();
    children = tree.children();
    moments = sums.moments().clone();
    targets = sums.targets().clone();
    squares = sums.squares();
    qq = new double[9 * bones * bones];
    qs = new double[3 * bones * bones];
    joints = new double[3 * bones];
    sumSubtrees(tree);
    meets = findMeetings();
  }

  /** Turns weights into sums over subtrees, from the leaves up. */
  private void sumSubtrees(BoneTree tree) {
    for (int n = bones - 1; n >= 0; n--) {
      int b = tree.order()[n];
      int up = parents[b];
      if (up >= 0) {
        for (int l = 0; l < bones; l++) {
          for (int i = 0; i < 4; i++) {
            moments[16 * (up * bones + l) + 12 + i] += moments[16 * (b * bones + l) + 12 + i];
          }
        }
        for (int l = 0; l < bones; l++) {
          for (int i = 0; i < 4; i++) {
            moments[16 * (l * bones + up) + 4 * i + 3] += moments[16 * (l * bones + b) + 4 * i + 3];
          }
        }
        for (int k = 0; k < frames; k++) {
          for (int r = 3; r < Affine.SIZE; r += 4) {
            targets[Affine.SIZE * (up * frames + k) + r] +=
                targets[Affine.SIZE * (b * frames + k) + r];
          }
        }
      }
    }
  }

  private int[][] findMeetings() {
    boolean[][] blocks = new boolean[bones][bones];
    for (int i = 0; i < moments.length; i++) {
      int pair = i / 16;
      blocks[pair / bones][pair % bones] |= moments[i] != 0;
    }
    boolean[][] rows = blocks.clone();
    for (int b = 0; b < bones; b++) {
      rows[b] = blocks[b].clone();
      for (int c : children[b]) {
        for (int l = 0; l < bones; l++) {
          rows[b][l] |= blocks[c][l];
        }
      }
    }
    int[][] lists = new int[bones][];
    int[] list = new int[bones];
    for (int b = 0; b < bones; b++) {
      int count = 0;
      for (int l = 0; l < bones; l++) {
        boolean together = b == l || rows[b][l] || rows[l][b];
        for (int i = 0; i < children[l].length && !together; i++) {
          together = rows[b][children[l][i]];
        }
        if (together) {
          list[count++] = l;
        }
      }
      lists[b] = Arrays.copyOf(list, count);
    }
    return lists;
  }

  /**
   * Computes the sums of q for joints.
   *
   * @param positions x, y, z of each joint; kept, those of roots are ignored
   */
  void setJoints(double[] positions) {
    joints = positions;
    double[] qp = new double[9];
    for (int b = 0; b < bones; b++) {
      for (int c : meets[b]) {
        fillWithS(b, c);
      }
    }
    for (int b = 0; b < bones; b++) {
      for (int l : meets[b]) {
        fillWithP(b, l, qp);
        int o = 9 * (b * bones + l);
        System.arraycopy(qp, 0, qq, o, 9);
        for (int c : children[l]) {
          addOuter(3 * (b * bones + c), joints, 3 * c, 1, o);
        }
        if (parents[l] >= 0) {
          addOuter(3 * (b * bones + l), joints, 3 * l, -1, o);
        }
      }
    }
  }

  private void fillWithS(int b, int c) {
    for (int i = 0; i < 3; i++) {
      double sum = moments[16 * (b * bones + c) + 4 * i + 3];
      for (int child : children[b]) {
        sum += joints[3 * child + i] * ss(child, c);
      }
      if (parents[b] >= 0) {
        sum -= joints[3 * b + i] * ss(b, c);
      }
      qs[3 * (b * bones + c) + i] = sum;
    }
  }

  /** Computes Σ q_b p_lᵀ. */
  private void fillWithP(int b, int l, double[] out) {
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        double sum = moments[16 * (b * bones + l) + 4 * i + j];
        for (int child : children[b]) {
          sum += joints[3 * child + i] * moments[16 * (child * bones + l) + 12 + j];
        }
        if (parents[b] >= 0) {
          sum -= joints[3 * b + i] * moments[16 * (b * bones + l) + 12 + j];
        }
        out[3 * i + j] = sum;
      }
    }
  }

  private void addOuter(int a, double[] h, int ho, double sign, int o) {
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        qq[o + 3 * i + j] += sign * qs[a + i] * h[ho + j];
      }
    }
  }

  /** Returns Σ s_b s_c. */
  double ss(int b, int c) {
    return moments[16 * (b * bones + c) + 15];
  }

  /** Returns a coordinate of Σ v s_b in a frame. */
  double targetOfS(int b, int frame, int axis) {
    return targets[Affine.SIZE * (b * frames + frame) + 4 * axis + 3];
  }

  /** Writes Σ v q_bᵀ in a frame, 9 values. */
  void targetOfQ(int b, int frame, double[] out, int o) {
    int d = Affine.SIZE * (b * frames + frame);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        double sum = targets[d + 4 * i + j];
        for (int c : children[b]) {
          sum += targetOfS(c, frame, i) * joints[3 * c + j];
        }
        if (parents[b] >= 0) {
          sum -= targetOfS(b, frame, i) * joints[3 * b + j];
        }
        out[o + 3 * i + j] = sum;
      }
    }
  }

  /** Returns Σ |v|² of a frame. */
  double squares(int frame) {
    return squares[frame];
  }
}
