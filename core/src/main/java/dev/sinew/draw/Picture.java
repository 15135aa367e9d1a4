package dev.sinew.draw;

/** A finished picture: sRGB pixels with straight (not premultiplied) alpha, top row first. */
public final class Picture {
  private final int width;
  private final int height;
  private final int[] pixels;

  /**
   * @param width pixels per row, 0 or more
   * @param height rows, 0 or more
   * @param pixels {@code 0xAARRGGBB}, row by row from the top; copied
   */
  public Picture(int width, int height, int[] pixels) {
    this(pixels.clone(), width, height);
  }

  private Picture(int[] pixels, int width, int height) {
    if (width < 0 || height < 0 || (long) width * height != pixels.length) {
      throw new IllegalArgumentException(
          "pixels: expected " + width + " x " + height + ", got " + pixels.length);
    }
    this.width = width;
    this.height = height;
    this.pixels = pixels;
  }

  /** Returns a picture that keeps the array; the caller must not change it. */
  static Picture around(int width, int height, int[] pixels) {
    return new Picture(pixels, width, height);
  }

  /** Returns the width in pixels. */
  public int width() {
    return width;
  }

  /** Returns the height in pixels. */
  public int height() {
    return height;
  }

  /** Returns the pixel in column {@code x} of row {@code y}, as {@code 0xAARRGGBB}. */
  public int pixel(int x, int y) {
    if (x < 0 || x >= width || y < 0 || y >= height) {
      throw new IllegalArgumentException(
          "pixel: expected within " + width + " x " + height + ", got " + x + ", " + y);
    }
    return pixels[y * width + x];
  }

  /** Returns all pixels as {@code 0xAARRGGBB}, row by row from the top, in a new array. */
  public int[] pixels() {
    return pixels.clone();
  }
}
