package dev.sinew.subdivide;

/** Argument checks; messages name the expected and the actual value. */
final class Sizes {
  private Sizes() {}

  static void same(String what, long actual, long expected) {
    if (actual != expected) {
      throw new IllegalArgumentException(what + ": expected " + expected + ", got " + actual);
    }
  }
}
