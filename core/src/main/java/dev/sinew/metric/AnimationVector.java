package dev.sinew.metric;

import dev.sinew.model.AnimationCoords;
import java.util.Arrays;

/**
 * A mutable sparse vector of animation space: entries (joint, x, y, z, weight) in ascending order
 * of joints. Its capacity grows as needed and never shrinks, so a loop that reuses a vector
 * allocates nothing.
 */
public final class AnimationVector {
  private int[] joints = new int[8];
  private double[] values = new double[AnimationCoords.SIZE * 8];
  private int count;

  /** Removes all entries: the vector becomes zero. */
  public AnimationVector clear() {
    count = 0;
    return this;
  }

  /**
   * Adds an entry.
   *
   * @param joint an index in the skin's joint list, greater than those of all previous entries
   */
  public AnimationVector append(int joint, double x, double y, double z, double weight) {
    int min = count == 0 ? 0 : joints[count - 1] + 1;
    if (joint < min) {
      throw new IllegalArgumentException("joint: expected " + min + " or more, got " + joint);
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

  /** Copies a row of coordinates. */
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
   * Copies joints and values.
   *
   * @param newJoints in ascending order
   * @param newValues 4 components per joint
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

  /** Sets it to the difference of two points: row b of {@code to} minus row a of {@code from}. */
  public AnimationVector setDifference(AnimationCoords from, int a, AnimationCoords to, int b) {
    reserve(from.count(a) + to.count(b));
    count = from.writeDifference(a, to, b, joints, values);
    return this;
  }

  /**
   * Adds a multiple of a vector on the same joints.
   *
   * @param other may be this vector
   */
  public AnimationVector addScaled(double scale, AnimationVector other) {
    if (!Arrays.equals(joints, 0, count, other.joints, 0, other.count)) {
      throw new IllegalArgumentException("joints: expected the same in both vectors");
    }
    for (int i = 0; i < AnimationCoords.SIZE * count; i++) {
      values[i] += scale * other.values[i];
    }
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

  /** Returns the number of entries. */
  public int count() {
    return count;
  }

  /** Returns the joint of an entry. */
  public int joint(int i) {
    return joints[i];
  }

  /** Returns a component, 0 to 3, of an entry. */
  public double value(int i, int component) {
    return values[AnimationCoords.SIZE * i + component];
  }

  /** Returns the internal array of joints, {@link #count} of them valid; must not be modified. */
  int[] joints() {
    return joints;
  }

  /** Returns the internal array of components, 4 per entry; must not be modified. */
  double[] values() {
    return values;
  }

  /** Throws if a joint is not below a number of joints; the last one is the largest. */
  void checkJoints(int jointCount) {
    if (count > 0 && joints[count - 1] >= jointCount) {
      throw new IllegalArgumentException(
          "joint: expected less than " + jointCount + ", got " + joints[count - 1]);
    }
  }

  /** Returns the sum of the weights: 0 for a difference of points. */
  public double weight() {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += values[AnimationCoords.SIZE * i + 3];
    }
    return sum;
  }
}
