package dev.sinew.draw;

import dev.sinew.model.Material.Texture;
import dev.sinew.model.TextureImage.Pixels;
import java.util.ArrayList;
import java.util.List;

/**
 * A texture at several resolutions, each half of the one before (Williams, "Pyramidal Parametrics",
 * 1983), so that it does not flicker where many of its pixels fall on one of the picture.
 */
public final class TexturePyramid {
  private final List<Pixels> levels = new ArrayList<>();
  private final boolean repeatU;
  private final boolean repeatV;
  private final double[] transform;
  private final boolean isColor;

  /** Makes all levels of a texture of colours. */
  public TexturePyramid(Texture texture, Pixels pixels) {
    this(texture, pixels, true);
  }

  /**
   * Makes all levels.
   *
   * @param isColor whether red, green and blue are sRGB; else they are plain numbers
   */
  public TexturePyramid(Texture texture, Pixels pixels, boolean isColor) {
    this.isColor = isColor;
    repeatU = texture.repeatU();
    repeatV = texture.repeatV();
    transform = texture.transform();
    levels.add(pixels);
    while (levels.getLast().width() > 1 || levels.getLast().height() > 1) {
      levels.add(half(levels.getLast()));
    }
  }

  private Pixels half(Pixels fine) {
    int width = Math.max(1, fine.width() / 2);
    int height = Math.max(1, fine.height() / 2);
    int[] argb = new int[width * height];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        double red = 0, green = 0, blue = 0, alpha = 0;
        for (int i = 0; i < 4; i++) {
          int column = Math.min(fine.width() - 1, 2 * x + (i & 1));
          int row = Math.min(fine.height() - 1, 2 * y + (i >> 1));
          int pixel = fine.argb()[row * fine.width() + column];
          double a = (pixel >>> 24) / 255.0;
          red += a * value(pixel, 16);
          green += a * value(pixel, 8);
          blue += a * value(pixel, 0);
          alpha += a;
        }
        int opaque = alpha > 0 ? opaque(red / alpha, green / alpha, blue / alpha) : 0xFF000000;
        argb[y * width + x] = (int) Math.round(255 * alpha / 4) << 24 | (opaque & 0xFFFFFF);
      }
    }
    return new Pixels(width, height, argb);
  }

  private double value(int pixel, int shift) {
    return isColor ? Srgb.linear(pixel, shift) : (pixel >>> shift & 0xFF) / 255.0;
  }

  private int opaque(double red, double green, double blue) {
    return isColor ? Srgb.opaque(red, green, blue) : Srgb.opaqueNumbers(red, green, blue);
  }

  /** Returns the number of pixels of the finest level. */
  public double pixelCount() {
    return (double) levels.getFirst().width() * levels.getFirst().height();
  }

  /** Returns how a transform of texture coordinates scales areas. */
  public double areaScale() {
    return Math.abs(transform[0] * transform[4] - transform[1] * transform[3]);
  }

  /**
   * Samples the texture, bilinearly.
   *
   * @param level 0 for the finest level; larger ones are coarser
   * @param out receives red, green, blue, linear if they are colours, and alpha
   */
  public void sample(double u, double v, int level, double[] out) {
    Pixels pixels = levels.get(Math.clamp(level, 0, levels.size() - 1));
    double s = transform[0] * u + transform[1] * v + transform[2];
    double t = transform[3] * u + transform[4] * v + transform[5];
    double x = s * pixels.width() - 0.5;
    double y = t * pixels.height() - 0.5;
    double column = Math.floor(x);
    double row = Math.floor(y);
    double fx = x - column;
    double fy = y - row;
    out[0] = out[1] = out[2] = out[3] = 0;
    for (int i = 0; i < 4; i++) {
      double weight = ((i & 1) == 0 ? 1 - fx : fx) * ((i >> 1) == 0 ? 1 - fy : fy);
      int pixel =
          pixels
              .argb()[
              index(row + (i >> 1), pixels.height(), repeatV) * pixels.width()
                  + index(column + (i & 1), pixels.width(), repeatU)];
      out[0] += weight * value(pixel, 16);
      out[1] += weight * value(pixel, 8);
      out[2] += weight * value(pixel, 0);
      out[3] += weight * (pixel >>> 24) / 255.0;
    }
  }

  private static int index(double at, int size, boolean repeat) {
    if (!(Math.abs(at) < 1e9)) {
      return 0;
    }
    return repeat ? Math.floorMod((long) at, size) : Math.clamp((long) at, 0, size - 1);
  }
}
