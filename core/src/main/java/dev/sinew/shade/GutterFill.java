package dev.sinew.shade;

import dev.sinew.run.RunContext;

/**
 * Fills the texels between charts with the mean of their neighbours, from the charts outwards, so
 * that filtering and smaller versions of the texture mix in nothing else.
 */
final class GutterFill {
  private final int side;
  private final boolean[] known;

  /** The texels to fill, in their order, and where each round ends. */
  private final int[] order;

  private int count;

  /**
   * Finds the order in which texels are filled.
   *
   * @param known the texels that have a value, row by row
   */
  GutterFill(int side, boolean[] known, RunContext context) {
    this.side = side;
    this.known = known.clone();
    order = new int[known.length];
    boolean[] found = known.clone();
    for (int i = 0; i < known.length; i++) {
      if (known[i]) {
        addNeighbours(i, found);
      }
    }
    for (int next = 0; next < count; next++) {
      if (next % 65536 == 0) {
        context.checkCancelled();
      }
      addNeighbours(order[next], found);
    }
  }

  private void addNeighbours(int texel, boolean[] found) {
    int x = texel % side, y = texel / side;
    for (int row = Math.max(0, y - 1); row <= Math.min(side - 1, y + 1); row++) {
      for (int column = Math.max(0, x - 1); column <= Math.min(side - 1, x + 1); column++) {
        int i = row * side + column;
        if (!found[i]) {
          found[i] = true;
          order[count++] = i;
        }
      }
    }
  }

  /** Fills one image. */
  void fill(int[] argb) {
    boolean[] done = known.clone();
    for (int n = 0; n < count; n++) {
      argb[order[n]] = mean(argb, done, order[n]);
      done[order[n]] = true;
    }
  }

  private int mean(int[] argb, boolean[] done, int texel) {
    int x = texel % side, y = texel / side;
    int alpha = 0, red = 0, green = 0, blue = 0, sum = 0;
    for (int row = Math.max(0, y - 1); row <= Math.min(side - 1, y + 1); row++) {
      for (int column = Math.max(0, x - 1); column <= Math.min(side - 1, x + 1); column++) {
        int i = row * side + column;
        if (done[i]) {
          alpha += argb[i] >>> 24;
          red += argb[i] >>> 16 & 0xFF;
          green += argb[i] >>> 8 & 0xFF;
          blue += argb[i] & 0xFF;
          sum++;
        }
      }
    }
    int half = sum / 2;
    return (((alpha + half) / sum) << 24)
        | (((red + half) / sum) << 16)
        | (((green + half) / sum) << 8)
        | ((blue + half) / sum);
  }
}
