package dev.sinew.draw;

/**
 * The sRGB transfer curve (IEC 61966-2-1) by table. Tables are filled with {@link StrictMath}, so
 * every machine computes the same bytes.
 */
public final class Srgb {
  private static final int STEPS = 1 << 16;
  private static final byte[] ENCODED = new byte[STEPS + 1];
  private static final float[] LINEAR = new float[256];

  static {
    for (int i = 0; i <= STEPS; i++) {
      double v = (double) i / STEPS;
      double curved = v <= 0.0031308 ? 12.92 * v : 1.055 * StrictMath.pow(v, 1 / 2.4) - 0.055;
      ENCODED[i] = (byte) Math.round(255 * curved);
    }
    for (int i = 0; i < 256; i++) {
      double v = i / 255.0;
      LINEAR[i] = (float) (v <= 0.04045 ? v / 12.92 : StrictMath.pow((v + 0.055) / 1.055, 2.4));
    }
  }

  private Srgb() {}

  /**
   * Returns the byte 0 to 255 of a linear value; values outside 0 to 1 are clamped, NaN gives 0.
   */
  static int encode(double linear) {
    double clamped = linear > 0 ? Math.min(linear, 1) : 0;
    return ENCODED[(int) (clamped * STEPS + 0.5)] & 0xFF;
  }

  /**
   * Returns the linear value of the byte at bits {@code shift} to {@code shift + 7} of a colour.
   */
  public static float linear(int argb, int shift) {
    return LINEAR[(argb >>> shift) & 0xFF];
  }

  /** Returns an opaque pixel of three numbers from 0 to 1, without the curve. */
  public static int opaqueNumbers(double red, double green, double blue) {
    return 0xFF000000 | number(red) << 16 | number(green) << 8 | number(blue);
  }

  private static int number(double value) {
    return value > 0 ? (int) Math.round(255 * Math.min(value, 1)) : 0;
  }

  /** Returns an opaque colour from linear components. */
  public static int opaque(double red, double green, double blue) {
    return 0xFF000000 | encode(red) << 16 | encode(green) << 8 | encode(blue);
  }
}
