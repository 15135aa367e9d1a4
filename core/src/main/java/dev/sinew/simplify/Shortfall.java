package dev.sinew.simplify;

import java.util.Locale;

/** The note on a level that has more triangles than requested. */
final class Shortfall {
  private Shortfall() {}

  /** Returns the note. */
  static String of(long wanted, long got, boolean permissive) {
    return of(
        wanted,
        got,
        permissive ? "" : ", texture seams",
        permissive ? "" : "; permissive lets the seams move");
  }

  /** Returns the note for a method that keeps what the texture covers. */
  static String byTexture(long wanted, long got) {
    return of(
        wanted,
        got,
        ", borders of charts that are not straight in the texture",
        "; other methods go further");
  }

  private static String of(long wanted, long got, String seams, String way) {
    return String.format(
        Locale.ROOT,
        "asked for %d triangles, reached %d: connectivity, boundaries, material borders%s and"
            + " locked vertices keep the rest%s",
        wanted,
        got,
        seams,
        way);
  }
}
