package dev.sinew.merge;

import dev.sinew.merge.Surface.Content;
import dev.sinew.model.DisjointSets;
import dev.sinew.unwrap.pack.CellPacker.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The texels that triangles show of textures with common coordinates: surfaces of the same textures
 * and factors share them. Islands of texture coordinates are moved by whole repeats of the texture
 * to its first one. Cells of texels that triangles touch are then divided into pieces that have
 * others between them.
 */
final class Tile {
  /**
   * The side of a cell in texels. Smaller versions of an atlas keep cells apart down to a texel.
   */
  static final int CELL = 4;

  /** A texture may repeat so often in its atlas, by area. */
  static final int MAX_REPEATS = 4;

  private final Map<String, Content> contents;
  private final int width;
  private final int height;
  private final List<int[]> corners = new ArrayList<>();
  private final List<double[]> uvs = new ArrayList<>();

  /** The piece of every corner of every surface. */
  private int[][] pieceOf = {};

  private final List<Piece> pieces = new ArrayList<>();

  /**
   * A part of the texels.
   *
   * @param x its left column, in cells from the corner of the texture
   * @param y its first row
   * @param shape its cells
   */
  record Piece(int x, int y, Shape shape) {}

  /**
   * @param contents what is shown, by slot
   * @param width the columns of the largest texture; 0 without textures
   * @param height its rows
   */
  Tile(Map<String, Content> contents, int width, int height) {
    this.contents = contents;
    this.width = width;
    this.height = height;
  }

  Map<String, Content> contents() {
    return contents;
  }

  /** Returns what one of its slots shows. */
  Content content(String slot) {
    return Objects.requireNonNull(contents.get(slot), slot);
  }

