package dev.sinew.io.draco;

import java.util.List;
import java.util.Optional;

/**
 * A decoded mesh.
 *
 * @param indices three points per triangle; not copied
 * @param pointCount the number of points
 * @param attributes values of the points
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record DracoMesh(int[] indices, int pointCount, List<Attribute> attributes) {

  /** Returns an attribute by its unique id, which glTF refers to. */
  public Optional<Attribute> attribute(int id) {
    return attributes.stream().filter(attribute -> attribute.id() == id).findFirst();
  }

  /** Values of the points. Integers stay the integers that are stored. */
  public static final class Attribute {
    private final AttributeHeader header;
    private final Values values;
    private final int[] entryOfPoint;

    Attribute(AttributeHeader header, Values values, int[] entryOfPoint) {
      this.header = header;
      this.values = values;
      this.entryOfPoint = entryOfPoint;
    }

    /** Returns the unique id. */
    public int id() {
      return header.id();
    }

    /** Returns the number of values per point. */
    public int components() {
      return header.components();
    }

    /** Returns true if the values are integers. */
    public boolean isInteger() {
      return values.floats.length == 0;
    }

    /** Returns a value as an integer; unsigned ones of 32 bits as their bits. */
    public int integer(int point, int component) {
      int at = header.components() * entryOfPoint[point] + component;
      return isInteger() ? values.integers[at] : (int) values.floats[at];
    }

    /** Returns a value as a number; normalised integers are converted to fractions. */
    public float number(int point, int component) {
      int at = header.components() * entryOfPoint[point] + component;
      if (!isInteger()) {
        return values.floats[at];
      }
      float value =
          header.type() == AttributeHeader.UNSIGNED_INT
              ? Integer.toUnsignedLong(values.integers[at])
              : values.integers[at];
      return header.normalized() ? Math.max(value / header.greatest(), -1) : value;
    }
  }

  /** The values of an attribute, of one of two kinds. */
  static final class Values {
    static final int[] NO_INTEGERS = {};
    static final float[] NO_FLOATS = {};

    final int[] integers;
    final float[] floats;

    private Values(int[] integers, float[] floats) {
      this.integers = integers;
      this.floats = floats;
    }

    static Values of(int[] integers) {
      return new Values(integers, NO_FLOATS);
    }

    static Values of(float[] floats) {
      return new Values(NO_INTEGERS, floats);
    }
  }
}
