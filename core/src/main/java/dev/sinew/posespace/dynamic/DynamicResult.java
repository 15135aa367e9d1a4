package dev.sinew.posespace.dynamic;

import java.util.List;
import java.util.OptionalDouble;

/**
 * A fitted dynamic model.
 *
 * @param model the model, fitted to all frames
 * @param training the share of the displacement's energy that it explains in all frames, run
 *     through every take from its start; at most 1, below 0 if it makes things worse
 * @param holdout the same for frames held out, by a model fitted to the others; empty if none were
 * @param unseen the same for each take, by a model fitted to the other takes; empty if nothing was
 *     held out or there is one take only
 */
public record DynamicResult(
    DynamicModel model, double training, OptionalDouble holdout, List<Unseen> unseen) {
  /** Copies the list. */
  public DynamicResult {
    unseen = List.copyOf(unseen);
  }

  /**
   * What a model explains of a take that it has not seen.
   *
   * @param take the name of the take
   * @param explained the share of the displacement's energy; below 0 if the model makes things
   *     worse
   */
  public record Unseen(String take, double explained) {}
}
