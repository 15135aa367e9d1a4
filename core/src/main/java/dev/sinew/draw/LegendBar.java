package dev.sinew.draw;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Draws a {@link Legend}: a caption over a bar of colours between the values of its ends. */
final class LegendBar {
  private static final double BAR_SHARE = 0.42;
  private static final double BAR_DOTS = 7;

  private LegendBar() {}

  static void draw(
      Legend legend, Ink ink, PictureLayout layout, DrawOptions options, int textColor) {
    int width = options.raster().width();
    int height = options.raster().height();
    double dot = layout.dot();
    double gap = 5 * dot;
    String low = number(legend.min());
    String high = number(legend.max());
    double barWidth = Math.floor(BAR_SHARE * width);
    double left = Math.floor((width - barWidth) / 2);
    double bottom = height - 6 * dot;
    double top = bottom - BAR_DOTS * dot;
    ink.convex(
        box(left - 0.6 * dot, top - 0.6 * dot, left + barWidth + 0.6 * dot, bottom + 0.6 * dot),
        0xFF8A8F98);
    for (int i = 0; i < barWidth; i++) {
      int color = legend.ramp().argb((i + 0.5) / barWidth);
      ink.convex(box(left + i, top, left + i + 1, bottom), color);
    }
    double room = (left - 2 * gap) / dot;
    String shownLow = Lettering.fitted(low, room);
    double lowLeft = left - gap - Lettering.width(shownLow) * dot;
    Lettering.write(ink, shownLow, lowLeft, bottom, dot, textColor);
    Lettering.write(
        ink, Lettering.fitted(high, room), left + barWidth + gap, bottom, dot, textColor);
    String caption = Lettering.fitted(legend.caption(), width / dot - 10);
    double captionLeft = (width - Lettering.width(caption) * dot) / 2;
    Lettering.write(ink, caption, captionLeft, top - 5 * dot, dot, textColor);
  }

  /**
   * Returns a number with three significant digits, without exponent unless very large or small.
   */
  static String number(double value) {
    if (!Double.isFinite(value)) {
      return String.valueOf(value);
    }
    BigDecimal rounded =
        new BigDecimal(value)
            .round(new MathContext(3, RoundingMode.HALF_EVEN))
            .stripTrailingZeros();
    double size = Math.abs(value);
    if (value == 0) {
      return "0";
    }
    if (size >= 1e-4 && size < 1e6) {
      return rounded.toPlainString();
    }
    int exponent = rounded.precision() - rounded.scale() - 1;
    return rounded.scaleByPowerOfTen(-exponent).toPlainString() + "e" + exponent;
  }

  private static double[] box(double left, double top, double right, double bottom) {
    return new double[] {left, top, right, top, right, bottom, left, bottom};
  }
}
