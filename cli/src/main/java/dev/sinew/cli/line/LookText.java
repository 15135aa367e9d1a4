package dev.sinew.cli.line;

import dev.sinew.distance.LookError;
import java.util.Locale;

/** Prints how far the appearance of a level is from that of its original. */
public final class LookText {
  private LookText() {}

  /** Returns the figures in words. */
  public static String of(LookError look) {
    return drift(look)
        + String.format(
            Locale.ROOT,
            "normals %.2f°, pictures %.4f, close views %.4f (worst %.4f)",
            look.normalDegrees(),
            look.mae(),
            look.close().mae(),
            look.close().worstMae())
        + flipped(look.flippedArea());
  }

  private static String drift(LookError look) {
    return look.texelDrift() == null
        ? "other textures, "
        : String.format(Locale.ROOT, "drift %.2f texels, ", look.texelDrift());
  }

  private static String flipped(double share) {
    return share > 0
        ? String.format(Locale.ROOT, ", %.3g %% of the area flipped", 100 * share)
        : "";
  }
}
