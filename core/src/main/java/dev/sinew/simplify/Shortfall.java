package dev.sinew.simplify;

import java.util.Locale;

/** The note on a level that has more triangles than requested. */
final class Shortfall {
  private Shortfall() {}

  /** Returns the note. */
  static String of(long wanted, long got, boolean permissive) {
    return String.format(
        Locale.ROOT,
        "asked for %d triangles, reached %d: connectivity, boundaries, material borders%s and"
            + " locked vertices keep the rest%s",
        wanted,
        got,
        permissive ? "" : ", texture seams",
        permissive ? "" : "; permissive lets the seams move");
  }
}
