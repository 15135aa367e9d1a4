package dev.sinew.draw;

import java.util.ArrayList;
import java.util.List;

/**
 * The layout of a picture: a grid of cells for the items, a line of text under each cell if any
 * item has a label, and a strip along the bottom for the legend.
 *
 * @param cells the cell of each item
 * @param labelHeight the height of the labels below the cells in pixels
 * @param legendTop the first row of the legend's strip; the picture's height without a legend
 * @param dot pixels per dot of the font
 */
record PictureLayout(List<Cell> cells, int labelHeight, int legendTop, double dot) {
  /** A rectangle of pixels with left column {@code x} and top row {@code y}. */
  record Cell(int x, int y, int width, int height) {}

  static PictureLayout of(Scene scene, DrawOptions options) {
    double dot = Math.max(1, Math.min(options.raster().width(), options.raster().height()) / 420.0);
    int legendHeight = scene.legend().map(l -> legendHeight(l, dot)).orElse(0);
    int top = Math.max(1, options.raster().height() - legendHeight);
    int count = scene.items().size();
    if (count == 0) {
      return new PictureLayout(List.of(), 0, top, dot);
    }
    boolean labelled = scene.items().stream().anyMatch(i -> !i.label().isEmpty());
    int labelHeight = labelled ? (int) Math.ceil(15 * dot) : 0;
    int columns =
        options.columns() > 0 ? options.columns() : columns(count, options.raster().width(), top);
    columns = Math.min(columns, count);
    int rows = (count + columns - 1) / columns;
    List<Cell> cells = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int column = i % columns;
      int row = i / columns;
      int left = edge(options.raster().width(), column, columns);
      int upper = edge(top, row, rows);
      int width = edge(options.raster().width(), column + 1, columns) - left;
      int height = edge(top, row + 1, rows) - upper - labelHeight;
      cells.add(new Cell(left, upper, width, Math.max(0, height)));
    }
    return new PictureLayout(List.copyOf(cells), labelHeight, top, dot);
  }

  private static int legendHeight(Legend legend, double dot) {
    return (int) Math.ceil((legend.caption().isEmpty() ? 18 : 30) * dot);
  }

  private static int edge(int length, int part, int parts) {
    return (int) ((long) length * part / parts);
  }

  /** Returns the number of columns that makes cells most square. */
  private static int columns(int count, int width, int height) {
    int best = 1;
    double bestSkew = Double.POSITIVE_INFINITY;
    for (int columns = 1; columns <= count; columns++) {
      int rows = (count + columns - 1) / columns;
      double aspect = (double) width * rows / ((double) height * columns);
      double skew = Math.max(aspect, 1 / aspect);
      if (skew < bestSkew) {
        bestSkew = skew;
        best = columns;
      }
    }
    return best;
  }
}
