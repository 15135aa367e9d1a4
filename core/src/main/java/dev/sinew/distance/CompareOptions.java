package dev.sinew.distance;

import dev.sinew.skin.SkinningMethod;
import java.util.Optional;

/**
 * How two characters are compared.
 *
 * @param referenceMethod the reference's skinning model; empty for the one it is made for
 * @param candidateMethod the candidate's skinning model; empty for the one it is made for
 * @param framesPerSecond how densely clips are sampled, more than 0 and at most 1000
 */
public record CompareOptions(
    Optional<SkinningMethod> referenceMethod,
    Optional<SkinningMethod> candidateMethod,
    double framesPerSecond) {
  /** Own skinning models, 30 frames per second. */
  public static final CompareOptions DEFAULTS =
      new CompareOptions(Optional.empty(), Optional.empty(), 30);

  /** Checks the rate. */
  public CompareOptions {
    if (!(framesPerSecond > 0) || framesPerSecond > 1000) {
      throw new IllegalArgumentException(
          "fps: expected more than 0 and at most 1000, got " + framesPerSecond);
    }
  }

  /** Returns the same with skinning models. */
  public CompareOptions withMethods(
      Optional<SkinningMethod> reference, Optional<SkinningMethod> candidate) {
    return new CompareOptions(reference, candidate, framesPerSecond);
  }

  /** Returns the same with another rate. */
  public CompareOptions withFramesPerSecond(double rate) {
    return new CompareOptions(referenceMethod, candidateMethod, rate);
  }
}