  boolean isPlain() {
    return width == 0;
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  /**
   * Adds triangles.
   *
   * @param ids the corners in the joined mesh
   * @param wedges the wedge of each
   * @param uv u and v of each, in the space of the texture
   */
  void add(int[] ids, int[] wedges, double[] uv) {
    corners.add(ids);
    uvs.add(isPlain() ? uv : moved(wedges, uv));
  }

  private boolean repeats(int axis) {
    return contents.values().stream()
        .filter(content -> content.image() != null)
        .allMatch(content -> axis == 0 ? content.repeatU() : content.repeatV());
  }

  /** Moves every island by whole repeats, so that it starts in the first one. */
  private double[] moved(int[] wedges, double[] uv) {
    int[] dense = dense(wedges);
    DisjointSets islands = new DisjointSets(wedges.length);
    for (int c = 0; c < wedges.length; c += 3) {
      islands.join(dense[c], dense[c + 1]);
      islands.join(dense[c], dense[c + 2]);
    }
    double[] out = uv.clone();
    for (int axis = 0; axis < 2; axis++) {
      if (!repeats(axis)) {
        continue;
      }
      double[] low = new double[wedges.length];
      Arrays.fill(low, Double.POSITIVE_INFINITY);
      for (int c = 0; c < wedges.length; c++) {
        int island = islands.of(dense[c]);
        low[island] = Math.min(low[island], uv[2 * c + axis]);
      }
      for (int c = 0; c < wedges.length; c++) {
        // Coordinates that should be a whole number may be a little less.
        out[2 * c + axis] -= Math.floor(low[islands.of(dense[c])] + 1e-5);
      }
    }
    return out;
  }

  /** Returns the first corner with the same wedge, for every corner. */
  private static int[] dense(int[] wedges) {
    Map<Integer, Integer> first = new HashMap<>();
    int[] out = new int[wedges.length];
    for (int c = 0; c < wedges.length; c++) {
      Integer known = first.putIfAbsent(wedges[c], c);
      out[c] = known == null ? c : known;
    }
    return out;
  }

  /** Returns false if the texture repeats too often, or its coordinates are out of range. */
  boolean fits() {
    if (isPlain()) {
      return true;
    }
    double[] box = box(1);
    double area = (box[2] - box[0] + 1) * (box[3] - box[1] + 1);
    long own = Math.ceilDiv(width, CELL) * (long) Math.ceilDiv(height, CELL);
    if (!(area <= 8.0 * (own + 64))) {
      return false;
    }
    long cells = cells(1, box).cardinality();
    return cells <= MAX_REPEATS * (own + 2L * (width + height) / CELL + 4);
  }

  /** Returns the first and last cell of all corners, along both axes. */
  private double[] box(double scale) {
    double[] out = {Double.MAX_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE, -Double.MAX_VALUE};
    for (double[] uv : uvs) {
      for (int i = 0; i < uv.length; i++) {
        double cell = Math.floor(inCells(uv[i], i % 2, scale));
        out[i % 2] = Math.min(out[i % 2], cell);
        out[2 + i % 2] = Math.max(out[2 + i % 2], cell);
      }
    }
    return out;
  }

  private double inCells(double uv, int axis, double scale) {
    return uv * (axis == 0 ? width : height) * scale / CELL;
  }

  private BitSet cells(double scale, double[] box) {
    int columns = (int) (box[2] - box[0]) + 1;
    BitSet out = new BitSet();
    double[] p = new double[6];
    for (double[] uv : uvs) {
      for (int t = 0; t < uv.length; t += 6) {
        for (int i = 0; i < 6; i++) {
          p[i] = inCells(uv[t + i], i % 2, scale) - box[i % 2];
        }
        touch(p, columns, out);
      }
    }
    return out;
  }

  /** Sets all cells that a triangle touches. */
  private static void touch(double[] p, int columns, BitSet out) {
    int first = (int) Math.floor(Math.min(p[1], Math.min(p[3], p[5])));
    int last = (int) Math.floor(Math.max(p[1], Math.max(p[3], p[5])));
    for (int row = first; row <= last; row++) {
      double low = Double.POSITIVE_INFINITY;
      double high = Double.NEGATIVE_INFINITY;
      for (int i = 0; i < 6; i += 2) {
        int j = (i + 2) % 6;
        double from = Math.clamp(p[i + 1], row, row + 1.0);
        double to = Math.clamp(p[j + 1], row, row + 1.0);
        boolean apart =
            Math.max(p[i + 1], p[j + 1]) < row || Math.min(p[i + 1], p[j + 1]) > row + 1;
        if (!apart) {
          double rise = p[j + 1] - p[i + 1];
          for (double y : new double[] {from, to}) {
            double x = rise == 0 ? p[i] : p[i] + (y - p[i + 1]) / rise * (p[j] - p[i]);
            low = Math.min(low, Math.min(x, rise == 0 ? p[j] : x));
            high = Math.max(high, Math.max(x, rise == 0 ? p[j] : x));
          }
        }
      }
      int from = Math.clamp((long) Math.floor(low), 0, columns - 1);
      int to = Math.clamp((long) Math.floor(high), from, columns - 1);
      out.set(row * columns + from, row * columns + to + 1);
    }
  }

  /**
   * Divides the texels into pieces.
   *
   * @param scale texels of the atlas per texel of the largest texture
   * @param gap cells around a piece that others may not have
   */
  void divide(double scale, int gap) {
    pieces.clear();
    pieceOf = new int[corners.size()][];
    if (isPlain()) {
      BitSet one = new BitSet();
      one.set(0);
      pieces.add(new Piece(0, 0, new Shape(1, 1, one)));
      for (int s = 0; s < pieceOf.length; s++) {
        pieceOf[s] = new int[corners.get(s).length];
      }
      return;
    }
    double[] box = box(scale);
    int columns = (int) (box[2] - box[0]) + 1;
    int rows = (int) (box[3] - box[1]) + 1;
    BitSet cells = cells(scale, box);
    int[] label = labels(cells, columns, rows, gap);
    addPieces(cells, label, columns, box);
    for (int s = 0; s < pieceOf.length; s++) {
      double[] uv = uvs.get(s);
      pieceOf[s] = new int[uv.length / 2];
      for (int c = 0; c < pieceOf[s].length; c++) {
        // All corners of a triangle touch the cells of one piece.
        int x = (int) Math.floor(inCells(uv[2 * c], 0, scale) - box[0]);
        int y = (int) Math.floor(inCells(uv[2 * c + 1], 1, scale) - box[1]);
        pieceOf[s][c] = label[y * columns + x];
      }
    }
  }

  /** Numbers groups of cells that are at most twice a gap apart; cells without one have -1. */
  private static int[] labels(BitSet cells, int columns, int rows, int gap) {
    int[] label = new int[columns * rows];
    Arrays.fill(label, -1);
    int[] stack = new int[cells.cardinality()];
    int count = 0;
    for (int start = cells.nextSetBit(0); start >= 0; start = cells.nextSetBit(start + 1)) {
      if (label[start] >= 0) {
        continue;
      }
      int depth = 0;
      stack[depth++] = start;
      label[start] = count;
      while (depth > 0) {
        int at = stack[--depth];
        int x = at % columns, y = at / columns;
        for (int j = Math.max(0, y - gap); j <= Math.min(rows - 1, y + gap); j++) {
          for (int i = Math.max(0, x - gap); i <= Math.min(columns - 1, x + gap); i++) {
            int next = j * columns + i;
            if (cells.get(next) && label[next] < 0) {
              label[next] = count;
              stack[depth++] = next;
            }
          }
        }
      }
      count++;
    }
    return label;
  }

  private void addPieces(BitSet cells, int[] label, int columns, double[] box) {
    List<int[]> boxes = new ArrayList<>();
    for (int at = cells.nextSetBit(0); at >= 0; at = cells.nextSetBit(at + 1)) {
      while (label[at] >= boxes.size()) {
        boxes.add(new int[] {Integer.MAX_VALUE, Integer.MAX_VALUE, 0, 0});
      }
      int[] own = boxes.get(label[at]);
      own[0] = Math.min(own[0], at % columns);
      own[1] = Math.min(own[1], at / columns);
      own[2] = Math.max(own[2], at % columns);
      own[3] = Math.max(own[3], at / columns);
    }
    List<BitSet> sets = boxes.stream().map(own -> new BitSet()).toList();
    for (int at = cells.nextSetBit(0); at >= 0; at = cells.nextSetBit(at + 1)) {
      int[] own = boxes.get(label[at]);
      int wide = own[2] - own[0] + 1;
      sets.get(label[at]).set((at / columns - own[1]) * wide + at % columns - own[0]);
    }
    for (int i = 0; i < boxes.size(); i++) {
      int[] own = boxes.get(i);
      Shape shape = new Shape(own[2] - own[0] + 1, own[3] - own[1] + 1, sets.get(i));
      pieces.add(new Piece((int) box[0] + own[0], (int) box[1] + own[1], shape));
    }
  }

  List<Piece> pieces() {
    return pieces;
  }

  /** A receiver of coordinates. */
  interface Placed {
    /**
     * Takes the place of a corner in texels.
     *
     * @param corner in the joined mesh
     * @param piece the piece that has it
     * @param x in texels of the atlas from the corner of the texture
     */
    void at(int corner, int piece, double x, double y);
  }

  /** Hands out all corners. All corners of a plain tile are in the middle of its cell. */
  void place(double scale, Placed to) {
    for (int s = 0; s < pieceOf.length; s++) {
      double[] uv = uvs.get(s);
      for (int c = 0; c < pieceOf[s].length; c++) {
        double x = isPlain() ? 0.5 * CELL : uv[2 * c] * width * scale;
        double y = isPlain() ? 0.5 * CELL : uv[2 * c + 1] * height * scale;
        to.at(corners.get(s)[c], pieceOf[s][c], x, y);
      }
    }
  }
}
