package dev.sinew.rig;

import dev.sinew.linalg.BlockCholesky;
import dev.sinew.math.Affine;
import java.util.Arrays;

/**
 * The Gauss–Newton system of one pose in the unknowns ω, τ of all bones. That each joint stays
 * where its parent takes it, τ_b = τ_p + ω_p × R_p (h_b − h_p), is a stiff spring here: then bones
 * meet only where they share skin or a joint, and the system is as sparse as the skeleton. With
 * rotations alone every bone would meet all that are above it. A pose takes only rotations and
 * roots from a solution, so joints hold exactly.
 */
final class PoseSystem {
  /**
   * The springs, relative to the skin beyond a joint: a joint gives way by a millionth, while ten
   * digits are left for the skin.
   */
  private static final double STIFFNESS = 1e6;

  private static final double MIN_PIVOT = 1e-12;
  private static final int SIZE = ArticulatedPose.UNKNOWNS;

  private final ArticulatedSums sums;
  private final Layout layout;
  private final ArticulatedPose pose;
  private final double[] factor;

  /** R_b Σ u_b w_l of each pair. */
  private final double[] levers;

  /** What all frames share: the places of blocks, and the skin beyond each joint. */
  static final class Layout {
    private final BlockCholesky cholesky;

    /** The block of each pair whose rows are stored with its first bone, otherwise −1. */
    private final int[] pairs;

    /** The block of each bone and its parent. */
    private final int[] links;

    /** Σ w² in the subtree of each bone. */
    private final double[] beyond;

    Layout(ArticulatedSums sums) {
      int[][] neighbours = new int[sums.bones][];
      for (int b = 0; b < sums.bones; b++) {
        neighbours[b] = findNeighbours(sums, b);
      }
      cholesky = new BlockCholesky(neighbours, SIZE);
      pairs = new int[sums.partner.length];
      links = new int[sums.bones];
      beyond = new double[sums.bones];
      for (int b = 0; b < sums.bones; b++) {
        for (int e = sums.start[b]; e < sums.start[b + 1]; e++) {
          int l = sums.partner[e];
          pairs[e] = cholesky.hasRowsOf(b, l) ? cholesky.at(b, l) : -1;
        }
        links[b] = sums.parents[b] < 0 ? -1 : cholesky.at(b, sums.parents[b]);
        beyond[b] = sums.mass(b);
      }
      for (int n = sums.bones - 1; n >= 0; n--) {
        int b = sums.order[n];
        if (sums.parents[b] >= 0) {
          beyond[sums.parents[b]] += beyond[b];
        }
      }
    }

    /**
     * Lists the parent of a bone and all with which it shares skin. Without pairs that share little
     * there is less to factor, but the same number of steps ends elsewhere: without those below a
     * tenth, the wolf's joints are off by 0.0225 box sides on average, with all by 0.0161.
     */
    private static int[] findNeighbours(ArticulatedSums sums, int b) {
      int from = sums.start[b];
      int count = sums.start[b + 1] - from;
      int[] list = Arrays.copyOfRange(sums.partner, from, from + count + 1);
      list[count] = sums.parents[b] < 0 ? b : sums.parents[b];
      return list;
    }

    int unknownCount() {
      return cholesky.unknownCount();
    }
  }

  PoseSystem(ArticulatedPose pose, Layout layout) {
    sums = pose.sums;
    this.pose = pose;
    this.layout = layout;
    factor = new double[layout.cholesky.entryCount()];
    levers = new double[3 * sums.partner.length];
  }

  /** Factors the matrix of the current pose. Damping is relative to the skin that a bone turns. */
  void factor(double damping) {
    Arrays.fill(factor, 0);
    double largest = 0;
    double[] block = new double[9];
    for (int b = 0; b < sums.bones; b++) {
      for (int e = sums.start[b]; e < sums.start[b + 1]; e++) {
        fillLever(b, e);
      }
    }
    for (int b = 0; b < sums.bones; b++) {
      for (int e = sums.start[b]; e < sums.start[b + 1]; e++) {
        if (layout.pairs[e] >= 0) {
          fillPair(b, e, block);
        }
      }
      int own = layout.cholesky.at(b, b);
      for (int i = 0; i < SIZE; i++) {
        largest = Math.max(largest, factor[own + (SIZE + 1) * i]);
      }
    }
    damp(damping);
    for (int b = 0; b < sums.bones; b++) {
      if (sums.parents[b] >= 0) {
        addSpring(b);
      }
    }
    double floor = MIN_PIVOT * largest + Double.MIN_NORMAL;
    for (int b = 0; b < sums.bones; b++) {
      int own = layout.cholesky.at(b, b);
      for (int i = 0; i < SIZE; i++) {
        factor[own + (SIZE + 1) * i] += floor;
      }
    }
    layout.cholesky.factor(factor, floor);
  }

  private void fillLever(int b, int e) {
    int m = ArticulatedSums.PAIR * e;
    for (int r = 0; r < 3; r++) {
      int o = Affine.SIZE * b + 4 * r;
      levers[3 * e + r] =
          pose.placed[o] * sums.moments[m + 3]
              + pose.placed[o + 1] * sums.moments[m + 7]
              + pose.placed[o + 2] * sums.moments[m + 11];
    }
  }

