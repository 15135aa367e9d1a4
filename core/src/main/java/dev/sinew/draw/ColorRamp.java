package dev.sinew.draw;

/**
 * A map from numbers to colours: anchor colours, evenly spaced over 0 to 1 and interpolated in
 * Oklab (Ottosson 2020), where equal steps look about equal.
 */
public final class ColorRamp {
  /**
   * From dark violet over teal to light yellow, increasingly light: for magnitudes such as errors.
   */
  public static final ColorRamp SEQUENTIAL =
      of(0xFF33195C, 0xFF34568F, 0xFF238F8B, 0xFF78C25C, 0xFFF8E75A);

  /** Blue, near-white in the middle, red: for signed values. */
  public static final ColorRamp DIVERGING =
      of(0xFF1F4F9E, 0xFF86B1DC, 0xFFF5F4F1, 0xFFE79A80, 0xFFA91F2B);

  private static final int STEPS = 512;
  private static final float NOT_A_NUMBER = 0.2f;

  private final float[] table;

  private ColorRamp(float[] table) {
    this.table = table;
  }

  /** Returns a ramp through two or more sRGB colours, {@code 0xAARRGGBB}; alpha is ignored. */
  public static ColorRamp of(int... anchors) {
    if (anchors.length < 2) {
      throw new IllegalArgumentException(
          "anchors: expected 2 colours or more, got " + anchors.length);
    }
    double[] labs = new double[3 * anchors.length];
    for (int i = 0; i < anchors.length; i++) {
      toOklab(anchors[i], labs, 3 * i);
    }
    float[] table = new float[3 * (STEPS + 1)];
    double[] lab = new double[3];
    for (int s = 0; s <= STEPS; s++) {
      double at = (double) s / STEPS * (anchors.length - 1);
      int left = Math.min((int) at, anchors.length - 2);
      for (int k = 0; k < 3; k++) {
        double a = labs[3 * left + k];
        lab[k] = a + (at - left) * (labs[3 * left + 3 + k] - a);
      }
      fromOklab(lab, table, 3 * s);
    }
    return new ColorRamp(table);
  }

  /** Writes linear red, green, blue at {@code t}, clamped to 0 to 1; NaN gives a grey. */
  public void color(double t, float[] out, int offset) {
    if (Double.isNaN(t)) {
      out[offset] = out[offset + 1] = out[offset + 2] = NOT_A_NUMBER;
      return;
    }
    double at = Math.max(0, Math.min(1, t)) * STEPS;
    int left = Math.min((int) at, STEPS - 1);
    float part = (float) (at - left);
    for (int k = 0; k < 3; k++) {
      float a = table[3 * left + k];
      out[offset + k] = a + part * (table[3 * left + 3 + k] - a);
    }
  }

  /** Returns the sRGB colour at {@code t}, opaque. */
  public int argb(double t) {
    float[] c = new float[3];
    color(t, c, 0);
    return Srgb.opaque(c[0], c[1], c[2]);
  }

  /**
   * Returns linear red, green, blue for every value, in a new array.
   *
   * @param values any numbers; NaN gives a grey
   * @param min the value of the first colour
   * @param max the value of the last colour, larger than {@code min}, or equal to it: then values
   *     up to it get the first colour and larger values the last
   */
  public float[] colors(double[] values, double min, double max) {
    if (!(min <= max) || Double.isInfinite(min) || Double.isInfinite(max)) {
      throw new IllegalArgumentException(
          "range: expected finite numbers in order, got " + min + " to " + max);
    }
    float[] out = new float[3 * values.length];
    for (int i = 0; i < values.length; i++) {
      double t = max > min ? (values[i] - min) / (max - min) : step(values[i], max);
      color(t, out, 3 * i);
    }
    return out;
  }

  private static double step(double value, double threshold) {
    return Double.isNaN(value) ? Double.NaN : value > threshold ? 1 : 0;
  }

  private static void toOklab(int argb, double[] out, int o) {
    double r = Srgb.linear(argb, 16);
    double g = Srgb.linear(argb, 8);
    double b = Srgb.linear(argb, 0);
    double l = StrictMath.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    double m = StrictMath.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    double s = StrictMath.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    out[o] = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
    out[o + 1] = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s;
    out[o + 2] = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s;
  }

  private static void fromOklab(double[] lab, float[] out, int o) {
    double l = cube(lab[0] + 0.3963377774 * lab[1] + 0.2158037573 * lab[2]);
    double m = cube(lab[0] - 0.1055613458 * lab[1] - 0.0638541728 * lab[2]);
    double s = cube(lab[0] - 0.0894841775 * lab[1] - 1.2914855480 * lab[2]);
    out[o] = unit(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
    out[o + 1] = unit(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
    out[o + 2] = unit(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
  }

  private static double cube(double v) {
    return v * v * v;
  }

  private static float unit(double v) {
    return (float) Math.max(0, Math.min(1, v));
  }
}
