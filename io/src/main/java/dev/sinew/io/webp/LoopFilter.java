package dev.sinew.io.webp;

import dev.sinew.io.webp.Planes.Plane;

/** Smooths the borders of blocks and small blocks, where they differ little. */
final class LoopFilter {
  private final FrameHeader header;
  private final Planes planes;
  private final byte[] levels;
  private final boolean[] inner;

  LoopFilter(FrameHeader header, Planes planes) {
    this.header = header;
    this.planes = planes;
    levels = new byte[planes.columns() * planes.rows()];
    inner = new boolean[levels.length];
  }

  /**
   * Sets how a block is filtered.
   *
   * @param hasInner whether the borders of its small blocks are, too
   */
  void set(int row, int column, int level, boolean hasInner) {
    levels[row * planes.columns() + column] = (byte) level;
    inner[row * planes.columns() + column] = hasInner;
  }

  /** What decides whether a border is smoothed, and how. */
  private record Limits(int edge, int inside, int steep) {}

  /** Filters all blocks in their order. */
  void run() {
    for (int row = 0; row < planes.rows(); row++) {
      for (int column = 0; column < planes.columns(); column++) {
        int block = row * planes.columns() + column;
        if (levels[block] > 0) {
          filter(row, column, levels[block], inner[block]);
        }
      }
    }
  }

  private void filter(int row, int column, int level, boolean hasInner) {
    int inside = level;
    if (header.sharpness() > 0) {
      inside >>= header.sharpness() > 4 ? 2 : 1;
      inside = Math.min(inside, 9 - header.sharpness());
    }
    inside = Math.max(1, inside);
    int steep = level >= 40 ? 2 : level >= 15 ? 1 : 0;
    int limit = 2 * level + inside;
    Limits whole = new Limits(2 * (limit + 4) + 1, inside, steep);
    Limits small = new Limits(2 * limit + 1, inside, steep);
    if (column > 0) {
      everyPlane(row, column, 0, true, whole);
    }
    for (int i = 4; hasInner && i < 16; i += 4) {
      everyPlane(row, column, i, true, small);
    }
    if (row > 0) {
      everyPlane(row, column, 0, false, whole);
    }
    for (int i = 4; hasInner && i < 16; i += 4) {
      everyPlane(row, column, i, false, small);
    }
  }

  /** Filters a border in all planes that have it. */
  private void everyPlane(int row, int column, int offset, boolean isUpright, Limits limits) {
    border(planes.light(), 16 * row, 16 * column, 16, offset, isUpright, limits);
    if (!header.hasSimpleFilter() && offset <= 4) {
      for (int p = 0; p < 2; p++) {
        border(planes.color(p), 8 * row, 8 * column, 8, offset, isUpright, limits);
      }
    }
  }

  private void border(
      Plane plane, int y, int x, int size, int offset, boolean isUpright, Limits limits) {
    int at = isUpright ? plane.at(x + offset, y) : plane.at(x, y + offset);
    int along = isUpright ? plane.stride() : 1;
    int across = isUpright ? 1 : plane.stride();
    byte[] pixels = plane.pixels();
    for (int i = 0; i < size; i++) {
      if (header.hasSimpleFilter()) {
        if (differsLittle(pixels, at, across, limits.edge)) {
          two(pixels, at, across);
        }
      } else if (differsLittle(pixels, at, across, limits.edge)
          && isSmooth(pixels, at, across, limits.inside)) {
        if (isSteep(pixels, at, across, limits.steep)) {
          two(pixels, at, across);
        } else if (offset == 0) {
          six(pixels, at, across);
        } else {
          four(pixels, at, across);
        }
      }
      at += along;
    }
  }

  private static int difference(byte[] p, int a, int b) {
    return Math.abs((p[a] & 0xFF) - (p[b] & 0xFF));
  }

  private static boolean differsLittle(byte[] p, int at, int step, int limit) {
    return 4 * difference(p, at - step, at) + difference(p, at - 2 * step, at + step) <= limit;
  }

  private static boolean isSmooth(byte[] p, int at, int step, int limit) {
    return difference(p, at - 4 * step, at - 3 * step) <= limit
        && difference(p, at - 3 * step, at - 2 * step) <= limit
        && difference(p, at - 2 * step, at - step) <= limit
        && difference(p, at + 3 * step, at + 2 * step) <= limit
        && difference(p, at + 2 * step, at + step) <= limit
        && difference(p, at + step, at) <= limit;
  }

  private static boolean isSteep(byte[] p, int at, int step, int limit) {
    return difference(p, at - 2 * step, at - step) > limit || difference(p, at + step, at) > limit;
  }

  private static int signed(int value) {
    return Math.clamp(value, -128, 127);
  }

  private static void change(byte[] p, int at, int by) {
    p[at] = (byte) Math.clamp((p[at] & 0xFF) + by, 0, 255);
  }

  private static int gap(byte[] p, int at, int step) {
    return 3 * ((p[at] & 0xFF) - (p[at - step] & 0xFF));
  }

  private static int outer(byte[] p, int at, int step) {
    return signed((p[at - 2 * step] & 0xFF) - (p[at + step] & 0xFF));
  }

  private static void two(byte[] p, int at, int step) {
    int a = signed(gap(p, at, step) + outer(p, at, step));
    change(p, at - step, signed(a + 3) >> 3);
    change(p, at, -(signed(a + 4) >> 3));
  }

  private static void four(byte[] p, int at, int step) {
    int a = signed(gap(p, at, step));
    int after = signed(a + 4) >> 3;
    int half = (after + 1) >> 1;
    change(p, at - 2 * step, half);
    change(p, at - step, signed(a + 3) >> 3);
    change(p, at, -after);
    change(p, at + step, -half);
  }

  private static void six(byte[] p, int at, int step) {
    int a = signed(gap(p, at, step) + outer(p, at, step));
    int near = (27 * a + 63) >> 7;
    int middle = (18 * a + 63) >> 7;
    int far = (9 * a + 63) >> 7;
    change(p, at - 3 * step, far);
    change(p, at - 2 * step, middle);
    change(p, at - step, near);
    change(p, at, -near);
    change(p, at + step, -middle);
    change(p, at + 2 * step, -far);
  }
}
