package dev.sinew.extract;

/**
 * A skeleton without rotations at rest.
 *
 * @param parents the parent of each joint, −1 for the root; parents come first
 * @param rest x, y, z of each joint at rest
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
public record JointTree(int[] parents, double[] rest) {
  /** Checks sizes and order. */
  public JointTree {
    if (rest.length != 3 * parents.length) {
      throw new IllegalArgumentException(
          "rest: expected " + 3 * parents.length + " numbers, got " + rest.length);
    }
    for (int j = 0; j < parents.length; j++) {
      if (parents[j] < -1 || parents[j] >= j) {
        throw new IllegalArgumentException(
            "parent of joint " + j + ": expected -1 to " + (j - 1) + ", got " + parents[j]);
      }
    }
  }

  /** Returns the number of joints. */
  public int count() {
    return parents.length;
  }
}
