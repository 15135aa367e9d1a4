package dev.sinew.posespace.dynamic;

import dev.sinew.run.NumberRange;

/**
 * Options of {@link DynamicTraining}.
 *
 * @param method the model to fit
 * @param holdout the share of every take's frames, at its end, that measures the error of a fit to
 *     the other frames: 0 (not measured) to below 1; the result is fitted to all frames
 * @param quiet vertices whose largest displacement is below this share of the largest of all do not
 *     get a model: 0 to 1
 * @param ridge the regularisation of a spring's gains, relative to the mean square of their effect,
 *     0 or more
 */
public record DynamicOptions(DynamicMethod method, double holdout, double quiet, double ridge) {
  /** Defaults: springs, half of the frames held out for the measured error. */
  public static final DynamicOptions DEFAULTS =
      new DynamicOptions(DynamicMethod.SPRING, 0.5, 0.01, 1e-4);

  /** Checks all limits. */
  public DynamicOptions {
    NumberRange.require("holdout", holdout, 0, Math.nextDown(1.0));
    NumberRange.require("quiet", quiet, 0, 1);
    NumberRange.require("ridge", ridge, 0, Double.MAX_VALUE);
  }

  /** Returns the same options with another method. */
  public DynamicOptions withMethod(DynamicMethod other) {
    return new DynamicOptions(other, holdout, quiet, ridge);
  }

  /** Returns the same options with another share of frames held out. */
  public DynamicOptions withHoldout(double share) {
    return new DynamicOptions(method, share, quiet, ridge);
  }

  /** Returns the same options with another limit of quiet vertices. */
  public DynamicOptions withQuiet(double share) {
    return new DynamicOptions(method, holdout, share, ridge);
  }

  /** Returns the same options with another regularisation of gains. */
  public DynamicOptions withRidge(double value) {
    return new DynamicOptions(method, holdout, quiet, value);
  }
}
