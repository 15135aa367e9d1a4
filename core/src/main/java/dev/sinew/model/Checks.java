package dev.sinew.model;

/** Argument checks; messages name the expected and the actual value. */
final class Checks {
  private Checks() {}

  static void size(String what, int actual, int expected) {
    if (actual != expected) {
      throw new IllegalArgumentException(what + ": expected " + expected + ", got " + actual);
    }
  }

  static void multiple(String what, int actual, int of) {
    if (actual % of != 0) {
      throw new IllegalArgumentException(
          what + ": expected a multiple of " + of + ", got " + actual);
    }
  }

  static void index(String what, int at, int index, int bound) {
    if (index < 0 || index >= bound) {
      throw new IllegalArgumentException(
          what + "[" + at + "]: expected 0 to " + (bound - 1) + ", got " + index);
    }
  }

  static void finite(String what, double[] values) {
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw new IllegalArgumentException(
            what + "[" + i + "]: expected a finite number, got " + values[i]);
      }
    }
  }
}
