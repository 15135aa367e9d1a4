package dev.sinew.posespace.dynamic;

import java.util.OptionalDouble;

/**
 * A fitted dynamic model.
 *
 * @param model the model, fitted to all frames
 * @param training the share of the displacement's energy that it explains in all frames, run
 *     through every take from its start; at most 1, below 0 if it makes things worse
 * @param holdout the same for frames held out, by a model fitted to the others; empty if none were
 */
public record DynamicResult(DynamicModel model, double training, OptionalDouble holdout) {}
