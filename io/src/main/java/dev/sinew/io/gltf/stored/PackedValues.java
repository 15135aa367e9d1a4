package dev.sinew.io.gltf.stored;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values of an accessor as normalised integers of 8 or 16 bits. Elements begin at multiples of four
 * bytes, as vertex data must.
 */
public record PackedValues(int[] values, int components, int componentType, boolean withExtremes) {
  private static final int UNSIGNED_MAX = 0xFFFF;

  /** Texture coordinates this far outside 0 to 1 are rounding. */
  private static final float OUTSIDE = 1e-6f;

  /** Packs numbers from -1 to 1; null if there are others. */
  public static @Nullable PackedValues signed(float[] from, int components, int bytes) {
    int max = bytes == 1 ? Byte.MAX_VALUE : Short.MAX_VALUE;
    int[] values = new int[from.length];
    for (int i = 0; i < values.length; i++) {
      if (!(Math.abs(from[i]) <= 1 + 1e-3f)) {
        return null;
      }
      values[i] = Math.clamp(Math.round(from[i] * max), -max, max);
    }
    return new PackedValues(
        values, components, bytes == 1 ? AccessorLayout.BYTE : AccessorLayout.SHORT, false);
  }

  /** Packs numbers from 0 to 1 in 16 bits; null if there are others. */
  public static @Nullable PackedValues unsigned(float[] from, int components) {
    int[] values = new int[from.length];
    for (int i = 0; i < values.length; i++) {
      if (!(from[i] >= -OUTSIDE && from[i] <= 1 + OUTSIDE)) {
        return null;
      }
      values[i] = Math.clamp(Math.round(from[i] * UNSIGNED_MAX), 0, UNSIGNED_MAX);
    }
    return new PackedValues(values, components, AccessorLayout.UNSIGNED_SHORT, false);
  }

  /**
   * Returns the number of triangles that these texture coordinates flip or leave without area, but
   * not those they were made from.
   *
   * @param from the coordinates before, two per vertex
   * @param triangles three vertices each
   */
  public int lostTriangles(float[] from, int[] triangles) {
    int lost = 0;
    for (int i = 0; i + 2 < triangles.length; i += 3) {
      int a = 2 * triangles[i], b = 2 * triangles[i + 1], c = 2 * triangles[i + 2];
      double before =
          ((double) from[b] - from[a]) * ((double) from[c + 1] - from[a + 1])
              - ((double) from[b + 1] - from[a + 1]) * ((double) from[c] - from[a]);
      long after =
          (long) (values[b] - values[a]) * (values[c + 1] - values[a + 1])
              - (long) (values[b + 1] - values[a + 1]) * (values[c] - values[a]);
      lost += before != 0 && Math.signum(before) != Long.signum(after) ? 1 : 0;
    }
    return lost;
  }

  /**
   * Packs coordinates from 0 to 1, or from -1 to 1 for morph offsets, in 16 bits.
   *
   * @param from three per point
   */
  public static PackedValues coordinates(double[] from, boolean signed) {
    int[] values = new int[from.length];
    int max = signed ? Short.MAX_VALUE : UNSIGNED_MAX;
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.clamp(Math.round(from[i] * max), signed ? -max : 0, max);
    }
    return new PackedValues(
        values, 3, signed ? AccessorLayout.SHORT : AccessorLayout.UNSIGNED_SHORT, true);
  }

  /**
   * Packs weights in 16 bits. Those of a vertex add up to the integer of one: the largest takes
   * what rounding leaves.
   *
   * @param sets WEIGHTS_0, WEIGHTS_1 and so on, four per vertex
   */
  public static List<PackedValues> weights(List<float[]> sets) {
    List<int[]> packed = new ArrayList<>();
    sets.forEach(set -> packed.add(new int[set.length]));
    for (int v = 0; v < sets.getFirst().length / 4; v++) {
      packVertex(sets, packed, v);
    }
    return packed.stream()
        .map(values -> new PackedValues(values, 4, AccessorLayout.UNSIGNED_SHORT, false))
        .toList();
  }

  private static void packVertex(List<float[]> sets, List<int[]> packed, int vertex) {
    double total = 0;
    for (float[] set : sets) {
      for (int k = 0; k < 4; k++) {
        total += set[4 * vertex + k];
      }
    }
    int rest = UNSIGNED_MAX;
    int[] largest = {0, 4 * vertex};
    for (int s = 0; total > 0 && s < sets.size(); s++) {
      for (int i = 4 * vertex; i < 4 * vertex + 4; i++) {
        int value = (int) Math.round(sets.get(s)[i] / total * UNSIGNED_MAX);
        // A weight of zero would leave its joint without a use, which validators report.
        value = sets.get(s)[i] > 0 ? Math.max(1, value) : value;
        packed.get(s)[i] = value;
        rest -= value;
        if (value > packed.get(largest[0])[largest[1]]) {
          largest = new int[] {s, i};
        }
      }
    }
    if (total > 0) {
      packed.get(largest[0])[largest[1]] += rest;
    }
  }

  /** Removes from an accessor what the packed values replace. */
  public void describe(JsonObject accessor) {
    for (String member : List.of("bufferView", "byteOffset", "sparse", "min", "max")) {
      accessor.remove(member);
    }
    accessor.addProperty("componentType", componentType);
    accessor.addProperty("normalized", true);
  }

  /** Returns the bytes from an element to the next. */
  public int stride() {
    return (elementBytes() + 3) / 4 * 4;
  }

  /** Returns true if elements do not follow each other without a gap. */
  public boolean isPadded() {
    return stride() != elementBytes();
  }

  private int elementBytes() {
    return components * AccessorLayout.componentBytes(componentType);
  }

  /** Returns the values as the bytes of a buffer view. */
  public byte[] bytes() {
    int size = AccessorLayout.componentBytes(componentType);
    ByteBuffer data =
        ByteBuffer.allocate(values.length / components * stride()).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < values.length; i++) {
      int at = i / components * stride() + i % components * size;
      if (size == 1) {
        data.put(at, (byte) values[i]);
      } else {
        data.putShort(at, (short) values[i]);
      }
    }
    return data.array();
  }

  /** Sets the buffer view of an accessor, and its extremes where they are required. */
  public void refer(JsonObject accessor, int view) {
    accessor.addProperty("bufferView", view);
    if (withExtremes) {
      accessor.add("min", extreme(false));
      accessor.add("max", extreme(true));
    }
  }

  private JsonArray extreme(boolean max) {
    JsonArray out = new JsonArray();
    for (int c = 0; c < components; c++) {
      int best = max ? Integer.MIN_VALUE : Integer.MAX_VALUE;
      for (int i = c; i < values.length; i += components) {
        best = max ? Math.max(best, values[i]) : Math.min(best, values[i]);
      }
      out.add(best);
    }
    return out;
  }
}
