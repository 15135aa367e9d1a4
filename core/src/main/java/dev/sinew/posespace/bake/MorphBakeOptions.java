package dev.sinew.posespace.bake;

import dev.sinew.run.NumberRange;

/**
 * Options of {@link MorphBake}.
 *
 * @param error the largest distance of a vertex from its corrected position before skinning, in
 *     units of the character's longest side at rest, above 0
 * @param targets the maximum number of targets per mesh, 1 or more
 * @param framesPerSecond keys per second of the weight tracks, above 0
 * @param loop true to play each clip once before, so that what depends on motion continues over the
 *     end of the clip
 */
public record MorphBakeOptions(double error, int targets, double framesPerSecond, boolean loop) {
  /** Defaults: an error of a thousandth of the height, up to 64 targets, 30 keys per second. */
  public static final MorphBakeOptions DEFAULTS = new MorphBakeOptions(1e-3, 64, 30, false);

  /** Checks all limits. */
  public MorphBakeOptions {
    requireAbove("error", error);
    requireAbove("frames per second", framesPerSecond);
    NumberRange.requireAtLeast("targets", targets, 1);
  }

  private static void requireAbove(String what, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(what + ": expected above 0, got " + value);
    }
  }

  /** Returns the same options with another error. */
  public MorphBakeOptions withError(double value) {
    return new MorphBakeOptions(value, targets, framesPerSecond, loop);
  }

  /** Returns the same options with another maximum number of targets. */
  public MorphBakeOptions withTargets(int max) {
    return new MorphBakeOptions(error, max, framesPerSecond, loop);
  }

  /** Returns the same options with another number of keys per second. */
  public MorphBakeOptions withFramesPerSecond(double rate) {
    return new MorphBakeOptions(error, targets, rate, loop);
  }

  /** Returns the same options for clips that loop or end. */
  public MorphBakeOptions withLoop(boolean loops) {
    return new MorphBakeOptions(error, targets, framesPerSecond, loops);
  }
}
