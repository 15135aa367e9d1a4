package dev.sinew.simplify.price;

/**
 * What morph targets add to points before they are skinned: per pose x, y, z a point, or an empty
 * array where nothing is added.
 */
final class PoseOffsets {
  private PoseOffsets() {}

  /** Whether two points are given the same in every pose. */
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
   * Makes what {@code into} is given a mixture.
   *
   * @return whether anything is given
   */
  static boolean mix(double[][] offsets, int from, int into, double share) {
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
