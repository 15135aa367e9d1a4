package dev.sinew.io.webp;

/**
 * Brightness and two colours of a picture, in whole blocks of 16 × 16 and 8 × 8 pixels, with a
 * border above and to the left as predictions see it.
 */
final class Planes {
  // How a block is predicted.
  static final int DC = 0;
  static final int VERTICAL = 1;
  static final int HORIZONTAL = 2;
  static final int MOTION = 3;
  static final int SPLIT = 4;

  // How a small block is predicted, in the order of the tables.
  static final int DC4 = 0;
  static final int MOTION4 = 1;
  static final int VERTICAL4 = 2;
  static final int HORIZONTAL4 = 3;
  static final int LEFT_DOWN = 4;
  static final int RIGHT_DOWN = 5;
  static final int VERTICAL_RIGHT = 6;
  static final int VERTICAL_LEFT = 7;
  static final int HORIZONTAL_DOWN = 8;
  static final int HORIZONTAL_UP = 9;

  static final int[] SMALL_OF_WHOLE = {DC4, VERTICAL4, HORIZONTAL4, MOTION4};

  /** Columns left of the picture, so that the corner above the first block has a place. */
  private static final int LEFT = 1;

  /** Columns right of it, for the pixels above and right of the last block. */
  private static final int RIGHT = 4;

  private final int width;
  private final int height;
  private final int columns;
  private final int rows;

  /** A plane of bytes. */
  record Plane(byte[] pixels, int stride) {
    static Plane of(int width, int height) {
      Plane plane =
          new Plane(new byte[(LEFT + width + RIGHT) * (height + 1)], LEFT + width + RIGHT);
      java.util.Arrays.fill(plane.pixels, 0, plane.stride, (byte) 127);
      for (int y = 1; y <= height; y++) {
        plane.pixels[y * plane.stride] = (byte) 129;
      }
      return plane;
    }

    int at(int x, int y) {
      return (y + 1) * stride + LEFT + x;
    }
  }

  private final Plane light;
  private final Plane[] colors;

  Planes(int width, int height) {
    this.width = width;
    this.height = height;
    columns = (width + 15) / 16;
    rows = (height + 15) / 16;
    light = Plane.of(16 * columns, 16 * rows);
    colors = new Plane[] {Plane.of(8 * columns, 8 * rows), Plane.of(8 * columns, 8 * rows)};
  }

  int columns() {
    return columns;
  }

  int rows() {
    return rows;
  }

  Plane light() {
    return light;
  }

  Plane color(int index) {
    return colors[index];
  }

  // ---- whole blocks ----------------------------------------------------------------------------

  void predictWhole(int row, int column, int mode, int[] coefficients) {
    predict(light, row, column, 16, mode);
    for (int b = 0; b < 16; b++) {
      int at = light.at(16 * column + 4 * (b % 4), 16 * row + 4 * (b / 4));
      Transforms.add(coefficients, 16 * b, light.pixels, at, light.stride);
    }
  }

  void predictColor(int row, int column, int mode, int[] coefficients) {
    for (int p = 0; p < 2; p++) {
      Plane plane = colors[p];
      predict(plane, row, column, 8, mode);
      for (int b = 0; b < 4; b++) {
        int at = plane.at(8 * column + 4 * (b % 2), 8 * row + 4 * (b / 2));
        Transforms.add(coefficients, 16 * (16 + 4 * p + b), plane.pixels, at, plane.stride);
      }
    }
  }

  private static void predict(Plane plane, int row, int column, int size, int mode) {
    byte[] pixels = plane.pixels;
    int start = plane.at(size * column, size * row);
    int mean = mode == DC ? mean(plane, start, size, row > 0, column > 0) : 0;
    int corner = pixels[start - plane.stride - 1] & 0xFF;
    for (int y = 0; y < size; y++) {
      int at = start + y * plane.stride;
      int left = pixels[at - 1] & 0xFF;
      for (int x = 0; x < size; x++) {
        int top = pixels[start - plane.stride + x] & 0xFF;
        pixels[at + x] =
            (byte)
                switch (mode) {
                  case DC -> mean;
                  case VERTICAL -> top;
                  case HORIZONTAL -> left;
                  default -> Math.clamp(left + top - corner, 0, 255);
                };
      }
    }
  }

