package dev.sinew.sample;

/**
 * A texel while it is painted: the point of the surface at rest, its size there, and its colour.
 * Colours are 0xRRGGBB in sRGB; later paint covers earlier paint.
 */
final class Texel {
  /** Position of its centre at rest. */
  double x;

  double y;
  double z;

  /** Its width on the surface. */
  private final double width;

  private double red;
  private double green;
  private double blue;

  Texel(double width, double x, double y, double z) {
    this.width = width;
    this.x = x;
    this.y = y;
    this.z = z;
  }

  /** Sets the colour. */
  void fill(int rgb) {
    tint(1, rgb);
  }

  /**
   * Paints inside a shape; its edge is smoothed over one texel.
   *
   * @param distance the signed distance from the shape's edge on the surface, negative inside
   */
  void cover(double distance, int rgb) {
    tint(Math.clamp(0.5 - distance / width, 0, 1), rgb);
  }

  /** Mixes in a colour by a share from 0 to 1. */
  void tint(double share, int rgb) {
    red += share * ((rgb >> 16 & 0xFF) - red);
    green += share * ((rgb >> 8 & 0xFF) - green);
    blue += share * ((rgb & 0xFF) - blue);
  }

  /** Returns the colour as an opaque pixel. */
  int argb() {
    return 0xFF << 24
        | (int) Math.round(red) << 16
        | (int) Math.round(green) << 8
        | (int) Math.round(blue);
  }
}
