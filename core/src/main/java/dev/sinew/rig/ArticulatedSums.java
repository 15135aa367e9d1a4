package dev.sinew.rig;

import dev.sinew.math.Affine;
import java.util.Arrays;

/**
 * {@link BlendSums} relative to the joints of a skeleton. A bone's skin p_b = (x, w) is written as
 * u_b = x − w h_b about its joint h_b at rest, so that a vertex is Σ_b R_b u_b + w_b y_b, with y_b
 * the joint in a pose. Only pairs of bones that share vertices are stored. The sums do not depend
 * on the frame, except for those with its vertices.
 */
final class ArticulatedSums {
  /** Values of a pair: Σ (u_b, w_b) (u_l, w_l)ᵀ. */
  static final int PAIR = 16;

  final int bones;
  final int frames;

  /** The parent of each bone, −1 for a root. */
  final int[] parents;

  /** All bones, every parent before its children. */
  final int[] order;

  /** The pairs of bone b are start[b] to start[b + 1]. */
  final int[] start;

  /** The other bone of each pair, which may be the bone itself. */
  final int[] partner;

  /** The pair (l, b) of each pair (b, l). */
  final int[] mirror;

  /** The sums of each pair for the current joints. */
  final double[] moments;

  private final double[] raw;
  private final double[] targets;
  private final double[] squares;

  /** x, y, z of each joint at rest. */
  double[] joints;

  ArticulatedSums(BlendSums sums, BoneTree tree) {
    bones = sums.bones();
    frames = sums.frames();
    parents = tree.parents();
    order = tree.order();
    start = new int[bones + 1];
    partner = findPartners(sums.moments());
    mirror = new int[partner.length];
    raw = new double[PAIR * partner.length];
    for (int b = 0; b < bones; b++) {
      for (int e = start[b]; e < start[b + 1]; e++) {
        int l = partner[e];
        mirror[e] = Arrays.binarySearch(partner, start[l], start[l + 1], b);
        System.arraycopy(sums.moments(), PAIR * (b * bones + l), raw, PAIR * e, PAIR);
      }
    }
    moments = raw.clone();
    targets = sums.targets();
    squares = sums.squares();
    joints = new double[3 * bones];
  }

  private int[] findPartners(double[] all) {
    int[] list = new int[bones * bones];
    int count = 0;
    for (int b = 0; b < bones; b++) {
      for (int l = 0; l < bones; l++) {
        if (b == l || isNonzero(all, b * bones + l) || isNonzero(all, l * bones + b)) {
          list[count++] = l;
        }
      }
      start[b + 1] = count;
    }
    return Arrays.copyOf(list, count);
  }

  private static boolean isNonzero(double[] all, int pair) {
    for (int i = PAIR * pair; i < PAIR * (pair + 1); i++) {
      if (all[i] != 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * Computes the sums about joints.
   *
   * @param positions x, y, z of each joint; kept
   */
  void setJoints(double[] positions) {
    joints = positions;
    for (int b = 0; b < bones; b++) {
      for (int e = start[b]; e < start[b + 1]; e++) {
        centre(PAIR * e, 3 * b, 3 * partner[e]);
      }
    }
  }

  private void centre(int o, int h, int g) {
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 4; j++) {
        moments[o + 4 * i + j] = raw[o + 4 * i + j] - joints[h + i] * raw[o + 12 + j];
      }
    }
    System.arraycopy(raw, o + 12, moments, o + 12, 4);
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 3; j++) {
        moments[o + 4 * i + j] -= moments[o + 4 * i + 3] * joints[g + j];
      }
    }
  }

  /** Returns the index of the pair of a bone with itself. */
  int own(int bone) {
    return Arrays.binarySearch(partner, start[bone], start[bone + 1], bone);
  }

  /** Returns Σ w_b². */
  double mass(int bone) {
    return moments[PAIR * own(bone) + 15];
  }

  /** Writes Σ v (u_b, w_b)ᵀ of all bones in a frame, 12 values each. */
  void targets(int frame, double[] out) {
    for (int b = 0; b < bones; b++) {
      int d = Affine.SIZE * (b * frames + frame);
      for (int r = 0; r < Affine.SIZE; r += 4) {
        double w = targets[d + r + 3];
        for (int i = 0; i < 3; i++) {
          out[Affine.SIZE * b + r + i] = targets[d + r + i] - w * joints[3 * b + i];
        }
        out[Affine.SIZE * b + r + 3] = w;
      }
    }
  }

  /** Returns Σ |v|² of a frame. */
  double squares(int frame) {
    return squares[frame];
  }
}
