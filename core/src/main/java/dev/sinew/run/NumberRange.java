package dev.sinew.run;

/** The limits of a number that a caller gives: one check and one message for all options. */
public final class NumberRange {
  /** Whole numbers below this are exact, and are printed without a fraction. */
  private static final double MAX_WHOLE = 1e15;

  private NumberRange() {}

  /**
   * Checks a whole number.
   *
   * @param what its name in the message
   * @throws IllegalArgumentException if it is not {@code least} to {@code most}
   */
  public static void require(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(outside(what, value, least, most));
    }
  }

  /**
   * Checks a number.
   *
   * @param what its name in the message
   * @throws IllegalArgumentException if it is not {@code least} to {@code most}
   */
  public static void require(String what, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(
          what + ": expected " + text(least) + " to " + text(most) + ", got " + value);
    }
  }

  /**
   * Checks a whole number that has no upper limit.
   *
   * @param what its name in the message
   * @throws IllegalArgumentException if it is less than {@code least}
   */
  public static void requireAtLeast(String what, int value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(what + ": expected " + least + " or more, got " + value);
    }
  }

  /**
   * Checks a finite number that has no upper limit.
   *
   * @param what its name in the message
   * @throws IllegalArgumentException if it is less than {@code least} or not finite
   */
  public static void requireAtLeast(String what, double value, double least) {
    if (!(value >= least) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          what + ": expected " + text(least) + " or more, got " + value);
    }
  }

  /** Returns the message about a number outside its range, for failures of another kind. */
  public static String outside(String what, int value, int least, int most) {
    return what + ": expected " + least + " to " + most + ", got " + value;
  }

  private static String text(double limit) {
    boolean whole = limit == Math.rint(limit) && Math.abs(limit) < MAX_WHOLE;
    return whole ? Long.toString((long) limit) : Double.toString(limit);
  }
}
