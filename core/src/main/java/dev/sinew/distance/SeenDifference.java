package dev.sinew.distance;

import dev.sinew.draw.PixelView;

/**
 * The distance from which two pictures look the same. Seen from twice the distance, a picture has
 * half as many pixels per side, each with the mean colour of four. Two pictures look different if
 * their pixels differ by more than {@link #BROAD} on average, as shading and colours do, or if more
 * than {@link #UNNOTICED_SHARE} of them differ by more than {@link #STRONG}, as outlines that are a
 * pixel off and lost features do. Of small patches, the eye needs a contrast that grows as their
 * diameter shrinks (Piper's law): pictures of fewer than {@link #PATCH} pixels per side must differ
 * by more.
 */
final class SeenDifference {
  /** A mean difference of colours that is seen, 0 to 1. */
  private static final double BROAD = 0.03;

  /** The side, in pixels, of the smallest picture for which that is enough. */
  private static final int PATCH = 12;

  /** The difference of one pixel that is seen, 0 to 1: a strong edge that is off by a third. */
  private static final double STRONG = 0.25;

  /** The share of such pixels that is not noticed. */
  private static final double UNNOTICED_SHARE = 0.01;

  /** The brightness where only one of the two characters is seen. */
  static final int BEHIND = 230;

  /** Sizes of a distant picture's pixels, in pixels of the close one: divisors of its side. */
  private static final int[] SIZES = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 96};

  private final PixelView first;
  private final PixelView second;
  private final int side;

  /** Takes square pictures whose side is 96 pixels or a multiple of that. */
  SeenDifference(PixelView first, PixelView second) {
    this.first = first;
    this.second = second;
    side = (int) Math.round(Math.sqrt(first.count()));
  }

  /**
   * Returns the size of a distant picture's pixels, in pixels of these pictures, from which on they
   * look the same: 1 if they do so as they are.
   */
  int sameFrom() {
    for (int i = SIZES.length - 2; i >= 0; i--) {
      if (differsAt(SIZES[i])) {
        return SIZES[i + 1];
      }
    }
    return SIZES[0];
  }

  private boolean differsAt(int size) {
    int seen = 0;
    int strong = 0;
    double sum = 0;
    for (int y = 0; y < side; y += size) {
      for (int x = 0; x < side; x += size) {
        double difference = difference(x, y, size);
        if (difference >= 0) {
          seen++;
          sum += difference;
          strong += difference > STRONG ? 1 : 0;
        }
      }
    }
    double broad = BROAD * Math.max(1, PATCH * size / (double) side);
    return sum > broad * seen || strong > UNNOTICED_SHARE * seen;
  }

  /** Returns the difference of two distant pixels, 0 to 1; negative if both show nothing. */
  private double difference(int x, int y, int size) {
    long[] sums = new long[3];
    boolean seen = false;
    for (int p = side * y + x; p < side * (y + size); p += side) {
      for (int q = p; q < p + size; q++) {
        boolean inFirst = first.triangle(q) != PixelView.NOTHING;
        boolean inSecond = second.triangle(q) != PixelView.NOTHING;
        seen |= inFirst || inSecond;
        for (int k = 0; k < 3 && (inFirst || inSecond); k++) {
          int u = inFirst ? (first.color(q) >>> (8 * k)) & 0xFF : BEHIND;
          int v = inSecond ? (second.color(q) >>> (8 * k)) & 0xFF : BEHIND;
          sums[k] += u - v;
        }
      }
    }
    double scale = 1 / (3.0 * 255 * size * size);
    return seen ? scale * (Math.abs(sums[0]) + Math.abs(sums[1]) + Math.abs(sums[2])) : -1;
  }
}
