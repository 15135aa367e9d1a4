package dev.sinew.io.webp;

/** A reversible change of all pixels that made them easier to compress. */
sealed interface PixelChange {
  /** Returns the number of columns after the change. */
  int columns();

  /** Returns the pixels before the change. */
  int[] undo(int[] pixels, int rows);

  /** Adds the bytes of two pixels, each by itself. */
  static int sum(int a, int b) {
    return (((a & 0xFF00FF00) + (b & 0xFF00FF00)) & 0xFF00FF00)
        | (((a & 0x00FF00FF) + (b & 0x00FF00FF)) & 0x00FF00FF);
  }

  /** Green was subtracted from red and blue. */
  record Green(int columns) implements PixelChange {
    @Override
    public int[] undo(int[] pixels, int rows) {
      for (int i = 0; i < pixels.length; i++) {
        int green = (pixels[i] >> 8) & 0xFF;
        pixels[i] = sum(pixels[i], (green << 16) | green);
      }
      return pixels;
    }
  }

  /** Parts of green and red were subtracted from red and blue. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Mixing(int columns, int bits, int[] blocks) implements PixelChange {
    @Override
    public int[] undo(int[] pixels, int rows) {
      int across = LosslessDecoder.across(columns, bits);
      for (int i = 0; i < pixels.length; i++) {
        int block = blocks[((i / columns) >> bits) * across + ((i % columns) >> bits)];
        int argb = pixels[i];
        byte green = (byte) (argb >> 8);
        int red = ((argb >> 16) + part(block, green)) & 0xFF;
        int blue = argb + part(block >> 8, green) + part(block >> 16, (byte) red);
        pixels[i] = (argb & 0xFF00FF00) | (red << 16) | (blue & 0xFF);
      }
      return pixels;
    }

    private static int part(int factor, byte color) {
      return ((byte) factor * color) >> 5;
    }
  }

  /** Pixels are places in a list of colours, and several of them share a pixel. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Palette(int columnsBefore, int columns, int bits, int[] colors) implements PixelChange {
    static Palette of(int columns, int[] colors) {
      for (int i = 1; i < colors.length; i++) {
        colors[i] = sum(colors[i], colors[i - 1]);
      }
      int bits = colors.length <= 2 ? 3 : colors.length <= 4 ? 2 : colors.length <= 16 ? 1 : 0;
      return new Palette(columns, LosslessDecoder.across(columns, bits), bits, colors);
    }

    @Override
    public int[] undo(int[] pixels, int rows) {
      int[] out = bits == 0 ? pixels : new int[columnsBefore * rows];
      int size = 8 >> bits;
      for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columnsBefore; x++) {
          int packed = (pixels[y * columns + (x >> bits)] >> 8) & 0xFF;
          int place = (packed >> (size * (x & ((1 << bits) - 1)))) & ((1 << size) - 1);
          out[y * columnsBefore + x] = place < colors.length ? colors[place] : 0;
        }
      }
      return out;
    }
  }

  /** Pixels are differences to what their neighbours predict. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Prediction(int columns, int bits, int[] blocks) implements PixelChange {
    @Override
    public int[] undo(int[] pixels, int rows) {
      int across = LosslessDecoder.across(columns, bits);
      for (int i = 0; i < pixels.length; i++) {
        int x = i % columns;
        int y = i / columns;
        int predicted;
        if (i == 0) {
          predicted = 0xFF000000;
        } else if (y == 0) {
          predicted = pixels[i - 1];
        } else if (x == 0) {
          predicted = pixels[i - columns];
        } else {
          int mode = (blocks[(y >> bits) * across + (x >> bits)] >> 8) & 15;
          predicted = predicted(mode, pixels, i);
        }
        pixels[i] = sum(pixels[i], predicted);
      }
      return pixels;
    }

    private int predicted(int mode, int[] pixels, int i) {
      int left = pixels[i - 1];
      int top = pixels[i - columns];
      int topLeft = pixels[i - columns - 1];
      // At the right border, the first pixel of the own row.
      int topRight = pixels[i - columns + 1];
      return switch (mode) {
        case 1 -> left;
        case 2 -> top;
        case 3 -> topRight;
        case 4 -> topLeft;
        case 5 -> mean(mean(left, topRight), top);
        case 6 -> mean(left, topLeft);
        case 7 -> mean(left, top);
        case 8 -> mean(topLeft, top);
        case 9 -> mean(top, topRight);
        case 10 -> mean(mean(left, topLeft), mean(top, topRight));
        case 11 -> nearer(left, top, topLeft);
        case 12 -> combined(left, top, topLeft, false);
        case 13 -> combined(mean(left, top), topLeft, topLeft, true);
        default -> 0xFF000000;
      };
    }

    private static int mean(int a, int b) {
      return (((a ^ b) & 0xFEFEFEFE) >>> 1) + (a & b);
    }

    private static int nearer(int left, int top, int topLeft) {
      int toLeft = 0;
      int toTop = 0;
      for (int shift = 0; shift < 32; shift += 8) {
        int corner = (topLeft >> shift) & 0xFF;
        toLeft += Math.abs(((top >> shift) & 0xFF) - corner);
        toTop += Math.abs(((left >> shift) & 0xFF) - corner);
      }
      return toLeft < toTop ? left : top;
    }

    /** Returns a + b - c, or a + (a - b) / 2, of every byte. */
    private static int combined(int a, int b, int c, boolean isHalf) {
      int out = 0;
      for (int shift = 0; shift < 32; shift += 8) {
        int one = (a >> shift) & 0xFF;
        int two = (b >> shift) & 0xFF;
        int value = isHalf ? one + (one - two) / 2 : one + two - ((c >> shift) & 0xFF);
        out |= Math.clamp(value, 0, 255) << shift;
      }
      return out;
    }
  }
}
