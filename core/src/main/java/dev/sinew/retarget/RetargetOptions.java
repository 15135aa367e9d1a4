package dev.sinew.retarget;

import java.util.Map;

/**
 * How a motion is brought to another skeleton.
 *
 * @param names for joints of the motion the joint that follows it, where names do not tell it
 * @param framesPerSecond the rate of the keys between those of the motion where it is not linear
 * @param holdFeet true to keep feet where they stand
 */
public record RetargetOptions(Map<String, String> names, double framesPerSecond, boolean holdFeet) {
  /** Joints by name, 30 frames per second, with feet that stand. */
  public static final RetargetOptions DEFAULTS = new RetargetOptions(Map.of(), 30, true);

  /** Copies the map and checks the rate. */
  public RetargetOptions {
    names = Map.copyOf(names);
    if (!(framesPerSecond > 0) || framesPerSecond > 1000) {
      throw new IllegalArgumentException(
          "framesPerSecond: expected more than 0 and at most 1000, got " + framesPerSecond);
    }
  }

  /** Returns these options with other names. */
  public RetargetOptions withNames(Map<String, String> changed) {
    return new RetargetOptions(changed, framesPerSecond, holdFeet);
  }

  /** Returns these options with feet that stand or slide. */
  public RetargetOptions withHoldFeet(boolean hold) {
    return new RetargetOptions(names, framesPerSecond, hold);
  }
}
