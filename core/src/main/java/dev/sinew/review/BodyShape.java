package dev.sinew.review;

import dev.sinew.math.Affine;
import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The head and the hands of an upright body by the places of its joints at rest, for skeletons
 * whose names say nothing: at the chest, two branches of the same length end at mirrored places,
 * the arms, and one leads up between them to the top, the neck; below, two more are mirrored, the
 * legs. The head is what follows the first joint of the neck; a hand is where an arm branches into
 * fingers, or its end.
 */
final class BodyShape {
  /** How far mirrored places may be off, in heights of the skeleton. */
  private static final double OFF = 0.05;

  /** The least length of an arm or a leg, and where the legs end, in heights. */
  private static final double LIMB = 0.2;

  /** How far the lengths of two mirrored branches may differ, as a share. */
  private static final double LONGER = 0.1;

  private final Skeleton skeleton;
  private final int count;

  /** x, y, z of every joint at rest. */
  private final double[] at;

  /** The length of the longest way down from each joint, and the joint where it ends. */
  private final double[] reach;

  private final int[] tip;
  private final List<List<Integer>> children = new ArrayList<>();
  private final double bottom;
  private final double height;
  private final BitSet head = new BitSet();
  private final BitSet hands = new BitSet();

  BodyShape(Skeleton skeleton) {
    this.skeleton = skeleton;
    count = skeleton.jointCount();
    at = new double[3 * count];
    reach = new double[count];
    tip = new int[count];
    placeJoints();
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int j = 0; j < count; j++) {
      low = Math.min(low, at[3 * j + 1]);
      high = Math.max(high, at[3 * j + 1]);
    }
    bottom = low;
    height = high - low;
    findTips();
    for (int j = 0; j < count && head.isEmpty() && height > 0; j++) {
      findBody(j);
    }
  }

  /** Returns the first joints of the head; empty if the skeleton is not that of such a body. */
  BitSet head() {
    return head;
  }

  /** Returns the first joints of both hands; empty likewise. */
  BitSet hands() {
    return hands;
  }

  private void placeJoints() {
    double[] global = new double[Affine.SIZE * count];
    double[] local = new double[Affine.SIZE];
    for (int j = 0; j < count; j++) {
      children.add(new ArrayList<>());
      int parent = skeleton.parent(j);
      skeleton.copyRestLocal(j, local, 0);
      if (parent == Skeleton.NO_PARENT) {
        System.arraycopy(local, 0, global, Affine.SIZE * j, Affine.SIZE);
      } else {
        Affine.multiply(global, Affine.SIZE * parent, local, 0, global, Affine.SIZE * j);
        children.get(parent).add(j);
      }
      for (int axis = 0; axis < 3; axis++) {
        at[3 * j + axis] = global[Affine.SIZE * j + 4 * axis + 3];
      }
    }
  }

  private void findTips() {
    for (int j = count - 1; j >= 0; j--) {
      tip[j] = j;
      for (int child : children.get(j)) {
        double length = distance(j, child) + reach[child];
        if (length > reach[j]) {
          reach[j] = length;
          tip[j] = tip[child];
        }
      }
    }
  }

  private double distance(int a, int b) {
    double x = at[3 * a] - at[3 * b], y = at[3 * a + 1] - at[3 * b + 1];
    double z = at[3 * a + 2] - at[3 * b + 2];
    return Math.sqrt(x * x + y * y + z * z);
  }

  private double y(int joint) {
    return at[3 * joint + 1];
  }

  /** Takes a joint for the chest, if the branches there are those of a body. */
  private void findBody(int chest) {
    List<Integer> branches = children.get(chest);
    for (int left : branches) {
      for (int right : branches) {
        // The front limbs of a body on four legs end at the bottom too: they are no arms.
        boolean areApart = distance(tip[left], tip[right]) > LIMB * height;
        boolean areArms =
            left < right && areApart && !isLow(left) && areMirrored(chest, left, right);
        if (areArms && hasLegs(chest, left, right)) {
          for (int neck : branches) {
            if (neck != left && neck != right && leadsUp(chest, left, right, neck)) {
              head.set(children.get(neck).isEmpty() ? neck : towards(neck));
              hands.set(hand(left));
              hands.set(hand(right));
              return;
            }
          }
        }
      }
    }
  }

  /** Returns true if two branches are as long as each other and end on both sides of a joint. */
  private boolean areMirrored(int joint, int left, int right) {
    double a = distance(joint, left) + reach[left];
    double b = distance(joint, right) + reach[right];
    return Math.min(a, b) > LIMB * height
        && Math.abs(a - b) < LONGER * Math.max(a, b)
        && Math.abs(y(tip[left]) - y(tip[right])) < OFF * height
        && distance(tip[left], tip[right]) > OFF * height
        && Math.abs(side(left, right, tip[left], joint) - side(left, right, joint, tip[right]))
            < OFF * height;
  }

  /** Returns how far one joint is from another across a body, from its left to its right. */
  private double side(int left, int right, int from, int to) {
    double x = at[3 * tip[right]] - at[3 * tip[left]];
    double z = at[3 * tip[right] + 2] - at[3 * tip[left] + 2];
    double length = Math.hypot(x, z);
    return length > 0
        ? ((at[3 * to] - at[3 * from]) * x + (at[3 * to + 2] - at[3 * from + 2]) * z) / length
        : 0;
  }

  /** Returns true if a branch goes up in the middle to the top of the body. */
  private boolean leadsUp(int chest, int left, int right, int neck) {
    int top = tip[neck];
    return y(top) > y(chest) + OFF * height
        && y(top) > bottom + (1 - 2 * OFF) * height
        && Math.abs(side(left, right, chest, top)) < OFF * height;
  }

  /** Returns true if two mirrored branches below the chest end at the bottom. */
  private boolean hasLegs(int chest, int left, int right) {
    for (int j = skeleton.parent(chest); j != Skeleton.NO_PARENT; j = skeleton.parent(j)) {
      for (int a : children.get(j)) {
        for (int b : children.get(j)) {
          if (a < b && isLow(a) && areMirrored(j, a, b) && y(chest) > y(j)) {
            return Math.abs(side(left, right, chest, j)) < OFF * height;
          }
        }
      }
    }
    return false;
  }

  private boolean isLow(int branch) {
    return y(tip[branch]) < bottom + LIMB * height;
  }

  /** Returns the child of a joint that leads to its tip. */
  private int towards(int joint) {
    return children.get(joint).stream()
        .filter(child -> tip[child] == tip[joint])
        .findFirst()
        .orElse(joint);
  }

  private int hand(int arm) {
    int joint = arm;
    while (children.get(joint).size() == 1 || children.get(joint).size() == 2) {
      joint = towards(joint);
    }
    return joint;
  }
}
