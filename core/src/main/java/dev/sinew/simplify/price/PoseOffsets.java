package dev.sinew.simplify.price;

/**
 * Offsets that morph targets add to points before skinning: per pose, x, y, z per point, or an
 * empty array if there are none.
 */
final class PoseOffsets {
  private PoseOffsets() {}

  /** Returns true if two points have the same offsets in every pose. */
  static boolean areSame(double[][] offsets, int a, int b) {
    for (double[] offset : offsets) {
      for (int i = 0; i < 3 && offset.length > 0; i++) {
        if (offset[3 * a + i] != offset[3 * b + i]) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Sets the offsets of {@code into} to (1 - share) · into + share · from.
   *
   * @return true if there are offsets
   */
  static boolean blend(double[][] offsets, int from, int into, double share) {
    boolean any = false;
    for (double[] offset : offsets) {
      for (int i = 0; i < 3 && offset.length > 0; i++) {
        offset[3 * into + i] += share * (offset[3 * from + i] - offset[3 * into + i]);
        any = true;
      }
    }
    return any;
  }
}
