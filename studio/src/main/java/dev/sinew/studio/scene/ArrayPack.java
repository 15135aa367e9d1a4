package dev.sinew.studio.scene;

import com.google.gson.JsonObject;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * JSON with arrays beside it, as the page reads it without parsing numbers: the length of the JSON
 * text in bytes, the text padded to a multiple of 4, then the arrays, all little endian. In the
 * text an array is {@code {"array": "f32" or "u32", "at": first byte, "count": values}}, with the
 * place counted from the end of the text.
 */
final class ArrayPack {
  private final List<Object> arrays = new ArrayList<>();
  private int size;

  /** Adds an array of numbers; returns the text that stands for it. */
  JsonObject add(float[] values) {
    return add("f32", values, values.length);
  }

  /** Adds an array of indices; returns what stands for it in the text. */
  JsonObject add(int[] values) {
    return add("u32", values, values.length);
  }

  /** Adds an array of numbers in single precision. */
  JsonObject add(double[] values) {
    float[] narrow = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      narrow[i] = (float) values[i];
    }
    return add(narrow);
  }

  private JsonObject add(String type, Object values, int count) {
    JsonObject place = new JsonObject();
    place.addProperty("array", type);
    place.addProperty("at", size);
    place.addProperty("count", count);
    arrays.add(values);
    size = Math.addExact(size, Math.multiplyExact(4, count));
    return place;
  }

  /** Returns the bytes of a text that refers to the arrays added. */
  byte[] build(JsonObject text) {
    byte[] json = text.toString().getBytes(StandardCharsets.UTF_8);
    int padded = (json.length + 3) / 4 * 4;
    ByteBuffer out =
        ByteBuffer.allocate(Math.addExact(4 + padded, size)).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(padded).put(json);
    while (out.position() < 4 + padded) {
      out.put((byte) ' ');
    }
    for (Object values : arrays) {
      if (values instanceof float[] numbers) {
        out.asFloatBuffer().put(numbers);
        out.position(out.position() + 4 * numbers.length);
      } else if (values instanceof int[] indices) {
        out.asIntBuffer().put(indices);
        out.position(out.position() + 4 * indices.length);
      }
    }
    return out.array();
  }
}
