package dev.sinew.pose;

import dev.sinew.math.Affine;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import java.util.Arrays;
import java.util.TreeSet;

/**
 * A group of joints that move together, as samples show, and independently of all other joints: the
 * hybrid models of Merry, Marais and Gain (2006, section 5.1). All joints between the members and
 * one common ancestor, the anchor, belong to the group, so that G_a = G_anchor H_a with H the
 * product of the local transforms inside the group. The samples give E[H_aᵀ S H_b], with S = E[GᵀG]
 * of the anchor.
 *
 * @param members joints of the skeleton in ascending order
 * @param anchor the common ancestor of the members, or {@link Skeleton#NO_PARENT} for the world
 */
record JointGroup(int[] members, int anchor, PoseSamples samples) {
  static JointGroup of(PoseSamples samples, int[] joints) {
    if (joints.length == 0) {
      throw new IllegalArgumentException("group: expected at least 1 joint, got 0");
    }
    Skeleton skeleton = samples.skeleton();
    for (int joint : joints) {
      if (joint < 0 || joint >= skeleton.jointCount()) {
        throw new IllegalArgumentException(
            "group: expected joints below " + skeleton.jointCount() + ", got " + joint);
      }
    }
    int top = joints[0];
    for (int joint : joints) {
      while (top != Skeleton.NO_PARENT && !skeleton.isUnder(joint, top)) {
        top = skeleton.parent(top);
      }
    }
    int shared = top;
    boolean included = Arrays.stream(joints).anyMatch(joint -> joint == shared);
    int anchor = included ? skeleton.parent(top) : top;
    TreeSet<Integer> members = new TreeSet<>();
    for (int joint : joints) {
      int j = joint;
      while (j != anchor && members.add(j)) {
        j = skeleton.parent(j);
      }
    }
    return new JointGroup(members.stream().mapToInt(Integer::intValue).toArray(), anchor, samples);
  }

  /** Returns the index of a joint among the members; negative if it is not a member. */
  int indexOf(int joint) {
    return Arrays.binarySearch(members, joint);
  }

  /** Means over the samples: E[H] of every member and E[H_aᵀ S H_b] of every pair. */
  final class Expectations {
    final double[] means = new double[Affine.SIZE * members.length];

    private final double[] products;

    private final double[] chain = new double[Affine.SIZE * members.length];

    /**
     * @param s E[GᵀG] of the anchor, 16 values from an offset
     */
    Expectations(double[] s, int so) {
      double[] root = factor(s, so);
      GramSum gram = new GramSum(4 * members.length);
      samples.forEachWeighted(
          (pose, weight) -> {
            computeChains(pose);
            for (int i = 0; i < means.length; i++) {
              means[i] += weight * chain[i];
            }
            addRows(root, Math.sqrt(weight), gram);
          });
      for (int i = 0; i < means.length; i++) {
        means[i] /= samples.count();
      }
      products = gram.mean(samples.count());
    }

    /** Copies E[H_aᵀ S H_b] of two members by their indices, 16 values. */
    void copyProduct(int a, int b, double[] out, int offset) {
      int side = 4 * members.length;
      for (int r = 0; r < 4; r++) {
        System.arraycopy(products, (4 * a + r) * side + 4 * b, out, offset + 4 * r, 4);
      }
    }

    /** Computes H of every member in a pose. */
    private void computeChains(Pose pose) {
      Skeleton skeleton = samples.skeleton();
      for (int i = 0; i < members.length; i++) {
        pose.copyLocal(members[i], chain, Affine.SIZE * i);
        int parent = skeleton.parent(members[i]);
        if (parent != anchor) {
          Affine.multiply(
              chain, Affine.SIZE * indexOf(parent), chain, Affine.SIZE * i, chain, Affine.SIZE * i);
        }
      }
    }

    /** Adds four rows of C H times a scale, side by side for all members, where CᵀC = S. */
    private void addRows(double[] root, double scale, GramSum gram) {
      double[] rows = gram.rows();
      for (int r = 0; r < 4; r++) {
        int at = gram.next();
        for (int i = 0; i < members.length; i++) {
          int h = Affine.SIZE * i;
          for (int c = 0; c < 4; c++) {
            rows[at + 4 * i + c] =
                scale
                    * (root[4 * r] * chain[h + c]
                        + root[4 * r + 1] * chain[h + 4 + c]
                        + root[4 * r + 2] * chain[h + 8 + c]
                        + (c == 3 ? root[4 * r + 3] : 0));
          }
        }
        gram.endRow();
      }
    }
  }

  /**
   * Returns the upper triangular Cholesky factor C, CᵀC = S; a pivot near zero gives a zero row.
   */
  private static double[] factor(double[] s, int so) {
    double[] c = new double[16];
    double largest = Math.max(Math.max(s[so], s[so + 5]), Math.max(s[so + 10], s[so + 15]));
    for (int r = 0; r < 4; r++) {
      for (int q = r; q < 4; q++) {
        double rest = s[so + 4 * r + q];
        for (int k = 0; k < r; k++) {
          rest -= c[4 * k + r] * c[4 * k + q];
        }
        if (q == r) {
          c[5 * r] = rest > 1e-14 * largest ? Math.sqrt(rest) : 0;
        } else {
          c[4 * r + q] = c[5 * r] == 0 ? 0 : rest / c[5 * r];
        }
      }
    }
    return c;
  }
}
