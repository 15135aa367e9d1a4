package dev.sinew.influence;

import dev.sinew.pose.PoseSource;
import java.util.Locale;

/**
 * How influences are limited.
 *
 * @param maxInfluences joints that a vertex keeps at most, 1 or more
 * @param metric where the poses come from that the error is minimised over
 * @param model what moves the vertices of the result
 * @param moveRest whether vertices that lose joints may move at rest too, where that makes the
 *     error over all poses smaller
 * @param helpers how many joints every skin may get besides its own, to follow vertices that lose
 *     joints; they learn from the clips and are keyed in them
 */
public record LimitOptions(
    int maxInfluences, PoseSource metric, Model model, boolean moveRest, int helpers) {
  /** The most helper joints of a skin. */
  public static final int MAX_HELPERS = 256;

  /** Four influences per vertex, linear blend weights, over the clips. */
  public static final LimitOptions DEFAULTS =
      new LimitOptions(4, PoseSource.CLIPS, Model.SSD, false, 0);

  /** What moves the vertices of the result. */
  public enum Model {
    /** Linear blend weights, which every viewer shows. */
    SSD,
    /** Animation coordinates, with the best linear blend weights beside them. */
    AS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Checks the values and that they go together. */
  public LimitOptions {
    if (maxInfluences < 1) {
      throw new IllegalArgumentException("influences: expected 1 or more, got " + maxInfluences);
    }
    if (helpers < 0 || helpers > MAX_HELPERS) {
      throw new IllegalArgumentException(
          "helpers: expected 0 to " + MAX_HELPERS + ", got " + helpers);
    }
    if (helpers > 0 && (metric != PoseSource.CLIPS || model != Model.SSD)) {
      throw new IllegalArgumentException(
          "helpers: expected metric clips and model ssd, got metric %s and model %s"
              .formatted(metric, model));
    }
  }

  /** Returns the same with another limit. */
  public LimitOptions withMaxInfluences(int limit) {
    return new LimitOptions(limit, metric, model, moveRest, helpers);
  }

  /** Returns the same with another source of poses. */
  public LimitOptions withMetric(PoseSource source) {
    return new LimitOptions(maxInfluences, source, model, moveRest, helpers);
  }

  /** Returns the same with another model of the result. */
  public LimitOptions withModel(Model result) {
    return new LimitOptions(maxInfluences, metric, result, moveRest, helpers);
  }

  /** Returns the same with vertices free to move at rest, or not. */
  public LimitOptions withMoveRest(boolean move) {
    return new LimitOptions(maxInfluences, metric, model, move, helpers);
  }

  /** Returns the same with helper joints. */
  public LimitOptions withHelpers(int count) {
    return new LimitOptions(maxInfluences, metric, model, moveRest, count);
  }
}
