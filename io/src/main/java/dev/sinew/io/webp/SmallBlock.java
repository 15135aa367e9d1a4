package dev.sinew.io.webp;

/** Predicts small blocks from the pixels around them, by directions. */
final class SmallBlock {
  private SmallBlock() {}

  /**
   * Predicts a block.
   *
   * @param e the pixels left of it from below, the corner, then eight above from the left
   */
  static void predict(int mode, int[] e, byte[] pixels, int at, int stride) {
    for (int y = 0; y < 4; y++) {
      for (int x = 0; x < 4; x++) {
        pixels[at + y * stride + x] = (byte) pixel(mode, e, x, y);
      }
    }
  }

  private static int pixel(int mode, int[] e, int x, int y) {
    return switch (mode) {
      case Planes.DC4 -> (e[0] + e[1] + e[2] + e[3] + e[5] + e[6] + e[7] + e[8] + 4) >> 3;
      case Planes.MOTION4 -> Math.clamp(e[3 - y] + e[5 + x] - e[4], 0, 255);
      case Planes.VERTICAL4 -> three(e, 5 + x);
      case Planes.HORIZONTAL4 -> y == 3 ? (e[1] + 3 * e[0] + 2) >> 2 : three(e, 3 - y);
      case Planes.LEFT_DOWN -> x + y == 6 ? (e[11] + 3 * e[12] + 2) >> 2 : three(e, 6 + x + y);
      case Planes.RIGHT_DOWN -> three(e, 4 + x - y);
      case Planes.VERTICAL_RIGHT -> verticalRight(e, x, y);
      case Planes.VERTICAL_LEFT -> verticalLeft(e, x, y);
      case Planes.HORIZONTAL_DOWN -> horizontalDown(e, x, y);
      default -> horizontalUp(e, x, y);
    };
  }

  /** Returns the mean of a pixel, twice, and of those beside it. */
  private static int three(int[] e, int i) {
    return (e[i - 1] + 2 * e[i] + e[i + 1] + 2) >> 2;
  }

  /** Returns the mean of a pixel and the next. */
  private static int two(int[] e, int i) {
    return (e[i] + e[i + 1] + 1) >> 1;
  }

  private static int verticalRight(int[] e, int x, int y) {
    int along = 2 * x - y;
    if (along < 0) {
      return three(e, along == -1 ? 4 : 5 - y);
    }
    return along % 2 == 0 ? two(e, 4 + along / 2) : three(e, 4 + (along + 1) / 2);
  }

  private static int verticalLeft(int[] e, int x, int y) {
    if (x == 3 && y >= 2) {
      return three(e, y == 2 ? 10 : 11);
    }
    int from = 5 + x + y / 2;
    return y % 2 == 0 ? two(e, from) : three(e, from + 1);
  }

  private static int horizontalDown(int[] e, int x, int y) {
    int along = 2 * y - x;
    if (along < 0) {
      return three(e, along == -1 ? 4 : 3 + x);
    }
    return along % 2 == 0 ? two(e, 3 - along / 2) : three(e, 4 - (along + 1) / 2);
  }

  private static int horizontalUp(int[] e, int x, int y) {
    int along = x + 2 * y;
    if (along > 5) {
      return e[0];
    }
    if (along == 5) {
      return (e[1] + 3 * e[0] + 2) >> 2;
    }
    return along % 2 == 0 ? two(e, 2 - along / 2) : three(e, 2 - along / 2);
  }
}
