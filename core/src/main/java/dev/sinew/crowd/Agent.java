package dev.sinew.crowd;

import dev.sinew.math.Affine;
import dev.sinew.run.ArrayChecks;
import dev.sinew.run.NumberRange;

/**
 * An instance of a character in one frame: what it plays, where it stands, and its level of detail.
 *
 * @param clip the index of a clip, or {@link #REST}
 * @param time in the clip, in seconds
 * @param otherClip the clip that it is blended with, or {@link #REST}
 * @param otherTime in that clip, in seconds
 * @param share of the other clip, 0 to 1
 * @param placement the motion from the character's scene to the crowd's, 12 values; kept, not
 *     copied
 * @param level the index of the level of detail, 0 for the first
 */
public record Agent(
    int clip,
    double time,
    int otherClip,
    double otherTime,
    double share,
    double[] placement,
    int level) {
  /** Stands for the rest pose in place of a clip. */
  public static final int REST = -1;

  /** Checks the ranges. */
  public Agent {
    NumberRange.requireAtLeast("clip", clip, REST);
    NumberRange.requireAtLeast("other clip", otherClip, REST);
    NumberRange.requireAtLeast("level", level, 0);
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("share: expected 0 to 1, got " + share);
    }
    ArrayChecks.size("placement", placement.length, Affine.SIZE);
  }

  /** An instance that plays a clip where its character stands. */
  public static Agent playing(int clip, double time) {
    double[] identity = new double[Affine.SIZE];
    Affine.identity(identity, 0);
    return new Agent(clip, time, REST, 0, 0, identity, 0);
  }

  /** Returns the same blended with another clip. */
  public Agent withOther(int clip, double time, double share) {
    return new Agent(this.clip, this.time, clip, time, share, placement, level);
  }

  /** Returns the same at another place. */
  public Agent withPlacement(double[] placement) {
    return new Agent(clip, time, otherClip, otherTime, share, placement, level);
  }

  /** Returns the same at another level of detail. */
  public Agent withLevel(int level) {
    return new Agent(clip, time, otherClip, otherTime, share, placement, level);
  }
}
