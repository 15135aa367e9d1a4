package dev.sinew.io.fbx;

import dev.sinew.io.MalformedAssetException;
import java.util.Arrays;

/**
 * The keys of one number over time. A key says how the curve goes on to the next one: constant,
 * linear, or as a cubic with slopes per second and weights, a Bézier curve in time and value. Times
 * are in ticks of the file.
 */
final class FbxCurve {
  private static final int CONSTANT = 0x2;
  private static final int CUBIC = 0x8;
  private static final int NEXT_CONSTANT = 0x100;
  private static final int USER_TANGENT = 0x400;
  private static final int RIGHT_WEIGHTED = 0x1000000;
  private static final int NEXT_LEFT_WEIGHTED = 0x2000000;
  private static final double WEIGHT_UNIT = 1e-4;
  private static final double PLAIN_WEIGHT = 1 / 3.0;
  private static final int BISECTIONS = 60;

  private final long[] times;
  private final double[] values;
  private final int[] flags;

  /** Per key: slope to the right, slope to the left at the next key, and their weights. */
  private final double[] tangents;

  private final double ticksPerSecond;

  private FbxCurve(long[] times, double[] values, int[] flags, double[] tangents, double ticks) {
    this.times = times;
    this.values = values;
    this.flags = flags;
    this.tangents = tangents;
    ticksPerSecond = ticks;
  }

  /** Reads a curve; keys that are not later than the one before are left out. */
  static FbxCurve read(FbxNode node, double ticksPerSecond) throws MalformedAssetException {
    double[] rawTimes = node.numbersOf("KeyTime");
    double[] rawValues = node.numbersOf("KeyValueFloat");
    if (rawTimes.length != rawValues.length) {
      throw node.error(rawTimes.length + " key times, but " + rawValues.length + " values");
    }
    int[] keyFlags = node.indicesOf("KeyAttrFlags");
    double[] data = node.numbersOf("KeyAttrDataFloat");
    int[] uses = node.indicesOf("KeyAttrRefCount");
    node.file().spend(node.at(), 64L * rawTimes.length);
    long[] times = new long[rawTimes.length];
    double[] values = new double[times.length];
    int[] flags = new int[times.length];
    double[] tangents = new double[4 * times.length];
    int kept = 0;
    int attribute = 0;
    int used = 0;
    for (int k = 0; k < times.length; k++) {
      if (!Double.isFinite(rawTimes[k]) || !Double.isFinite(rawValues[k])) {
        throw node.error("key " + k + ": expected finite numbers");
      }
      while (attribute < uses.length && used >= uses[attribute]) {
        attribute++;
        used = 0;
      }
      used++;
      long time = (long) rawTimes[k];
      if (kept > 0 && time <= times[kept - 1]) {
        continue;
      }
      times[kept] = time;
      values[kept] = rawValues[k];
      flags[kept] = attribute < keyFlags.length ? keyFlags[attribute] : 0;
      readTangents(flags[kept], data, 4 * attribute, tangents, 4 * kept);
      kept++;
    }
    FbxCurve curve =
        new FbxCurve(
            Arrays.copyOf(times, kept),
            Arrays.copyOf(values, kept),
            flags,
            tangents,
            ticksPerSecond);
    curve.setAutomaticSlopes();
    return curve;
  }

  private static void readTangents(int flags, double[] data, int from, double[] out, int o) {
    boolean known = from + 4 <= data.length;
    out[o] = known ? data[from] : 0;
    out[o + 1] = known ? data[from + 1] : 0;
    out[o + 2] = PLAIN_WEIGHT;
    out[o + 3] = PLAIN_WEIGHT;
    if (known && (flags & (RIGHT_WEIGHTED | NEXT_LEFT_WEIGHTED)) != 0) {
      // Two weights of 16 bits in the bits of a float; texts may have the bits as an integer.
      double raw = data[from + 2];
      int bits =
          raw >= 1 && raw == Math.rint(raw)
              ? (int) (long) raw
              : Float.floatToRawIntBits((float) raw);
      if ((flags & RIGHT_WEIGHTED) != 0) {
        out[o + 2] = Math.min(1, (bits & 0xFFFF) * WEIGHT_UNIT);
      }
      if ((flags & NEXT_LEFT_WEIGHTED) != 0) {
        out[o + 3] = Math.min(1, (bits >>> 16) * WEIGHT_UNIT);
      }
    }
    for (int i = 0; i < 2; i++) {
      out[o + i] = Double.isFinite(out[o + i]) ? out[o + i] : 0;
    }
  }

