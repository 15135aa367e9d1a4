package dev.sinew.merge;

import dev.sinew.draw.Srgb;
import dev.sinew.merge.Surface.Content;
import dev.sinew.model.Material;
import dev.sinew.model.Material.Color;
import dev.sinew.model.TextureImage.Pixels;
import java.util.Arrays;

/**
 * What a surface shows in a slot, with its factor, to be read in texels of any size. Colours are
 * mixed as light and by their alpha, directions as vectors, all else as numbers.
 */
final class TexelSource {
  private static final int FLAT_NORMAL = 0xFF8080FF;
  private static final int ALONG_TANGENT = 0xFFFF80FF;

  private final Pixels pixels;
  private final boolean repeatU;
  private final boolean repeatV;
  private final double[] factor;
  private final boolean plainFactor;
  private final Kind kind;
  private final boolean seeThrough;
  private final double[] sum = new double[6];

  private enum Kind {
    COLOR,
    DIRECTION,
    NUMBER
  }

  /**
   * @param content what is shown
   * @param scale the factor that the shared material keeps, by which texels are divided
   * @param seeThrough whether alpha counts
   */
  TexelSource(String slot, Content content, Color scale, boolean seeThrough) {
    boolean anisotropy = slot.contains("anisotropy");
    boolean direction = Material.isNormalMap(slot) && !anisotropy;
    kind = direction ? Kind.DIRECTION : Material.isColor(slot) ? Kind.COLOR : Kind.NUMBER;
    pixels =
        content.image() == null
            ? new Pixels(
                1, 1, new int[] {direction ? FLAT_NORMAL : anisotropy ? ALONG_TANGENT : -1})
            : Images.pixels(content.image());
    repeatU = content.repeatU();
    repeatV = content.repeatV();
    this.seeThrough = seeThrough && slot.equals(Material.BASE_COLOR);
    factor =
        new double[] {
          share(content.factor().red(), scale.red()),
          share(content.factor().green(), scale.green()),
          share(content.factor().blue(), scale.blue()),
          share(content.factor().alpha(), scale.alpha())
        };
    plainFactor = factor[0] == 1 && factor[1] == 1 && factor[2] == 1 && factor[3] == 1;
  }

  private static double share(double own, double whole) {
    return own == whole ? 1 : own / whole;
  }

  /** Returns true if all texels are the same. */
  boolean isPlain() {
    return pixels.width() == 1 && pixels.height() == 1;
  }

  int width() {
    return pixels.width();
  }

  int height() {
    return pixels.height();
  }

  /**
   * Returns the texel of a rectangle.
   *
   * @param u its left side, as a texture coordinate; v likewise
   * @param du its width, as a share of the texture; dv likewise
   */
  int texel(double u, double v, double du, double dv) {
    double x = u * pixels.width();
    double y = v * pixels.height();
    double w = du * pixels.width();
    double h = dv * pixels.height();
    boolean same = Math.abs(w - 1) < 1e-9 && Math.abs(h - 1) < 1e-9;
    if (plainFactor && (isPlain() || (same && isWhole(x) && isWhole(y)))) {
      int argb = pixel(Math.round(x), Math.round(y));
      return seeThrough ? argb : argb | 0xFF000000;
    }
    Arrays.fill(sum, 0);
    if (w < 1 || h < 1) {
      // Enlarged: between the four nearest texels.
      add(x + 0.5 * w - 0.5, y + 0.5 * h - 0.5, 1, 1);
    } else {
      add(x, y, w, h);
    }
    return kind == Kind.DIRECTION ? direction() : color();
  }

  private static boolean isWhole(double x) {
    return Math.abs(x - Math.rint(x)) < 1e-6;
  }

  /** Adds all texels in a rectangle, by the area that it has of them. */
  private void add(double x, double y, double w, double h) {
    for (long j = (long) Math.floor(y); j < y + h - 1e-9; j++) {
      double high = Math.min(y + h, j + 1.0) - Math.max(y, (double) j);
      for (long i = (long) Math.floor(x); i < x + w - 1e-9; i++) {
        double area = high * (Math.min(x + w, i + 1.0) - Math.max(x, (double) i));
        if (area > 0) {
          add(pixel(i, j), area);
        }
      }
    }
  }

  private void add(int argb, double area) {
    double alpha = (argb >>> 24) / 255.0;
    double weight = area * (seeThrough ? Math.max(alpha, 1e-3) : 1);
    for (int k = 0; k < 3; k++) {
      int shift = 16 - 8 * k;
      double value =
          kind == Kind.COLOR ? Srgb.linear(argb, shift) : ((argb >>> shift) & 0xFF) / 255.0;
      sum[k] += weight * value;
    }
    sum[3] += area * alpha;
    sum[4] += weight;
    sum[5] += area;
  }

  private int color() {
    double red = sum[0] / sum[4] * factor[0];
    double green = sum[1] / sum[4] * factor[1];
    double blue = sum[2] / sum[4] * factor[2];
    int argb =
        kind == Kind.COLOR ? Srgb.opaque(red, green, blue) : Srgb.opaqueNumbers(red, green, blue);
    if (!seeThrough) {
      return argb;
    }
    int alpha = (int) Math.round(255 * Math.clamp(sum[3] / sum[5] * factor[3], 0, 1));
    return (alpha << 24) | (argb & 0xFFFFFF);
  }

  /** Red and green of the factor scale the direction across the normal. */
  private int direction() {
    double x = (2 * sum[0] / sum[4] - 1) * factor[0];
    double y = (2 * sum[1] / sum[4] - 1) * factor[1];
    double z = 2 * sum[2] / sum[4] - 1;
    double length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0)) {
      return FLAT_NORMAL;
    }
    return Srgb.opaqueNumbers((x / length + 1) / 2, (y / length + 1) / 2, (z / length + 1) / 2);
  }

  private int pixel(long x, long y) {
    int w = pixels.width();
    int h = pixels.height();
    int i = repeatU ? Math.floorMod(x, w) : Math.clamp(x, 0, w - 1);
    int j = repeatV ? Math.floorMod(y, h) : Math.clamp(y, 0, h - 1);
    return pixels.argb()[j * w + i];
  }
}
