package dev.sinew.extract;

import dev.sinew.model.human.BoneNames;
import dev.sinew.run.NumberRange;
import java.util.Optional;

/**
 * Options for the extraction of a skeleton.
 *
 * @param minLimb the least length of a limb, relative to the longest distance along the surface
 * @param jointGain the least part of a limb's deviation from rigid motions that one more joint must
 *     remove; smaller values give more joints
 * @param levels the number of levels at which limbs are sampled
 * @param source a point near the tip that the field starts from; empty to choose one
 * @param maxInfluences the maximum number of joints per vertex
 * @param names how the joints of a human body are named
 */
public record SkeletonOptions(
    double minLimb,
    double jointGain,
    int levels,
    Optional<Point> source,
    int maxInfluences,
    BoneNames names) {

  /** The maximum number of levels. */
  public static final int MAX_LEVELS = 10_000;

  /**
   * Limbs of a tenth of the longest distance, 200 levels, four joints per vertex, names as in VRM.
   */
  public static final SkeletonOptions DEFAULTS =
      new SkeletonOptions(0.1, 0.22, 200, Optional.empty(), 4, BoneNames.VRM);

  /**
   * A point in the space of the reference.
   *
   * @param x coordinate
   * @param y coordinate
   * @param z coordinate
   */
  public record Point(double x, double y, double z) {
    /** Checks that all coordinates are finite. */
    public Point {
      if (!Double.isFinite(x) || !Double.isFinite(y) || !Double.isFinite(z)) {
        throw new IllegalArgumentException(
            "source: expected finite coordinates, got " + x + ", " + y + ", " + z);
      }
    }
  }

  /** Checks the ranges. */
  public SkeletonOptions {
    if (!(minLimb > 0 && minLimb < 1)) {
      throw new IllegalArgumentException(
          "limb length: expected more than 0 and less than 1, got " + minLimb);
    }
    if (!(jointGain > 0 && jointGain < 1)) {
      throw new IllegalArgumentException(
          "joint gain: expected more than 0 and less than 1, got " + jointGain);
    }
    NumberRange.require("levels", levels, 8, MAX_LEVELS);
    NumberRange.requireAtLeast("influences", maxInfluences, 1);
  }

  /** Returns the same with another least length of a limb. */
  public SkeletonOptions withMinLimb(double length) {
    return new SkeletonOptions(length, jointGain, levels, source, maxInfluences, names);
  }

  /** Returns the same with another least gain of a joint. */
  public SkeletonOptions withJointGain(double gain) {
    return new SkeletonOptions(minLimb, gain, levels, source, maxInfluences, names);
  }

  /** Returns the same with another number of levels. */
  public SkeletonOptions withLevels(int count) {
    return new SkeletonOptions(minLimb, jointGain, count, source, maxInfluences, names);
  }

  /** Returns the same with a source. */
  public SkeletonOptions withSource(double x, double y, double z) {
    return new SkeletonOptions(
        minLimb, jointGain, levels, Optional.of(new Point(x, y, z)), maxInfluences, names);
  }

  /** Returns the same with another maximum number of joints per vertex. */
  public SkeletonOptions withMaxInfluences(int max) {
    return new SkeletonOptions(minLimb, jointGain, levels, source, max, names);
  }

  /** Returns the same with other names of the joints of a human body. */
  public SkeletonOptions withNames(BoneNames other) {
    return new SkeletonOptions(minLimb, jointGain, levels, source, maxInfluences, other);
  }
}