  /** Fills the block with the rows of b and the columns of its partner. */
  private void fillPair(int b, int e, double[] turned) {
    int at = layout.pairs[e];
    turnedMoments(b, e, turned);
    double trace = turned[0] + turned[4] + turned[8];
    double s = sums.moments[ArticulatedSums.PAIR * e + 15];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        factor[at + SIZE * i + j] = (i == j ? trace : 0) - turned[3 * j + i];
      }
      factor[at + (SIZE + 1) * (3 + i)] = s;
    }
    addCross(at + 3, levers, 3 * e, 1);
    addCross(at + 3 * SIZE, levers, 3 * sums.mirror[e], -1);
  }

  /** Adds the matrix of the cross product with a vector. */
  private void addCross(int at, double[] v, int o, double scale) {
    factor[at + 1] -= scale * v[o + 2];
    factor[at + 2] += scale * v[o + 1];
    factor[at + SIZE] += scale * v[o + 2];
    factor[at + SIZE + 2] -= scale * v[o];
    factor[at + 2 * SIZE] -= scale * v[o + 1];
    factor[at + 2 * SIZE + 1] += scale * v[o];
  }

  /** Computes R_b Σ u_b u_lᵀ R_lᵀ. */
  private void turnedMoments(int b, int e, double[] out) {
    int m = ArticulatedSums.PAIR * e;
    double[] at = pose.placed;
    for (int i = 0; i < 3; i++) {
      int r = Affine.SIZE * b + 4 * i;
      double x = 0;
      double y = 0;
      double z = 0;
      for (int k = 0; k < 3; k++) {
        x += at[r + k] * sums.moments[m + 4 * k];
        y += at[r + k] * sums.moments[m + 4 * k + 1];
        z += at[r + k] * sums.moments[m + 4 * k + 2];
      }
      for (int j = 0; j < 3; j++) {
        int s = Affine.SIZE * sums.partner[e] + 4 * j;
        out[3 * i + j] = x * at[s] + y * at[s + 1] + z * at[s + 2];
      }
    }
  }

  private void damp(double damping) {
    double[] turned = new double[sums.bones];
    double[] offset = new double[3];
    for (int b = 0; b < sums.bones; b++) {
      if (sums.parents[b] >= 0) {
        pose.offset(b, offset);
        turned[sums.parents[b]] += layout.beyond[b] * square(offset);
      }
    }
    for (int b = 0; b < sums.bones; b++) {
      int own = layout.cholesky.at(b, b);
      for (int i = 0; i < 3; i++) {
        int d = own + (SIZE + 1) * i;
        factor[d] += damping * (factor[d] + turned[b]);
        if (sums.parents[b] < 0) {
          factor[d + 3 * (SIZE + 1)] += damping * layout.beyond[b];
        }
      }
    }
  }

  private static double square(double[] v) {
    return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  }

  /** Adds μ |τ_b − τ_p − ω_p × r|² of a bone and its parent. */
  private void addSpring(int b) {
    int up = sums.parents[b];
    double[] r = new double[3];
    pose.offset(b, r);
    double spring = STIFFNESS * Math.max(layout.beyond[b], Double.MIN_NORMAL);
    int own = layout.cholesky.at(b, b);
    int above = layout.cholesky.at(up, up);
    double square = square(r);
    for (int i = 0; i < 3; i++) {
      factor[own + (SIZE + 1) * (3 + i)] += spring;
      factor[above + (SIZE + 1) * (3 + i)] += spring;
      for (int j = 0; j < 3; j++) {
        factor[above + SIZE * i + j] += spring * ((i == j ? square : 0) - r[i] * r[j]);
      }
    }
    addCross(above + 3, r, 0, spring);
    addCross(above + 3 * SIZE, r, 0, -spring);
    int link = layout.links[b];
    boolean rowsOfChild = layout.cholesky.hasRowsOf(b, up);
    for (int i = 0; i < 3; i++) {
      factor[link + (SIZE + 1) * (3 + i)] -= spring;
    }
    // Rows τ of the child and columns ω of the parent, or the transpose.
    addCross(rowsOfChild ? link + 3 * SIZE : link + 3, r, 0, rowsOfChild ? spring : -spring);
  }

  /** Solves with the factor in place. */
  void solve(double[] x) {
    layout.cholesky.solve(factor, x);
  }

  /**
   * Computes the forces of displacements.
   *
   * @param tau x, y, z of the displacement of each bone's skin
   * @param out ω and τ of each bone
   */
  void multiply(double[] tau, double[] out) {
    Arrays.fill(out, 0);
    for (int b = 0; b < sums.bones; b++) {
      int o = SIZE * b;
      for (int e = sums.start[b]; e < sums.start[b + 1]; e++) {
        int l = 3 * sums.partner[e];
        double s = sums.moments[ArticulatedSums.PAIR * e + 15];
        double x = levers[3 * e];
        double y = levers[3 * e + 1];
        double z = levers[3 * e + 2];
        out[o] += y * tau[l + 2] - z * tau[l + 1];
        out[o + 1] += z * tau[l] - x * tau[l + 2];
        out[o + 2] += x * tau[l + 1] - y * tau[l];
        out[o + 3] += s * tau[l];
        out[o + 4] += s * tau[l + 1];
        out[o + 5] += s * tau[l + 2];
      }
    }
  }

  /** Subtracts the forces on displacements that a step of all unknowns causes. */
  void subtractForces(double[] step, double[] tau) {
    for (int b = 0; b < sums.bones; b++) {
      int o = 3 * b;
      for (int e = sums.start[b]; e < sums.start[b + 1]; e++) {
        int l = SIZE * sums.partner[e];
        int m = 3 * sums.mirror[e];
        double s = sums.moments[ArticulatedSums.PAIR * e + 15];
        double x = levers[m];
        double y = levers[m + 1];
        double z = levers[m + 2];
        tau[o] -= s * step[l + 3] + step[l + 1] * z - step[l + 2] * y;
        tau[o + 1] -= s * step[l + 4] + step[l + 2] * x - step[l] * z;
        tau[o + 2] -= s * step[l + 5] + step[l] * y - step[l + 1] * x;
      }
    }
  }
}
