package dev.sinew.simplify.polish;

import dev.sinew.run.RunContext;

/** Points of a level in one pose, each with the place it should be at. */
abstract class FitPairs {
  final int pose;

  /** The triangle of the level of each pair. */
  final int[] triangle;

  /** Its barycentric coordinates on the level, 3 per pair. */
  final float[] weights;

  /** From the point on the level to its place, 3 per pair. */
  final float[] gap;

  /** The unit direction in which the distance counts, 3 per pair; 0 for all directions. */
  final float[] normal;

  /** The share of the weight of the whole surface; 0 for a pair that does not count. */
  final float[] share;

  FitPairs(int pose, int count) {
    this.pose = pose;
    triangle = new int[count];
    weights = new float[3 * count];
    gap = new float[3 * count];
    normal = new float[3 * count];
    share = new float[count];
  }

  /**
   * Finds new pairs.
   *
   * @param level the posed points of the level
   * @param round a number that differs from call to call and from pose to pose
   * @return the mean squared distance, by shares
   */
  abstract double find(float[] level, int round, RunContext context);
}