  private static int mean(Plane plane, int start, int size, boolean hasTop, boolean hasLeft) {
    int sum = 0;
    for (int i = 0; i < size; i++) {
      sum += hasTop ? plane.pixels[start - plane.stride + i] & 0xFF : 0;
      sum += hasLeft ? plane.pixels[start + i * plane.stride - 1] & 0xFF : 0;
    }
    int count = (hasTop ? size : 0) + (hasLeft ? size : 0);
    return count == 0 ? 128 : (sum + count / 2) / count;
  }

  // ---- small blocks ----------------------------------------------------------------------------

  void predictSmall(int row, int column, int[] modes, int[] coefficients) {
    byte[] pixels = light.pixels;
    int[] right = aboveRight(row, column);
    int[] edge = new int[13];
    for (int b = 0; b < 16; b++) {
      int at = light.at(16 * column + 4 * (b % 4), 16 * row + 4 * (b / 4));
      // Left from below, the corner, then above from the left.
      for (int i = 0; i < 4; i++) {
        edge[i] = pixels[at + (3 - i) * light.stride - 1] & 0xFF;
      }
      for (int i = 0; i < 9; i++) {
        boolean isBeyond = i > 4 && b % 4 == 3;
        edge[4 + i] = isBeyond ? right[i - 5] : pixels[at - light.stride - 1 + i] & 0xFF;
      }
      SmallBlock.predict(modes[b], edge, pixels, at, light.stride);
      Transforms.add(coefficients, 16 * b, pixels, at, light.stride);
    }
  }

  /** Returns the four pixels above a block and right of it, which all its rows use. */
  private int[] aboveRight(int row, int column) {
    int at = light.at(16 * column + 16, 16 * row - 1);
    boolean isLast = column == columns - 1 && row > 0;
    int[] out = new int[4];
    for (int i = 0; i < 4; i++) {
      out[i] = light.pixels[isLast ? at - 1 : at + i] & 0xFF;
    }
    return out;
  }

  // ---- colours ---------------------------------------------------------------------------------

  /** Returns the picture; colours between their samples are blended as other decoders do it. */
  int[] toArgb() {
    int[] out = new int[width * height];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int bright = light.pixels[light.at(x, y)] & 0xFF;
        int u = color(colors[0], x, y);
        int v = color(colors[1], x, y);
        int base = (bright * 19077) >> 8;
        int red = clipped(base + ((v * 26149) >> 8) - 14234);
        int green = clipped(base - ((u * 6419) >> 8) - ((v * 13320) >> 8) + 8708);
        int blue = clipped(base + ((u * 33050) >> 8) - 17685);
        out[y * width + x] = 0xFF000000 | (red << 16) | (green << 8) | blue;
      }
    }
    return out;
  }

  private static int clipped(int value) {
    return Math.clamp(value >> 6, 0, 255);
  }

  /** Returns nine parts of the nearest sample, three of each beside it and one of that across. */
  private int color(Plane plane, int x, int y) {
    int nearX = x / 2;
    int nearY = y / 2;
    int farX = Math.clamp(nearX + (x % 2 == 0 ? -1 : 1), 0, (width - 1) / 2);
    int farY = Math.clamp(nearY + (y % 2 == 0 ? -1 : 1), 0, (height - 1) / 2);
    int near = plane.pixels[plane.at(nearX, nearY)] & 0xFF;
    int beside = plane.pixels[plane.at(farX, nearY)] & 0xFF;
    int across = plane.pixels[plane.at(nearX, farY)] & 0xFF;
    int far = plane.pixels[plane.at(farX, farY)] & 0xFF;
    if (farX == nearX) {
      return (3 * near + across + 2) >> 2;
    }
    int sum = near + beside + across + far + 8;
    int diagonal = (sum + 2 * (beside + across)) >> 3;
    return (diagonal + near) >> 1;
  }
}
