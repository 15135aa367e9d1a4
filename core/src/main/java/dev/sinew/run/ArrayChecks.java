package dev.sinew.run;

/** Checks of arrays that a caller gives; messages name the expected and the actual value. */
public final class ArrayChecks {
  private ArrayChecks() {}

  /** Checks a number of values. */
  public static void size(String what, long actual, long expected) {
    if (actual != expected) {
      throw new IllegalArgumentException(what + ": expected " + expected + ", got " + actual);
    }
  }

  /** Checks that a number of values is a multiple of another. */
  public static void multiple(String what, int actual, int of) {
    if (actual % of != 0) {
      throw new IllegalArgumentException(
          what + ": expected a multiple of " + of + ", got " + actual);
    }
  }

  /** Checks the index that an array has at a place: 0 or more, below the bound. */
  public static void index(String what, int at, int index, int bound) {
    if (index < 0 || index >= bound) {
      throw new IllegalArgumentException(
          what + "[" + at + "]: expected 0 to " + (bound - 1) + ", got " + index);
    }
  }

  /** Checks that no value is infinite or NaN. */
  public static void finite(String what, double[] values) {
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw new IllegalArgumentException(
            what + "[" + i + "]: expected a finite number, got " + values[i]);
      }
    }
  }
}
