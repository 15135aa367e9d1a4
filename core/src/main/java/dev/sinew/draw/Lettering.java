package dev.sinew.draw;

/**
 * Draws text with the dots of {@link Glyphs}. Neighbouring dots are joined by round strokes, so
 * characters are smooth at any size.
 */
final class Lettering {
  private static final double HALF_STROKE = 0.52;
  private static final int GAP = 2;

  private Lettering() {}

  /** Returns the width of a text in dots. */
  static double width(String text) {
    double width = 0;
    for (int i = 0; i < text.length(); i++) {
      width += Glyphs.width(text.charAt(i)) + GAP;
    }
    return Math.max(0, width - GAP);
  }

  /** Returns a text cut to a width in dots, with ".." at its end; perhaps empty. */
  static String fitted(String text, double room) {
    if (width(text) <= room) {
      return text;
    }
    int keep = 0;
    double used = width("..");
    while (keep < text.length()) {
      used += Glyphs.width(text.charAt(keep)) + GAP;
      if (used > room) {
        break;
      }
      keep++;
    }
    return keep == 0 ? "" : text.substring(0, keep).stripTrailing() + "..";
  }

  /**
   * Writes a text.
   *
   * @param ink draws the strokes
   * @param text any text; characters outside printable ASCII become '?'
   * @param x the left end in pixels
   * @param baseline the baseline in pixels
   * @param dot pixels per dot
   * @param argb the colour
   */
  static void write(Ink ink, String text, double x, double baseline, double dot, int argb) {
    double pen = x;
    double top = baseline - Glyphs.ASCENT * dot;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      float[] strokes = Glyphs.strokes(c);
      double left = pen;
      if (strokes.length > 0) {
        ink.fill(
            left - dot,
            top - dot,
            left + (Glyphs.width(c) + 1) * dot,
            top + (Glyphs.ROWS + 1) * dot,
            argb,
            (px, py) ->
                dot * (distance(strokes, (px - left) / dot, (py - top) / dot) - HALF_STROKE));
      }
      pen += (Glyphs.width(c) + GAP) * dot;
    }
  }

  /** Returns the distance from a point to the nearest of line segments x0, y0, x1, y1. */
  private static double distance(float[] strokes, double x, double y) {
    double least = Double.POSITIVE_INFINITY;
    for (int s = 0; s < strokes.length; s += 4) {
      double dx = strokes[s + 2] - strokes[s];
      double dy = strokes[s + 3] - strokes[s + 1];
      double px = x - strokes[s];
      double py = y - strokes[s + 1];
      double squared = dx * dx + dy * dy;
      double t = squared > 0 ? Math.max(0, Math.min(1, (px * dx + py * dy) / squared)) : 0;
      double ex = px - t * dx;
      double ey = py - t * dy;
      least = Math.min(least, ex * ex + ey * ey);
    }
    return Math.sqrt(least);
  }
}
