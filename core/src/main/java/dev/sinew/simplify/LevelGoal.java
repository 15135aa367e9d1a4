package dev.sinew.simplify;

import dev.sinew.distance.ErrorLimit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The goal of one level.
 *
 * @param kind the meaning of the value
 * @param value above 0
 * @param limit the errors that the level may have; {@link ErrorLimit#NONE} if triangles are counted
 */
public record LevelGoal(Kind kind, double value, ErrorLimit limit) {
  private static final double ANY = Double.POSITIVE_INFINITY;

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
    ERROR,
    /** The root mean square of the distances allowed, in the same units. */
    RMS,
    /** The largest distance allowed, in pixels of a picture of the whole character. */
    PIXELS;

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

  /** Makes a goal of one number; pixels are those of {@link ScreenCoverage#SCREEN_HEIGHT}. */
  public LevelGoal(Kind kind, double value) {
    this(kind, value, limit(kind, value, ScreenCoverage.SCREEN_HEIGHT));
  }

  private static ErrorLimit limit(Kind kind, double value, double height) {
    return switch (kind) {
      case RATIO, TRIANGLES -> ErrorLimit.NONE;
      // Values that are no limit are refused with the name of their kind.
      case ERROR -> value > 0 ? new ErrorLimit(value, ANY) : ErrorLimit.NONE;
      case RMS -> value > 0 ? new ErrorLimit(ANY, value) : ErrorLimit.NONE;
      case PIXELS -> value > 0 ? new ErrorLimit(value / height, ANY) : ErrorLimit.NONE;
    };
  }

  /** Returns one goal per value. */
  public static List<LevelGoal> all(Kind kind, List<Double> values) {
    return values.stream().map(value -> new LevelGoal(kind, value)).toList();
  }

  /** Returns one goal per share of triangles to keep. */
  public static List<LevelGoal> ratios(double... ratios) {
    return Arrays.stream(ratios).mapToObj(ratio -> new LevelGoal(Kind.RATIO, ratio)).toList();
  }

  /**
   * Returns the goal of an error in pixels.
   *
   * @param pixels the largest distance allowed
   * @param height the pixels that the longest box side of the character has, above 0
   */
  public static LevelGoal pixels(double pixels, double height) {
    if (!(height > 0) || !Double.isFinite(height)) {
      throw new IllegalArgumentException("height: expected a number above 0, got " + height);
    }
    return new LevelGoal(Kind.PIXELS, pixels, limit(Kind.PIXELS, pixels, height));
  }

  /** Returns the same goal with a root mean square that the level may have, too. */
  public LevelGoal withRms(double rms) {
    return new LevelGoal(
        kind, value, new ErrorLimit(limit.largest(), new LevelGoal(Kind.RMS, rms).value));
  }

  /** Returns true if the level is searched by its error, false if triangles are counted. */
  public boolean limitsError() {
    return !limit.isNone();
  }

  /** Returns the number of triangles to keep of a mesh; 0 if errors are limited. */
  int triangles(int whole) {
    return switch (kind) {
      case RATIO -> (int) Math.round(value * whole);
      case TRIANGLES -> (int) Math.min(Integer.MAX_VALUE, Math.round(value));
      case ERROR, RMS, PIXELS -> 0;
    };
  }

  /** Returns the goal in words, such as "1 pixel of 200". */
  @Override
  public String toString() {
    String number = number(value);
    return switch (kind) {
      case RATIO -> "a ratio of " + number;
      case TRIANGLES -> number + " triangles";
      case ERROR ->
          "an error of "
              + number
              + (limit.rms() < ANY ? " and an rms of " + number(limit.rms()) : "");
      case RMS -> "an rms of " + number;
      case PIXELS ->
          number
              + (value == 1 ? " pixel" : " pixels")
              + " of "
              + number(Math.rint(1e6 * value / limit.largest()) / 1e6);
    };
  }

  private static String number(double value) {
    return value == Math.rint(value) && value < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
