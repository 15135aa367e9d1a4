package dev.sinew.transform;

import dev.sinew.math.Similarity;
import java.util.Optional;

/**
 * How to transform a character.
 *
 * @param motion the motion of the scene
 * @param rest the time of a clip whose pose becomes the rest pose; empty to keep the rest pose
 */
public record TransformOptions(Similarity motion, Optional<RestTime> rest) {
  /** Changes nothing. */
  public static final TransformOptions DEFAULTS =
      new TransformOptions(Similarity.IDENTITY, Optional.empty());

  /**
   * A time of a clip.
   *
   * @param clip the name or index of the clip
   * @param time in seconds, clamped to the ends of the clip
   */
  public record RestTime(String clip, double time) {
    /** Checks the time. */
    public RestTime {
      if (!Double.isFinite(time)) {
        throw new IllegalArgumentException("rest time: expected a finite number, got " + time);
      }
    }
  }

  /** Returns the same followed by a scale about the origin, positive. */
  public TransformOptions withScale(double factor) {
    return withMotion(motion.then(Similarity.scaling(factor)));
  }

  /** Returns the same followed by the turn of one direction into another. */
  public TransformOptions withUp(UpAxis from, UpAxis to) {
    return withMotion(motion.then(from.turnTo(to)));
  }

  /** Returns the same followed by a rotation about an axis through the origin. */
  public TransformOptions withRotation(double x, double y, double z, double degrees) {
    return withMotion(motion.then(Similarity.rotation(x, y, z, Math.toRadians(degrees))));
  }

  /** Returns the same followed by a translation. */
  public TransformOptions withTranslation(double x, double y, double z) {
    return withMotion(motion.then(Similarity.translation(x, y, z)));
  }

  /** Returns the same with another motion. */
  public TransformOptions withMotion(Similarity other) {
    return new TransformOptions(other, rest);
  }

  /** Returns the same with the rest pose of a clip at a time. */
  public TransformOptions withRest(String clip, double time) {
    return new TransformOptions(motion, Optional.of(new RestTime(clip, time)));
  }
}
