package dev.sinew.solve;

import dev.sinew.pose.Turn;
import dev.sinew.run.NumberRange;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How poses are solved.
 *
 * @param euler true to solve for Euler angles about the joints' own axes, x outermost, instead of
 *     free rotations
 * @param scales true to solve for a uniform scale of each joint, which also scales what is below
 * @param freeJoints true to let every joint translate; otherwise only roots do
 * @param ranges limits of rotations by joint: angles about axes from the rest rotation, as for
 *     bounds; a joint with an empty list keeps its rest rotation
 * @param stiffness the weight of the joints' distance from rest, squared radians, relative to the
 *     mean squared error in box sides; decides where the points do not
 * @param tolerance how far thinned keys may move a vertex from its solved position, in box sides; 0
 *     keeps all keys
 * @param framesPerSecond frames per second of the clip
 * @param clip the name of the clip
 */
public record SolveOptions(
    boolean euler,
    boolean scales,
    boolean freeJoints,
    Map<Integer, List<Turn>> ranges,
    double stiffness,
    double tolerance,
    double framesPerSecond,
    String clip) {
  /** Free rotations about fixed joints, 30 frames per second, keys within 10⁻⁴ of the box. */
  public static final SolveOptions DEFAULTS =
      new SolveOptions(false, false, false, Map.of(), 1e-9, 1e-4, 30, "solved");

  /** Copies the ranges and checks the values. */
  public SolveOptions {
    Map<Integer, List<Turn>> copy = new TreeMap<>();
    ranges.forEach((joint, turns) -> copy.put(joint, List.copyOf(turns)));
    ranges = Map.copyOf(copy);
    NumberRange.requireAtLeast("stiffness", stiffness, 0);
    NumberRange.requireAtLeast("tolerance", tolerance, 0);
    if (!(framesPerSecond > 0) || Double.isInfinite(framesPerSecond)) {
      throw new IllegalArgumentException("fps: expected more than 0, got " + framesPerSecond);
    }
    if (clip.isEmpty()) {
      throw new IllegalArgumentException("clip: expected a name, got none");
    }
  }

  /** Returns the same with Euler angles as parameters, or free rotations. */
  public SolveOptions withEuler(boolean angles) {
    return new SolveOptions(
        angles, scales, freeJoints, ranges, stiffness, tolerance, framesPerSecond, clip);
  }

  /** Returns the same with scales of joints, or without. */
  public SolveOptions withScales(boolean scaled) {
    return new SolveOptions(
        euler, scaled, freeJoints, ranges, stiffness, tolerance, framesPerSecond, clip);
  }

  /** Returns the same with joints that translate, or not. */
  public SolveOptions withFreeJoints(boolean free) {
    return new SolveOptions(
        euler, scales, free, ranges, stiffness, tolerance, framesPerSecond, clip);
  }

  /** Returns the same with limits of rotations. */
  public SolveOptions withRanges(Map<Integer, List<Turn>> limits) {
    return new SolveOptions(
        euler, scales, freeJoints, limits, stiffness, tolerance, framesPerSecond, clip);
  }

  /** Returns the same with another stiffness. */
  public SolveOptions withStiffness(double weight) {
    return new SolveOptions(
        euler, scales, freeJoints, ranges, weight, tolerance, framesPerSecond, clip);
  }

  /** Returns the same with another tolerance of keys. */
  public SolveOptions withTolerance(double distance) {
    return new SolveOptions(
        euler, scales, freeJoints, ranges, stiffness, distance, framesPerSecond, clip);
  }

  /** Returns the same with another number of frames per second. */
  public SolveOptions withFramesPerSecond(double rate) {
    return new SolveOptions(euler, scales, freeJoints, ranges, stiffness, tolerance, rate, clip);
  }

  /** Returns the same with another name of the clip. */
  public SolveOptions withClip(String name) {
    return new SolveOptions(
        euler, scales, freeJoints, ranges, stiffness, tolerance, framesPerSecond, name);
  }
}
