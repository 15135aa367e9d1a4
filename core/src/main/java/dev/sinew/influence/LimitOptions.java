package dev.sinew.influence;

import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.NumberRange;
import java.util.Locale;
import java.util.Map;

/**
 * Options for limiting influences.
 *
 * @param maxInfluences the maximum number of joints per vertex, 1 or more
 * @param metric the source of the poses over which the error is minimised
 * @param model the skinning model of the result
 * @param moveRest true to optimise the rest positions of vertices that lose joints
 * @param helpers the maximum number of joints added per skin to follow vertices that lose joints;
 *     they are fitted to the clips and have keys in them
 * @param clipWeights weights of clips by name or index; 1 for those not named
 */
public record LimitOptions(
    int maxInfluences,
    PoseSource metric,
    Model model,
    boolean moveRest,
    int helpers,
    Map<String, Double> clipWeights) {
  /** The upper limit of helper joints per skin. */
  public static final int MAX_HELPERS = 256;

  /** Four influences per vertex, linear blend weights, over the clips. */
  public static final LimitOptions DEFAULTS =
      new LimitOptions(4, PoseSource.CLIPS, Model.SSD, false, 0, Map.of());

  /** The skinning model of the result. */
  public enum Model {
    /** Linear blend weights, which all viewers support. */
    SSD,
    /** Animation coordinates, together with the best linear blend weights. */
    AS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Checks the values and their combination. */
  public LimitOptions {
    clipWeights = Map.copyOf(clipWeights);
    PoseKnowledge.checkClipWeights(clipWeights);
    NumberRange.requireAtLeast("influences", maxInfluences, 1);
    NumberRange.require("helpers", helpers, 0, MAX_HELPERS);
    if (helpers > 0 && (metric != PoseSource.CLIPS || model != Model.SSD)) {
      throw new IllegalArgumentException(
          "helpers: expected metric clips and model ssd, got metric %s and model %s"
              .formatted(metric, model));
    }
  }

  /** Returns the same with another limit. */
  public LimitOptions withMaxInfluences(int limit) {
    return new LimitOptions(limit, metric, model, moveRest, helpers, clipWeights);
  }

  /** Returns the same with another source of poses. */
  public LimitOptions withMetric(PoseSource source) {
    return new LimitOptions(maxInfluences, source, model, moveRest, helpers, clipWeights);
  }

  /** Returns the same with another model of the result. */
  public LimitOptions withModel(Model result) {
    return new LimitOptions(maxInfluences, metric, result, moveRest, helpers, clipWeights);
  }

  /** Returns the same with fixed or optimised rest positions. */
  public LimitOptions withMoveRest(boolean move) {
    return new LimitOptions(maxInfluences, metric, model, move, helpers, clipWeights);
  }

  /** Returns the same with helper joints. */
  public LimitOptions withHelpers(int count) {
    return new LimitOptions(maxInfluences, metric, model, moveRest, count, clipWeights);
  }

  /** Returns the same with weights of clips by name or index. */
  public LimitOptions withClipWeights(Map<String, Double> weights) {
    return new LimitOptions(maxInfluences, metric, model, moveRest, helpers, weights);
  }
}
