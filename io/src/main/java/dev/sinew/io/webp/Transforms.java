package dev.sinew.io.webp;

/** The inverse transforms of RFC 6386, which every decoder computes in the same integers. */
final class Transforms {
  private Transforms() {}

  /** Gives the 16 small blocks their first coefficients from those of the block of means. */
  static void spreadMeans(int[] coefficients) {
    int from = 24 * 16;
    int[] half = new int[16];
    for (int i = 0; i < 4; i++) {
      int a = coefficients[from + i] + coefficients[from + 12 + i];
      int b = coefficients[from + 4 + i] + coefficients[from + 8 + i];
      int c = coefficients[from + 4 + i] - coefficients[from + 8 + i];
      int d = coefficients[from + i] - coefficients[from + 12 + i];
      half[i] = a + b;
      half[4 + i] = d + c;
      half[8 + i] = a - b;
      half[12 + i] = d - c;
    }
    for (int i = 0; i < 4; i++) {
      int first = half[4 * i] + 3;
      int a = first + half[4 * i + 3];
      int b = half[4 * i + 1] + half[4 * i + 2];
      int c = half[4 * i + 1] - half[4 * i + 2];
      int d = first - half[4 * i + 3];
      coefficients[16 * (4 * i)] = (a + b) >> 3;
      coefficients[16 * (4 * i + 1)] = (d + c) >> 3;
      coefficients[16 * (4 * i + 2)] = (a - b) >> 3;
      coefficients[16 * (4 * i + 3)] = (d - c) >> 3;
    }
  }

  /** Adds the cosine transform of a small block to its pixels. */
  static void add(int[] in, int from, byte[] pixels, int at, int stride) {
    int[] half = new int[16];
    for (int i = 0; i < 4; i++) {
      int a = in[from + i] + in[from + 8 + i];
      int b = in[from + i] - in[from + 8 + i];
      int c = sine(in[from + 4 + i]) - cosine(in[from + 12 + i]);
      int d = cosine(in[from + 4 + i]) + sine(in[from + 12 + i]);
      half[4 * i] = a + d;
      half[4 * i + 1] = b + c;
      half[4 * i + 2] = b - c;
      half[4 * i + 3] = a - d;
    }
    for (int y = 0; y < 4; y++) {
      int first = half[y] + 4;
      int a = first + half[8 + y];
      int b = first - half[8 + y];
      int c = sine(half[4 + y]) - cosine(half[12 + y]);
      int d = cosine(half[4 + y]) + sine(half[12 + y]);
      int row = at + y * stride;
      addTo(pixels, row, a + d);
      addTo(pixels, row + 1, b + c);
      addTo(pixels, row + 2, b - c);
      addTo(pixels, row + 3, a - d);
    }
  }

  private static void addTo(byte[] pixels, int at, int value) {
    pixels[at] = (byte) Math.clamp((pixels[at] & 0xFF) + (value >> 3), 0, 255);
  }

  /** Returns √2 · cos(π/8) times a number. */
  private static int cosine(int value) {
    return ((value * 20091) >> 16) + value;
  }

  /** Returns √2 · sin(π/8) times a number. */
  private static int sine(int value) {
    return (value * 35468) >> 16;
  }
}
