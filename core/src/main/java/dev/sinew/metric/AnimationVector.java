package dev.sinew.metric;

import dev.sinew.model.AnimationCoords;
import java.util.Arrays;

/**
 * One sparse vector of animation space, to be written again and again: entries (joint, x, y, z,
 * weight) with rising joints. It grows when it must and then keeps its size, so a loop that reuses
 * one allocates nothing.
 */
public final class AnimationVector {
  private int[] joints = new int[8];
  private double[] values = new double[AnimationCoords.SIZE * 8];
  private int count;

  /** Makes it zero: no entries. */
  public AnimationVector clear() {
    count = 0;
    return this;
  }

  /**
   * Adds an entry.
   *
   * @param joint a place in the skin's joint list, greater than those already there
   */
  public AnimationVector append(int joint, double x, double y, double z, double weight) {
    int least = count == 0 ? 0 : joints[count - 1] + 1;
    if (joint < least) {
      throw new IllegalArgumentException("joint: expected " + least + " or more, got " + joint);
    }
    reserve(count + 1);
    joints[count] = joint;
    int at = AnimationCoords.SIZE * count++;
    values[at] = x;
    values[at + 1] = y;
    values[at + 2] = z;
    values[at + 3] = weight;
    return this;
  }

  /** Makes it a row of coordinates. */
  public AnimationVector set(AnimationCoords coords, int row) {
    int n = coords.count(row);
    reserve(n);
    count = n;
    for (int i = 0; i < n; i++) {
      put(i, coords, row, i);
    }
    return this;
  }

  /**
   * Makes it a copy.
   *
   * @param newJoints rising
   * @param newValues four components a joint
   */
  public AnimationVector set(int[] newJoints, double[] newValues) {
    int n = newJoints.length;
    for (int i = 1; i < n; i++) {
      if (newJoints[i] <= newJoints[i - 1]) {
        throw new IllegalArgumentException(
            "joint: expected more than " + newJoints[i - 1] + ", got " + newJoints[i]);
      }
    }
    reserve(n);
    System.arraycopy(newValues, 0, values, 0, AnimationCoords.SIZE * n);
    System.arraycopy(newJoints, 0, joints, 0, n);
    count = n;
    return this;
  }

  /** Makes it row b of one less row a of another: the way from point a to point b. */
  public AnimationVector setDifference(AnimationCoords from, int a, AnimationCoords to, int b) {
    reserve(from.count(a) + to.count(b));
    count = from.writeDifference(a, to, b, joints, values);
    return this;
  }

  private void put(int entry, AnimationCoords coords, int row, int i) {
    joints[entry] = coords.joint(row, i);
    for (int c = 0; c < AnimationCoords.SIZE; c++) {
      values[AnimationCoords.SIZE * entry + c] = coords.value(row, i, c);
    }
  }

  private void reserve(int entries) {
    if (entries > joints.length) {
      int capacity = Math.max(entries, 2 * joints.length);
      joints = Arrays.copyOf(joints, capacity);
      values = Arrays.copyOf(values, Math.multiplyExact(AnimationCoords.SIZE, capacity));
    }
  }

  /** How many entries it has. */
  public int count() {
    return count;
  }

  /** The joint of an entry. */
  public int joint(int i) {
    return joints[i];
  }

  /** A component, 0 to 3, of an entry. */
  public double value(int i, int component) {
    return values[AnimationCoords.SIZE * i + component];
  }

  /** The joints themselves, {@link #count} of them valid; not to be written to. */
  int[] joints() {
    return joints;
  }

  /** The components themselves, four an entry; not to be written to. */
  double[] values() {
    return values;
  }

  /** Throws if there is a joint that a skin of so many has not; joints rise, so the last tells. */
  void checkJoints(int jointCount) {
    if (count > 0 && joints[count - 1] >= jointCount) {
      throw new IllegalArgumentException(
          "joint: expected less than " + jointCount + ", got " + joints[count - 1]);
    }
  }

  /** The sum of the fourth components: 0 for a difference of points. */
  public double weight() {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += values[AnimationCoords.SIZE * i + 3];
    }
    return sum;
  }
}
