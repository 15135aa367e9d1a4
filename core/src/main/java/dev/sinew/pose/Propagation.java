package dev.sinew.pose;

import dev.sinew.math.Affine;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Computes E[G_jᵀG_k] of all pairs of joints, parents first (Merry, Marais and Gain, 2006, appendix
 * A). With φ the parent, for k not above j and L_k independent of the rest
 *
 * <ul>
 *   <li>E[G_jᵀG_k] = E[G_jᵀG_φ(k)] E[L_k] (equation 19), and
 *   <li>E[G_kᵀG_k] = E[L_kᵀ S L_k] with S = E[G_φ(k)ᵀG_φ(k)], which {@link JointStatistics} knows.
 * </ul>
 *
 * A group of joints takes the place of one joint: its anchor is φ, the chain inside it L. The world
 * stands first, as a joint that never moves; so E[G_worldᵀG_k] is E[G_k], and a forest is a tree.
 */
final class Propagation {
  /** Blocks of so many joints still fit one array and ordinary memory: 2 GB. */
  static final int MAX_JOINTS = 4096;

  private static final int BLOCK = 16;

  private final Skin skin;
  private final JointStatistics[] statistics;

  /** Skeleton joints in use, those of the skin and all above, rising; place 0 is the world. */
  private final int[] joints;

  /** The place of each skeleton joint, 0 where it is not in use. */
  private final int[] placeOf;

  /** By place: the place above, that of the anchor for members of a group. */
  private final int[] above;

  private final @Nullable JointGroup[] groupOf;
  private final Map<JointGroup, JointGroup.Expectations> groupExpectations = new HashMap<>();

  /** By place: E[L], or E[H] for members of a group. */
  private final double[] step;

  private final int side;
  private final double[] blocks;

  Propagation(Skeleton skeleton, JointStatistics[] statistics, List<JointGroup> groups, Skin skin) {
    this.skin = skin;
    this.statistics = statistics;
    placeOf = new int[skeleton.jointCount()];
    joints = inUse(skeleton, skin, placeOf);
    side = joints.length;
    if (side > MAX_JOINTS + 1) {
      throw new IllegalArgumentException(
          "joints and nodes above them: expected at most " + MAX_JOINTS + ", got " + (side - 1));
    }
    above = new int[side];
    groupOf = new JointGroup[side];
    step = new double[Affine.SIZE * side];
    blocks = new double[BLOCK * side * side];
    for (int k = 1; k < side; k++) {
      above[k] = placeOf(skeleton.parent(joints[k]));
    }
    for (JointGroup group : groups) {
      for (int member : group.members) {
        int k = placeOf[member];
        if (k > 0) {
          groupOf[k] = group;
          above[k] = placeOf(group.anchor);
        }
      }
    }
  }

  /** Marks the joints of the skin and everything above them, and numbers them. */
  private static int[] inUse(Skeleton skeleton, Skin skin, int[] placeOf) {
    for (int i = 0; i < skin.jointCount(); i++) {
      int j = skin.joint(i);
      while (j != Skeleton.NO_PARENT && placeOf[j] == 0) {
        placeOf[j] = 1;
        j = skeleton.parent(j);
      }
    }
    int[] joints = new int[placeOf.length + 1];
    int count = 1;
    for (int j = 0; j < placeOf.length; j++) {
      if (placeOf[j] != 0) {
        joints[count] = j;
        placeOf[j] = count++;
      }
    }
    return Arrays.copyOf(joints, count);
  }

  private int placeOf(int joint) {
    return joint == Skeleton.NO_PARENT ? 0 : placeOf[joint];
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

  /** A joint that is independent of all before it. */
  private void addJoint(int k) {
    JointStatistics own = statistics[joints[k]];
    own.copyMean(step, Affine.SIZE * k);
    for (int j = 0; j < k; j++) {
      follow(j, k);
    }
    own.pull(blocks, at(above[k], above[k]), blocks, at(k, k));
    evenOut(at(k, k));
  }

  /** Rounding may leave a block that is symmetric by nature a little askew. */
  private void evenOut(int block) {
    for (int r = 0; r < 4; r++) {
      for (int c = 0; c < r; c++) {
        blocks[block + 4 * r + c] = blocks[block + 4 * c + r];
      }
    }
  }

  /** A joint that goes with others: what hangs on those already there depends on it too. */
  private void addMember(int k, JointGroup group) {
    JointGroup.Expectations known =
        groupExpectations.computeIfAbsent(
            group, g -> g.new Expectations(blocks, at(above[k], above[k])));
    int place = group.placeOf(joints[k]);
    System.arraycopy(known.means, Affine.SIZE * place, step, Affine.SIZE * k, Affine.SIZE);
    boolean[] depends = new boolean[k];
    for (int j = 0; j < k; j++) {
      if (groupOf[j] == group) {
        depends[j] = true;
        known.copyProduct(group.placeOf(joints[j]), place, blocks, at(j, k));
        mirror(j, k);
      } else if (j > 0 && depends[above[j]]) {
        depends[j] = true;
        follow(k, j);
      } else {
        follow(j, k);
      }
    }
    known.copyProduct(place, place, blocks, at(k, k));
  }

  /** E[G_jᵀG_k] = E[G_jᵀG_φ(k)] E[L_k], where L_k is independent of G_j; both of its places. */
  private void follow(int j, int k) {
    int from = at(j, above[k]);
    int to = at(j, k);
    int l = Affine.SIZE * k;
    for (int r = 0; r < BLOCK; r += 4) {
      double x = blocks[from + r];
      double y = blocks[from + r + 1];
      double z = blocks[from + r + 2];
      for (int c = 0; c < 4; c++) {
        blocks[to + r + c] = x * step[l + c] + y * step[l + 4 + c] + z * step[l + 8 + c];
      }
      blocks[to + r + 3] += blocks[from + r + 3];
    }
    mirror(j, k);
  }

  private void mirror(int j, int k) {
    int from = at(j, k);
    int to = at(k, j);
    for (int i = 0; i < BLOCK; i++) {
      blocks[to + 4 * (i % 4) + i / 4] = blocks[from + i];
    }
  }

  private int at(int j, int k) {
    return BLOCK * (j * side + k);
  }

  /** The blocks of the skin's joints, in its order. */
  private ExpectationMatrix select() {
    int b = skin.jointCount();
    double[] out = new double[BLOCK * b * b];
    double[] means = new double[Affine.SIZE * b];
    for (int i = 0; i < b; i++) {
      int place = placeOf[skin.joint(i)];
      System.arraycopy(blocks, at(0, place), means, Affine.SIZE * i, Affine.SIZE);
      for (int j = 0; j < b; j++) {
        int from = at(place, placeOf[skin.joint(j)]);
        System.arraycopy(blocks, from, out, BLOCK * (i * b + j), BLOCK);
      }
    }
    return new ExpectationMatrix(b, out, means);
  }
}
