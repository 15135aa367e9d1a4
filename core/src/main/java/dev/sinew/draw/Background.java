package dev.sinew.draw;

/**
 * The background of a picture: a gradient, linear in linear light, from the top to the bottom.
 *
 * @param top {@code 0xAARRGGBB} of the first row
 * @param bottom {@code 0xAARRGGBB} of the last row
 */
public record Background(int top, int bottom) {
  /** White above, light grey below. */
  public static final Background SOFT = new Background(0xFFFFFFFF, 0xFFE3E5E8);

  /** Alpha 0 everywhere. */
  public static final Background TRANSPARENT = new Background(0, 0);

  /** Returns a background of one colour, {@code 0xAARRGGBB}. */
  public static Background solid(int argb) {
    return new Background(argb, argb);
  }

  /** Returns true if text at the bottom must be light to be readable. */
  boolean isDark() {
    double luminance =
        0.2126 * Srgb.linear(bottom, 16)
            + 0.7152 * Srgb.linear(bottom, 8)
            + 0.0722 * Srgb.linear(bottom, 0);
    return bottom >>> 24 > 127 && luminance < 0.18;
  }

  /** Writes premultiplied linear red, green, blue and alpha of a row, {@code t} = 0 at the top. */
  void premultiplied(double t, double[] out) {
    double topAlpha = (top >>> 24) / 255.0;
    double bottomAlpha = (bottom >>> 24) / 255.0;
    for (int k = 0; k < 3; k++) {
      int shift = 16 - 8 * k;
      double a = topAlpha * Srgb.linear(top, shift);
      double b = bottomAlpha * Srgb.linear(bottom, shift);
      out[k] = a + t * (b - a);
    }
    out[3] = topAlpha + t * (bottomAlpha - topAlpha);
  }
}
