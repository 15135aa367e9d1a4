package dev.sinew.draw;

/**
 * Draws anti-aliased shapes over finished pixels. A shape is given by its signed distance: coverage
 * falls from 1 at half a pixel inside to 0 at half a pixel outside.
 */
final class Ink {
  private final int width;
  private final int[] pixels;
  private final int clipLeft;
  private final int clipTop;
  private final int clipRight;
  private final int clipBottom;

  /** The signed distance to a shape's border at a pixel coordinate, negative inside. */
  @FunctionalInterface
  interface Shape {
    double distance(double x, double y);
  }

  /**
   * @param width pixels per row
   * @param pixels {@code 0xAARRGGBB} with straight alpha; kept and written to
   * @param clip the only pixels that may change
   */
  Ink(int width, int[] pixels, PictureLayout.Cell clip) {
    this.width = width;
    this.pixels = pixels;
    this.clipLeft = clip.x();
    this.clipTop = clip.y();
    this.clipRight = clip.x() + clip.width();
    this.clipBottom = clip.y() + clip.height();
  }

  /** Fills a shape within the box from (left, top) to (right, bottom). */
  void fill(double left, double top, double right, double bottom, int argb, Shape shape) {
    int x0 = (int) Math.max(clipLeft, Math.floor(left - 1));
    int x1 = (int) Math.min(clipRight, Math.ceil(right + 1));
    int y0 = (int) Math.max(clipTop, Math.floor(top - 1));
    int y1 = (int) Math.min(clipBottom, Math.ceil(bottom + 1));
    for (int y = y0; y < y1; y++) {
      for (int x = x0; x < x1; x++) {
        double cover = 0.5 - shape.distance(x + 0.5, y + 0.5);
        if (cover > 0) {
          blend(y * width + x, argb, Math.min(1, cover));
        }
      }
    }
  }

  /** Fills a disc. */
  void disc(double x, double y, double radius, int argb) {
    fill(
        x - radius,
        y - radius,
        x + radius,
        y + radius,
        argb,
        (px, py) -> Math.sqrt((px - x) * (px - x) + (py - y) * (py - y)) - radius);
  }

  /** Fills a convex polygon given as x, y pairs, in either orientation. */
  void convex(double[] xy, int argb) {
    double left = Double.POSITIVE_INFINITY;
    double right = Double.NEGATIVE_INFINITY;
    double top = Double.POSITIVE_INFINITY;
    double bottom = Double.NEGATIVE_INFINITY;
    double area = 0;
    for (int i = 0; i < xy.length; i += 2) {
      int j = (i + 2) % xy.length;
      left = Math.min(left, xy[i]);
      right = Math.max(right, xy[i]);
      top = Math.min(top, xy[i + 1]);
      bottom = Math.max(bottom, xy[i + 1]);
      area += xy[i] * xy[j + 1] - xy[j] * xy[i + 1];
    }
    double turn = area < 0 ? -1 : 1;
    fill(left, top, right, bottom, argb, (x, y) -> farthestSide(xy, turn, x, y));
  }

  private static double farthestSide(double[] xy, double turn, double x, double y) {
    double max = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < xy.length; i += 2) {
      int j = (i + 2) % xy.length;
      double dx = xy[j] - xy[i];
      double dy = xy[j + 1] - xy[i + 1];
      double length = Math.sqrt(dx * dx + dy * dy);
      if (length > 0) {
        double outside = turn * ((x - xy[i]) * dy - (y - xy[i + 1]) * dx) / length;
        max = Math.max(max, outside);
      }
    }
    return max;
  }

  private void blend(int at, int argb, double cover) {
    int under = pixels[at];
    double alpha = (argb >>> 24) / 255.0 * cover;
    double kept = (under >>> 24) / 255.0 * (1 - alpha);
    double total = alpha + kept;
    if (!(total > 0)) {
      return;
    }
    int out = (int) Math.round(255 * total) << 24;
    for (int shift = 0; shift <= 16; shift += 8) {
      double mixed =
          (((argb >>> shift) & 0xFF) * alpha + ((under >>> shift) & 0xFF) * kept) / total;
      out |= (int) Math.round(mixed) << shift;
    }
    pixels[at] = out;
  }
}
