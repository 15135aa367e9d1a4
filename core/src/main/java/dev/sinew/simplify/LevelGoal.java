package dev.sinew.simplify;

import java.util.List;
import java.util.Locale;

/**
 * The goal of one level.
 *
 * @param kind the meaning of the value
 * @param value above 0
 */
public record LevelGoal(Kind kind, double value) {
  /** The meaning of a goal's value. */
  public enum Kind {
    /** The share of triangles to keep, up to 1. */
    RATIO,
    /** The number of triangles to keep. */
    TRIANGLES,
    /**
     * The largest distance allowed, in units of the longest box side: measured over the clips, or
     * proven if the price computes bounds.
     */
    ERROR;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Checks the value. */
  public LevelGoal {
    if (!(value > 0) || !Double.isFinite(value) || (kind == Kind.RATIO && value > 1)) {
      throw new IllegalArgumentException(
          kind
              + ": expected a number above 0"
              + (kind == Kind.RATIO ? " and up to 1" : "")
              + ", got "
              + value);
    }
  }

  /** Returns one goal per value. */
  public static List<LevelGoal> all(Kind kind, List<Double> values) {
    return values.stream().map(value -> new LevelGoal(kind, value)).toList();
  }

  /** Returns one goal per share of triangles to keep. */
  public static List<LevelGoal> ratios(double... ratios) {
    return java.util.Arrays.stream(ratios)
        .mapToObj(ratio -> new LevelGoal(Kind.RATIO, ratio))
        .toList();
  }

  /** Returns the number of triangles to keep of a mesh; 0 for {@link Kind#ERROR}. */
  int triangles(int whole) {
    return switch (kind) {
      case RATIO -> (int) Math.round(value * whole);
      case TRIANGLES -> (int) Math.min(Integer.MAX_VALUE, Math.round(value));
      case ERROR -> 0;
    };
  }
}
