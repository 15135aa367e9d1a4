package dev.sinew.pipeline;

import java.util.Locale;

/** Says why a level came out larger than asked. */
final class Shortfall {
  private Shortfall() {}

  static String of(long wanted, long got, boolean permissive) {
    return String.format(
        Locale.ROOT,
        "asked for %d triangles, got down to %d: connectivity, open boundaries, borders between"
            + " materials%s and locked vertices hold the rest%s",
        wanted,
        got,
        permissive ? "" : ", seams of textures",
        permissive ? "" : "; --permissive lets the seams move");
  }
}
