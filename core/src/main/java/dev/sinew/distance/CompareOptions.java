package dev.sinew.distance;

import dev.sinew.skin.DeformerChoice;
import java.util.Optional;

/**
 * Options of a comparison of two characters.
 *
 * @param referenceMethod the reference's skinning model, or one with correctives; empty for its own
 * @param candidateMethod the candidate's skinning model, or one with correctives; empty for its own
 * @param framesPerSecond the sampling rate of clips, more than 0 and at most 1000
 */
public record CompareOptions(
    Optional<? extends DeformerChoice> referenceMethod,
    Optional<? extends DeformerChoice> candidateMethod,
    double framesPerSecond) {
  /** The characters' own skinning models, 30 frames per second. */
  public static final CompareOptions DEFAULTS =
      new CompareOptions(Optional.empty(), Optional.empty(), 30);

  /** Checks the rate. */
  public CompareOptions {
    if (!(framesPerSecond > 0) || framesPerSecond > 1000) {
      throw new IllegalArgumentException(
          "fps: expected more than 0 and at most 1000, got " + framesPerSecond);
    }
  }

  /** Returns the same with other skinning models. */
  public CompareOptions withMethods(
      Optional<? extends DeformerChoice> reference, Optional<? extends DeformerChoice> candidate) {
    return new CompareOptions(reference, candidate, framesPerSecond);
  }

  /** Returns the same with another rate. */
  public CompareOptions withFramesPerSecond(double rate) {
    return new CompareOptions(referenceMethod, candidateMethod, rate);
  }
}