  /** Gives cubic keys without slopes of the user those of the line between their neighbours. */
  private void setAutomaticSlopes() {
    for (int k = 0; k < times.length; k++) {
      boolean own = (flags[k] & USER_TANGENT) != 0 && (flags[k] & CUBIC) != 0;
      if (own || !(isCubic(k) || (k > 0 && isCubic(k - 1)))) {
        continue;
      }
      boolean inside = k > 0 && k + 1 < times.length;
      double slope = inside ? (values[k + 1] - values[k - 1]) / (span(k - 1) + span(k)) : 0;
      if (isCubic(k)) {
        tangents[4 * k] = slope;
      }
      if (k > 0 && isCubic(k - 1)) {
        tangents[4 * k - 3] = slope;
      }
    }
  }

  private double span(int k) {
    return ((double) times[k + 1] - times[k]) / ticksPerSecond;
  }

  private boolean isConstant(int k) {
    return (flags[k] & CONSTANT) != 0;
  }

  private boolean isCubic(int k) {
    return !isConstant(k) && (flags[k] & CUBIC) != 0;
  }

  /** Returns the times of the keys, not copied. */
  long[] times() {
    return times;
  }

  /** Returns true if there are no keys. */
  boolean isEmpty() {
    return times.length == 0;
  }

  /** Returns true if the curve is not a sequence of lines and steps. */
  boolean isCurved() {
    for (int k = 0; k + 1 < times.length; k++) {
      double line = (values[k + 1] - values[k]) / span(k);
      if (isCubic(k) && (tangents[4 * k] != line || tangents[4 * k + 1] != line)) {
        return true;
      }
    }
    return false;
  }

  /** Returns true if the value changes other than in steps. */
  boolean glides() {
    for (int k = 0; k + 1 < times.length; k++) {
      if (!isConstant(k) && values[k + 1] != values[k]) {
        return true;
      }
    }
    return isCurved();
  }

  /** Returns true if all keys are constant up to the next. */
  boolean isStepped() {
    for (int k = 0; k + 1 < times.length; k++) {
      if (!isConstant(k)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the value at a time.
   *
   * @param before whether to return the value just before, which differs where the curve jumps
   */
  double at(long time, boolean before) {
    int found = Arrays.binarySearch(times, time);
    int k = found >= 0 ? found : -found - 2;
    if (before && found >= 0) {
      k--;
    }
    if (k < 0) {
      return values[0];
    }
    if (k == times.length - 1) {
      return values[k];
    }
    if (isConstant(k)) {
      return (flags[k] & NEXT_CONSTANT) != 0 ? values[k + 1] : values[k];
    }
    double u = ((double) time - times[k]) / ((double) times[k + 1] - times[k]);
    if (u == 1) {
      return values[k + 1];
    }
    if (!isCubic(k)) {
      return values[k] + u * (values[k + 1] - values[k]);
    }
    return cubic(k, u);
  }

  private double cubic(int k, double u) {
    double right = tangents[4 * k + 2];
    double left = tangents[4 * k + 3];
    double s = right == PLAIN_WEIGHT && left == PLAIN_WEIGHT ? u : parameter(u, right, 1 - left);
    double a = values[k];
    double d = values[k + 1];
    double b = a + tangents[4 * k] * right * span(k);
    double c = d - tangents[4 * k + 1] * left * span(k);
    return bezier(a, b, c, d, s);
  }

  /** Returns the parameter at which a Bézier curve reaches a share of its time. */
  private static double parameter(double u, double b, double c) {
    double low = 0;
    double high = 1;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (bezier(0, b, c, 1, middle) < u) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  private static double bezier(double a, double b, double c, double d, double s) {
    double r = 1 - s;
    return r * r * r * a + 3 * r * r * s * b + 3 * r * s * s * c + s * s * s * d;
  }
}
