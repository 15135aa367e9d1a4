package dev.sinew.merge;

import dev.sinew.merge.Tile.Piece;
import dev.sinew.model.Material.Color;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Paints the textures of an atlas. What surrounds a piece in its own texture also surrounds it in
 * the atlas, as far as there is room, so that filtering finds the same neighbours.
 */
final class AtlasImages {
  private static final int NONE = -1;

  /** Cells around pieces that show what surrounds them; the rest has the mean colour. */
  private static final int AROUND = 8;

  /** The smallest version of an atlas has a texel per cell. */
  private static final int MOST_HALVINGS = Integer.numberOfTrailingZeros(Tile.CELL);

  private static final int ROWS = 16;

  private final List<Tile> tiles;
  private final AtlasLayout layout;
  private final boolean seeThrough;
  private final RunContext context;
  private final List<Tile> tileOf = new ArrayList<>();
  private final List<Piece> pieces = new ArrayList<>();

  /** The piece of every cell of the atlas. */
  private final int[] owner;

  /**
   * @param tiles have the pieces of the layout
   * @param seeThrough whether the alpha of colours counts
   */
  AtlasImages(List<Tile> tiles, AtlasLayout layout, boolean seeThrough, RunContext context) {
    this.tiles = tiles;
    this.layout = layout;
    this.seeThrough = seeThrough;
    this.context = context;
    for (Tile tile : tiles) {
      for (Piece piece : tile.pieces()) {
        tileOf.add(tile);
        pieces.add(piece);
      }
    }
    owner = owners();
  }

  private int columns() {
    return layout.width() / Tile.CELL;
  }

  /** Gives each cell to the piece that has it or is next to it. */
  private int[] owners() {
    int columns = columns();
    int rows = layout.height() / Tile.CELL;
    int[] out = new int[columns * rows];
    Arrays.fill(out, NONE);
    int[] queue = new int[out.length];
    int end = 0;
    for (int p = 0; p < pieces.size(); p++) {
      Piece piece = pieces.get(p);
      int wide = piece.shape().width();
      for (int i = piece.shape().cells().nextSetBit(0);
          i >= 0;
          i = piece.shape().cells().nextSetBit(i + 1)) {
        int x = layout.places().x()[p] + i % wide;
        int y = layout.places().y()[p] + i / wide;
        out[y * columns + x] = p;
        queue[end++] = y * columns + x;
      }
    }
    int from = 0;
    for (int ring = 0; ring < Math.max(AROUND, layout.gap()); ring++) {
      for (int last = end; from < last; from++) {
        int x = queue[from] % columns, y = queue[from] / columns;
        for (int j = Math.max(0, y - 1); j <= Math.min(rows - 1, y + 1); j++) {
          for (int i = Math.max(0, x - 1); i <= Math.min(columns - 1, x + 1); i++) {
            if (out[j * columns + i] == NONE) {
              out[j * columns + i] = out[queue[from]];
              queue[end++] = j * columns + i;
            }
          }
        }
      }
    }
    return out;
  }

  /**
   * Returns how often a slot's texture can be halved and still has as many texels as its sources.
   */
  int halvings(String slot) {
    int out = MOST_HALVINGS;
    for (Tile tile : tiles) {
      TexelSource source = source(tile, slot, Color.WHITE);
      while (out > 0
          && !source.isPlain()
          && (tile.width() >> out < source.width() || tile.height() >> out < source.height())) {
        out--;
      }
    }
    return out;
  }

  private TexelSource source(Tile tile, String slot, Color scale) {
    return new TexelSource(slot, tile.content(slot), scale, seeThrough);
  }

  /**
   * Paints the texture of a slot.
   *
   * @param scale the factor that the material keeps
   */
  Pixels paint(String slot, Color scale, int halvings) {
    int width = layout.width() >> halvings;
    int height = layout.height() >> halvings;
    int[] argb = new int[width * height];
    boolean[] painted = new boolean[argb.length];
    context.run(
        "painting the atlas",
        Math.ceilDiv(height, ROWS),
        band -> {
          TexelSource[] sources = new TexelSource[tiles.size()];
          for (int t = 0; t < sources.length; t++) {
            sources[t] = source(tiles.get(t), slot, scale);
          }
          for (int y = ROWS * band; y < Math.min(height, ROWS * band + ROWS); y++) {
            for (int x = 0; x < width; x++) {
              int piece =
                  owner[(y << halvings) / Tile.CELL * columns() + (x << halvings) / Tile.CELL];
              if (piece != NONE) {
                int tile = tiles.indexOf(tileOf.get(piece));
                argb[y * width + x] =
                    texel(sources[tile], piece, x << halvings, y << halvings, halvings);
                painted[y * width + x] = true;
              }
            }
          }
        });
    fillRest(argb, painted);
    return new Pixels(width, height, argb);
  }

  private int texel(TexelSource source, int piece, int x, int y, int halvings) {
    Tile tile = tileOf.get(piece);
    if (tile.isPlain()) {
      return source.texel(0, 0, 1, 1);
    }
    double wide = tile.width() * layout.scale();
    double high = tile.height() * layout.scale();
    int dx = Tile.CELL * (pieces.get(piece).x() - layout.places().x()[piece]);
    int dy = Tile.CELL * (pieces.get(piece).y() - layout.places().y()[piece]);
    int side = 1 << halvings;
    return source.texel((x + dx) / wide, (y + dy) / high, side / wide, side / high);
  }

  private static void fillRest(int[] argb, boolean[] painted) {
    long[] sum = new long[5];
    for (int i = 0; i < argb.length; i++) {
      if (painted[i]) {
        for (int k = 0; k < 4; k++) {
          sum[k] += (argb[i] >>> (8 * k)) & 0xFF;
        }
        sum[4]++;
      }
    }
    int mean = 0;
    for (int k = 0; k < 4 && sum[4] > 0; k++) {
      mean |= (int) (sum[k] / sum[4]) << (8 * k);
    }
    for (int i = 0; i < argb.length; i++) {
      argb[i] = painted[i] ? argb[i] : mean;
    }
  }

  /** Puts the occlusion of one texture into the red of another of roughness and metalness. */
  static Pixels combined(Pixels occlusion, Pixels others) {
    int[] argb = others.argb().clone();
    for (int i = 0; i < argb.length; i++) {
      argb[i] = (argb[i] & 0xFF00FFFF) | (occlusion.argb()[i] & 0xFF0000);
    }
    return new Pixels(others.width(), others.height(), argb);
  }
}
