package dev.sinew.pose;

import dev.sinew.math.Affine;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.run.RequestException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Computes E[G_jᵀG_k] of all pairs of joints, parents first (Merry, Marais and Gain, 2006, appendix
 * A). With φ the parent, k not an ancestor of j, and L_k independent of the other joints
 *
 * <ul>
 *   <li>E[G_jᵀG_k] = E[G_jᵀG_φ(k)] E[L_k] (equation 19), and
 *   <li>E[G_kᵀG_k] = E[L_kᵀ S L_k] with S = E[G_φ(k)ᵀG_φ(k)], which {@link JointStatistics}
 *       computes.
 * </ul>
 *
 * For a member of a {@link JointGroup}, the anchor replaces φ and H replaces L. Index 0 is the
 * world, a fixed root above all roots; so E[G_worldᵀG_k] = E[G_k].
 */
final class Propagation {
  /** Limits the memory of the blocks to 2 GB. */
  static final int MAX_JOINTS = 4096;

  private static final int BLOCK = 16;

  private final Skin skin;
  private final JointStatistics[] statistics;

  /**
   * Skeleton joints in use: those of the skin and all ancestors, ascending; index 0 is the world.
   */
  private final int[] joints;

  /** Index in {@link #joints} per skeleton joint; 0 if not in use. */
  private final int[] indexOf;

  /** Per index: the index of the parent, or of the anchor for members of a group. */
  private final int[] parents;

  private final @Nullable JointGroup[] groupOf;
  private final Map<JointGroup, JointGroup.Expectations> groupExpectations = new HashMap<>();

  /** Per index: E[L], or E[H] for members of a group. */
  private final double[] localMeans;

  private final int side;
  private final double[] blocks;

  Propagation(Skeleton skeleton, JointStatistics[] statistics, List<JointGroup> groups, Skin skin) {
    this.skin = skin;
    this.statistics = statistics;
    indexOf = new int[skeleton.jointCount()];
    joints = inUse(skeleton, skin, indexOf);
    side = joints.length;
    if (side > MAX_JOINTS + 1) {
      throw new RequestException(
          "joints and their ancestors: expected at most " + MAX_JOINTS + ", got " + (side - 1));
    }
    parents = new int[side];
    groupOf = new JointGroup[side];
    localMeans = new double[Affine.SIZE * side];
    blocks = new double[BLOCK * side * side];
    for (int k = 1; k < side; k++) {
      parents[k] = indexOf(skeleton.parent(joints[k]));
    }
    for (JointGroup group : groups) {
      for (int member : group.members()) {
        int k = indexOf[member];
        if (k > 0) {
          groupOf[k] = group;
          parents[k] = indexOf(group.anchor());
        }
      }
    }
  }

  /** Returns the joints of the skin and all ancestors, and fills in their indices. */
  private static int[] inUse(Skeleton skeleton, Skin skin, int[] indexOf) {
    for (int i = 0; i < skin.jointCount(); i++) {
      int j = skin.joint(i);
      while (j != Skeleton.NO_PARENT && indexOf[j] == 0) {
        indexOf[j] = 1;
        j = skeleton.parent(j);
      }
    }
    int[] joints = new int[indexOf.length + 1];
    int count = 1;
    for (int j = 0; j < indexOf.length; j++) {
      if (indexOf[j] != 0) {
        joints[count] = j;
        indexOf[j] = count++;
      }
    }
    return Arrays.copyOf(joints, count);
  }

  private int indexOf(int joint) {
    return joint == Skeleton.NO_PARENT ? 0 : indexOf[joint];
  }

  ExpectationMatrix expectation() {
    // The world: [I | 0].
    blocks[0] = blocks[5] = blocks[10] = 1;
    for (int k = 1; k < side; k++) {
      JointGroup group = groupOf[k];
      if (group == null) {
        addJoint(k);
      } else {
        addMember(k, group);
      }
    }
    return select();
  }

  /** Adds a joint that is independent of all previous joints. */
  private void addJoint(int k) {
    JointStatistics own = statistics[joints[k]];
    own.copyMean(localMeans, Affine.SIZE * k);
    for (int j = 0; j < k; j++) {
      propagate(j, k);
    }
    own.pull(blocks, at(parents[k], parents[k]), blocks, at(k, k));
    symmetrise(at(k, k));
  }

  /** Makes a block exactly symmetric despite rounding. */
  private void symmetrise(int block) {
    for (int r = 0; r < 4; r++) {
      for (int c = 0; c < r; c++) {
        blocks[block + 4 * r + c] = blocks[block + 4 * c + r];
      }
    }
  }

  /** Adds a member of a group: descendants of previous members depend on it too. */
  private void addMember(int k, JointGroup group) {
    JointGroup.Expectations known =
        groupExpectations.computeIfAbsent(
            group, g -> g.new Expectations(blocks, at(parents[k], parents[k])));
    int index = group.indexOf(joints[k]);
    System.arraycopy(known.means, Affine.SIZE * index, localMeans, Affine.SIZE * k, Affine.SIZE);
    boolean[] depends = new boolean[k];
    for (int j = 0; j < k; j++) {
      if (group.equals(groupOf[j])) {
        depends[j] = true;
        known.copyProduct(group.indexOf(joints[j]), index, blocks, at(j, k));
        transpose(j, k);
      } else if (j > 0 && depends[parents[j]]) {
        depends[j] = true;
        propagate(k, j);
      } else {
        propagate(j, k);
      }
    }
    known.copyProduct(index, index, blocks, at(k, k));
  }

  /**
   * Computes E[G_jᵀG_k] = E[G_jᵀG_φ(k)] E[L_k] and its transpose; L_k must be independent of G_j.
   */
  private void propagate(int j, int k) {
    int from = at(j, parents[k]);
    int to = at(j, k);
    int l = Affine.SIZE * k;
    for (int r = 0; r < BLOCK; r += 4) {
      double x = blocks[from + r];
      double y = blocks[from + r + 1];
      double z = blocks[from + r + 2];
      for (int c = 0; c < 4; c++) {
        blocks[to + r + c] =
            x * localMeans[l + c] + y * localMeans[l + 4 + c] + z * localMeans[l + 8 + c];
      }
      blocks[to + r + 3] += blocks[from + r + 3];
    }
    transpose(j, k);
  }

  private void transpose(int j, int k) {
    int from = at(j, k);
    int to = at(k, j);
    for (int i = 0; i < BLOCK; i++) {
      blocks[to + 4 * (i % 4) + i / 4] = blocks[from + i];
    }
  }

  private int at(int j, int k) {
    return BLOCK * (j * side + k);
  }

  /** Returns the blocks of the skin's joints, in the skin's order. */
  private ExpectationMatrix select() {
    int b = skin.jointCount();
    double[] out = new double[BLOCK * b * b];
    double[] means = new double[Affine.SIZE * b];
    for (int i = 0; i < b; i++) {
      int index = indexOf[skin.joint(i)];
      System.arraycopy(blocks, at(0, index), means, Affine.SIZE * i, Affine.SIZE);
      for (int j = 0; j < b; j++) {
        int from = at(index, indexOf[skin.joint(j)]);
        System.arraycopy(blocks, from, out, BLOCK * (i * b + j), BLOCK);
      }
    }
    return new ExpectationMatrix(b, out, means);
  }
}
