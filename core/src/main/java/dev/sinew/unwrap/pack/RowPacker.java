package dev.sinew.unwrap.pack;

import dev.sinew.run.RunContext;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Packs boxes in rows (Merry's thesis, 2007, section 5.4; Sander and others, 2001): outlines turned
 * to their smallest box, upright, sorted by height, rows filled alternately from left and right. A
 * search finds the largest scale that fits.
 */
public final class RowPacker {
  private static final int ANGLES = 36;

  private final double gap;
  private final int[] order;
  private final double[] angles;
  private final double[] widths;
  private final double[] heights;
  private final double[] x;
  private final double[] y;

  private RowPacker(List<Outline> outlines, double gap) {
    this.gap = gap;
    int n = outlines.size();
    angles = new double[n];
    widths = new double[n];
    heights = new double[n];
    x = new double[n];
    y = new double[n];
    for (int i = 0; i < n; i++) {
      choose(i, outlines.get(i));
    }
    order =
        IntStream.range(0, n)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer i) -> -heights[i]))
            .mapToInt(Integer::intValue)
            .toArray();
  }

  /** Turns an outline to its smallest upright box. */
  private void choose(int i, Outline outline) {
    double least = Double.POSITIVE_INFINITY;
    for (int k = 0; k < ANGLES; k++) {
      double angle = Math.PI * k / ANGLES;
      Outline turned = outline.turned(angle);
      double width = turned.extent(0);
      double height = turned.extent(1);
      if (width <= height * (1 + 1e-9) && width * height < least) {
        least = width * height;
        angles[i] = angle;
        widths[i] = width;
        heights[i] = height;
      }
    }
  }

  /**
   * Packs outlines.
   *
   * @param gap the least distance between outlines, in sides of the square; half of it stays free
   *     at the sides
   */
  public static Layout pack(List<Outline> outlines, double gap, RunContext context) {
    RowPacker packer = new RowPacker(outlines, gap);
    double area = 0;
    for (int i = 0; i < outlines.size(); i++) {
      area += packer.widths[i] * packer.heights[i];
    }
    double low = 0;
    double high = 1 / Math.sqrt(Math.max(area, Double.MIN_NORMAL));
    for (int step = 0; step < 50; step++) {
      context.checkCancelled();
      double middle = 0.5 * (low + high);
      if (packer.fits(middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    packer.fits(low);
    return new Layout(low, packer.angles, packer.x, packer.y);
  }

  private boolean fits(double scale) {
    double bottom = 0.5 * gap;
    double height = 0;
    double used = 0;
    boolean fromRight = false;
    boolean first = true;
    for (int i : order) {
      double width = scale * widths[i];
      if (!first && used + width + gap > 1) {
        bottom += height + gap;
        used = 0;
        height = 0;
        fromRight = !fromRight;
      }
      first = false;
      if (used + width + gap > 1) {
        return false;
      }
      height = Math.max(height, scale * heights[i]);
      if (bottom + height + 0.5 * gap > 1) {
        return false;
      }
      double left = used + 0.5 * gap;
      x[i] = fromRight ? 1 - left - width : left;
      y[i] = bottom;
      used += width + gap;
    }
    return true;
  }
}
