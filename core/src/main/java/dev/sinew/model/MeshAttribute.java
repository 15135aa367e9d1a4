package dev.sinew.model;

import dev.sinew.run.ArrayChecks;
import dev.sinew.run.NumberRange;

/** Named values per wedge of a {@link TriMesh}: normals, tangents, UVs, colours. */
public final class MeshAttribute {
  /** Unit normals, three components. */
  public static final String NORMAL = "NORMAL";

  /** Unit tangents, three components and the bitangent's sign. */
  public static final String TANGENT = "TANGENT";

  /** The first set of texture coordinates, two components. */
  public static final String UV = "TEXCOORD_0";

  /** The first set of colours, three or four components in linear 0 to 1. */
  public static final String COLOR = "COLOR_0";

  private static final String UV_PREFIX = "TEXCOORD_";

  private final String name;
  private final int components;
  private final float[] values;

  /**
   * @param name the name, as glTF names vertex attributes
   * @param components values per wedge, 1 to 16
   * @param values the values of all wedges, one wedge after the other; copied
   */
  public MeshAttribute(String name, int components, float[] values) {
    NumberRange.require(name + " components", components, 1, 16);
    ArrayChecks.multiple(name + " values", values.length, components);
    this.name = name;
    this.components = components;
    this.values = values.clone();
  }

  /** Returns the name of a set of texture coordinates. */
  public static String uv(int set) {
    return UV_PREFIX + set;
  }

  /** Returns true for texture coordinates. */
  public boolean isUv() {
    return name.startsWith(UV_PREFIX);
  }

  /** Returns the number of a set of texture coordinates; negative for other attributes. */
  public int uvSet() {
    String number = isUv() ? name.substring(UV_PREFIX.length()) : "";
    return number.matches("0|[1-9][0-9]{0,8}") ? Integer.parseInt(number) : -1;
  }

  /** Returns the same values under another name. */
  public MeshAttribute withName(String other) {
    return new MeshAttribute(other, components, values);
  }

  /** Returns true for colours. */
  public boolean isColor() {
    return name.startsWith("COLOR_");
  }

  /** Returns the name. */
  public String name() {
    return name;
  }

  /** Returns the number of values per wedge. */
  public int components() {
    return components;
  }

  /** Returns the number of wedges. */
  public int count() {
    return values.length / components;
  }

  /** Returns a component of a wedge's value. */
  public float value(int wedge, int component) {
    return values[wedge * components + component];
  }

  /** Returns the values of all wedges, in a new array. */
  public float[] toArray() {
    return values.clone();
  }

  /** Returns the values of some wedges, in a given order. */
  public MeshAttribute wedges(int[] order) {
    float[] out = new float[Math.multiplyExact(components, order.length)];
    for (int w = 0; w < order.length; w++) {
      System.arraycopy(values, components * order[w], out, components * w, components);
    }
    return new MeshAttribute(name, components, out);
  }
}
