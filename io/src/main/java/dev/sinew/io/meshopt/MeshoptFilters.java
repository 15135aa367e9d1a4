package dev.sinew.io.meshopt;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Filters of decoded attributes, applied in place in 32-bit arithmetic as the extensions specify
 * them. The specification allows a difference of one unit in the last place, except for the
 * exponential filter, which is exact. Input that the specification leaves undefined gives an
 * arbitrary number.
 */
final class MeshoptFilters {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private MeshoptFilters() {}

  /**
   * Applies a filter in place.
   *
   * @param data elements of {@code byteStride} bytes, a stride that the filter supports
   */
  static void apply(MeshoptDecoder.Filter filter, byte[] data, int byteStride) {
    switch (filter) {
      case NONE -> {}
      case OCTAHEDRAL -> octahedral(new Components(data, byteStride / 4));
      case QUATERNION -> quaternion(new Components(data, byteStride / 4));
      case EXPONENTIAL -> exponential(data);
      case COLOR -> color(new Components(data, byteStride / 4));
    }
  }

  /** An array of integers of one or two bytes. */
  private record Components(@SuppressWarnings("ArrayRecordComponent") byte[] data, int size) {
    int count() {
      return data.length / size;
    }

    int signed(int i) {
      return size == 1 ? data[i] : (short) SHORT.get(data, 2 * i);
    }

    int unsigned(int i) {
      return signed(i) & (size == 1 ? 0xff : 0xffff);
    }

    void set(int i, int value) {
      if (size == 1) {
        data[i] = (byte) value;
      } else {
        SHORT.set(data, 2 * i, (short) value);
      }
    }

    void setRounded(int i, float value) {
      set(i, (int) (value + Math.copySign(0.5f, value)));
    }
  }

  /** Input: two coordinates on the unfolded octahedron, the value of 1, and an unused value. */
  private static void octahedral(Components c) {
    float max = c.size() == 1 ? 127 : 32767;
    for (int i = 0; i < c.count(); i += 4) {
      float one = c.signed(i + 2);
      float x = c.signed(i) / one;
      float y = c.signed(i + 1) / one;
      float z = 1 - Math.abs(x) - Math.abs(y);
      float folded = Math.min(z, 0);
      x -= Math.copySign(folded, x);
      y -= Math.copySign(folded, y);
      float scale = max / (float) Math.sqrt(x * x + y * y + z * z);
      c.setRounded(i, x * scale);
      c.setRounded(i + 1, y * scale);
      c.setRounded(i + 2, z * scale);
    }
  }

  /** Input: three components over √2, and the value of 1 with the index of the largest. */
  private static void quaternion(Components c) {
    for (int i = 0; i < c.count(); i += 4) {
      int last = c.signed(i + 3);
      float scale = (float) Math.sqrt(0.5) / (last | 3);
      float x = c.signed(i) * scale;
      float y = c.signed(i + 1) * scale;
      float z = c.signed(i + 2) * scale;
      float w = (float) Math.sqrt(Math.max(0, 1 - x * x - y * y - z * z));
      int largest = last & 3;
      c.setRounded(i + (largest + 1) % 4, x * 32767);
      c.setRounded(i + (largest + 2) % 4, y * 32767);
      c.setRounded(i + (largest + 3) % 4, z * 32767);
      c.setRounded(i + largest, w * 32767);
    }
  }

  /** Input: a signed exponent in the high byte and a signed mantissa in the rest. */
  private static void exponential(byte[] data) {
    for (int i = 0; i < data.length; i += 4) {
      int v = (int) INT.get(data, i);
      float mantissa = (v << 8) >> 8;
      INT.set(data, i, Float.floatToRawIntBits(Math.scalb(mantissa, v >> 24)));
    }
  }

  /** Input: luma, two chroma, and alpha below a bit that marks the bit depth of the others. */
  private static void color(Components c) {
    float max = c.size() == 1 ? 255 : 65535;
    for (int i = 0; i < c.count(); i += 4) {
      int y = c.unsigned(i);
      int co = c.signed(i + 1);
      int cg = c.signed(i + 2);
      int marked = c.unsigned(i + 3);
      int full = 2 * Integer.highestOneBit(marked) - 1;
      int half = marked & (full >> 1);
      int alpha = (half << 1) | (half & 1);
      float scale = max / full;
      c.setRounded(i, (y + co - cg) * scale);
      c.setRounded(i + 1, (y + cg) * scale);
      c.setRounded(i + 2, (y - co - cg) * scale);
      c.setRounded(i + 3, alpha * scale);
    }
  }
}
