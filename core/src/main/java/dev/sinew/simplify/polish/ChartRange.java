package dev.sinew.simplify.polish;

import dev.sinew.model.DisjointSets;
import dev.sinew.model.MeshAttribute;
import java.util.Arrays;

/**
 * The texture coordinates that each chart of a level may have: those of the original's triangles
 * that it shows. A fit extrapolates beyond its samples, and beside a chart there is another part of
 * the picture, or another colour of a palette.
 */
final class ChartRange {
  /**
   * How far texture coordinates may be beyond this range, in sizes of it: the border of a level's
   * chart is coarser than the original's. With 0, beebot's pictures at 10 % are 22 % worse; with
   * 0.1 they are the same as without any limit. See docs/decisions/seams.md.
   */
  private static final double BEYOND = 0.1;

  private final DisjointSets charts;
  private final int width;
  private final double[] least;
  private final double[] most;

  /**
   * @param rows the unknown of every corner of the level; a chart is what they connect
   * @param start the values of all unknowns before, which are always in range
   * @param width the number of values per unknown
   */
  ChartRange(int[] rows, double[] start, int width) {
    this.width = width;
    charts = new DisjointSets(start.length / width);
    for (int c = 0; c < rows.length; c += 3) {
      charts.join(rows[c], rows[c + 1]);
      charts.join(rows[c], rows[c + 2]);
    }
    least = new double[start.length];
    most = new double[start.length];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    Arrays.fill(most, Double.NEGATIVE_INFINITY);
    for (int row : rows) {
      for (int k = 0; k < width; k++) {
        widen(charts.of(row), k, start[width * row + k]);
      }
    }
  }

  private void widen(int chart, int k, double value) {
    least[width * chart + k] = Math.min(least[width * chart + k], value);
    most[width * chart + k] = Math.max(most[width * chart + k], value);
  }

  /** Adds the values at a wedge of the original to the chart of an unknown. */
  void add(int row, MeshAttribute source, int wedge) {
    int chart = charts.of(row);
    for (int k = 0; k < width; k++) {
      widen(chart, k, source.value(wedge, k));
    }
  }

  /** Brings the values of all unknowns near to the range. */
  void clamp(double[] x) {
    for (int i = 0; i < x.length; i++) {
      int at = width * charts.of(i / width) + i % width;
      if (least[at] <= most[at]) {
        double more = BEYOND * (most[at] - least[at]);
        x[i] = Math.clamp(x[i], least[at] - more, most[at] + more);
      }
    }
  }
}
