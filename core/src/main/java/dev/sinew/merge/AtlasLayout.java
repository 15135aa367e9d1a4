package dev.sinew.merge;

import dev.sinew.merge.Tile.Piece;
import dev.sinew.run.RunContext;
import dev.sinew.unwrap.pack.CellPacker;
import dev.sinew.unwrap.pack.CellPacker.Places;
import dev.sinew.unwrap.pack.CellPacker.Shape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The places of all pieces of tiles in an atlas whose sides are powers of two: the smallest atlas
 * in which every texel keeps its size. If that has more texels than the textures together, or is
 * too large, all pieces shrink alike, so that their texel densities keep their ratios.
 *
 * @param width columns in texels
 * @param height rows
 * @param scale texels per texel of the sources along a side
 * @param gap cells around a piece
 * @param places the place of every piece in cells, those of the tiles one after the other
 */
record AtlasLayout(int width, int height, double scale, int gap, Places places) {
  /** The least side of an atlas. */
  private static final int LEAST = 16;

  /** One side may be so many times as long as the other. */
  private static final int MAX_ASPECT = 4;

  /** A smaller scale loses too much of the textures. */
  private static final double LEAST_SCALE = 1.0 / 16;

  /** The scale is found to this share of it. */
  private static final double PRECISION = 0.005;

  private record Size(int width, int height) {
    long area() {
      return (long) width * height;
    }
  }

  /**
   * Finds the places.
   *
   * @param texels the texels of all textures together; 0 if there are none
   * @return empty if the pieces do not fit in an atlas of the largest size
   */
  static Optional<AtlasLayout> of(
      List<Tile> tiles, long texels, MergeOptions options, RunContext context) {
    int gap = Math.ceilDiv(options.padding(), Tile.CELL);
    long most = texels == 0 ? Long.MAX_VALUE : Math.max(texels, (long) LEAST * LEAST);
    List<Size> sizes = sizes(options.size(), most);
    List<Piece> whole = pieces(tiles, 1, gap);
    for (Size size : sizes) {
      Optional<AtlasLayout> made = packed(whole, size, 1, gap, context);
      if (made.isPresent()) {
        return made;
      }
    }
    return texels == 0 ? Optional.empty() : shrunk(tiles, sizes, gap, context);
  }

  /** Returns the sizes with at most some texels, the smallest first, squares before others. */
  private static List<Size> sizes(int largest, long most) {
    List<Size> out = new ArrayList<>();
    for (int w = LEAST; w <= largest; w *= 2) {
      for (int h = LEAST; h <= largest; h *= 2) {
        boolean slim = Math.max(w, h) > MAX_ASPECT * Math.min(w, h);
        if (!slim && (long) w * h <= most) {
          out.add(new Size(w, h));
        }
      }
    }
    out.sort(
        Comparator.comparingLong(Size::area)
            .thenComparingInt(size -> Math.max(size.width, size.height))
            .thenComparingInt(size -> -size.width));
    return out;
  }

  /** Searches for the largest scale at which the pieces fit in an atlas of the most texels. */
  private static Optional<AtlasLayout> shrunk(
      List<Tile> tiles, List<Size> sizes, int gap, RunContext context) {
    long area = sizes.getLast().area();
    List<Size> largest = sizes.stream().filter(size -> size.area() == area).toList();
    AtlasLayout best = null;
    double low = LEAST_SCALE;
    double high = 1;
    for (double scale = 0.9; high - low > PRECISION * high; scale = 0.5 * (low + high)) {
      List<Piece> pieces = pieces(tiles, scale, gap);
      Optional<AtlasLayout> made = Optional.empty();
      for (Size size : largest) {
        made = made.isPresent() ? made : packed(pieces, size, scale, gap, context);
      }
      if (made.isPresent()) {
        best = made.get();
        low = scale;
      } else {
        high = scale;
      }
    }
    if (best != null) {
      pieces(tiles, best.scale, gap); // The tiles keep the pieces of the layout.
    }
    return Optional.ofNullable(best);
  }

  private static List<Piece> pieces(List<Tile> tiles, double scale, int gap) {
    List<Piece> out = new ArrayList<>();
    for (Tile tile : tiles) {
      tile.divide(scale, gap);
      out.addAll(tile.pieces());
    }
    return out;
  }

  private static Optional<AtlasLayout> packed(
      List<Piece> pieces, Size size, double scale, int gap, RunContext context) {
    List<Shape> shapes = pieces.stream().map(Piece::shape).toList();
    return CellPacker.pack(
            shapes, size.width / Tile.CELL, size.height / Tile.CELL, 2 * gap, context)
        .map(places -> new AtlasLayout(size.width, size.height, scale, gap, places));
  }

  /** Returns the share of the cells that show triangles. */
  double filled(List<Tile> tiles) {
    long cells = 0;
    for (Tile tile : tiles) {
      for (Piece piece : tile.pieces()) {
        cells += piece.shape().cells().cardinality();
      }
    }
    return (double) cells / ((long) (width / Tile.CELL) * (height / Tile.CELL));
  }
}
