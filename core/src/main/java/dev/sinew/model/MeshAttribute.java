package dev.sinew.model;

/** Named values on the wedges of a {@link TriMesh}: normals, tangents, UVs, colours. */
public final class MeshAttribute {
  /** Unit normals, three components. */
  public static final String NORMAL = "NORMAL";

  /** Unit tangents, three components and the bitangent's sign. */
  public static final String TANGENT = "TANGENT";

  /** The first set of texture coordinates, two components. */
  public static final String UV = "TEXCOORD_0";

  /** The first set of colours, three or four components in linear 0 to 1. */
  public static final String COLOR = "COLOR_0";

  private final String name;
  private final int components;
  private final float[] values;

  /**
   * @param name what it is, named as glTF names vertex attributes
   * @param components numbers per wedge, 1 to 16
   * @param values all wedges' numbers in a row; copied
   */
  public MeshAttribute(String name, int components, float[] values) {
    if (components < 1 || components > 16) {
      throw new IllegalArgumentException(name + " components: expected 1 to 16, got " + components);
    }
    Checks.multiple(name + " values", values.length, components);
    this.name = name;
    this.components = components;
    this.values = values.clone();
  }

  public String name() {
    return name;
  }

  public int components() {
    return components;
  }

  /** How many wedges it covers. */
  public int count() {
    return values.length / components;
  }

  public float value(int wedge, int component) {
    return values[wedge * components + component];
  }

  /** All values in a row, in a new array. */
  public float[] toArray() {
    return values.clone();
  }

  /** Copies {@code count * components} numbers, beginning with wedge {@code first}. */
  public void copyTo(int first, int count, float[] out, int offset) {
    System.arraycopy(values, first * components, out, offset, count * components);
  }
}
