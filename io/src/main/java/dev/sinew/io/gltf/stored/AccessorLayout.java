package dev.sinew.io.gltf.stored;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.JsonPlace;

/** Sizes of an accessor's elements, from its JSON alone. */
public final class AccessorLayout {
  public static final int BYTE = 5120;
  public static final int UNSIGNED_BYTE = 5121;
  public static final int SHORT = 5122;
  public static final int UNSIGNED_SHORT = 5123;
  public static final int UNSIGNED_INT = 5125;
  public static final int FLOAT = 5126;

  private AccessorLayout() {}

  /** Returns the number of components of a type such as "VEC3"; 0 for an unknown type. */
  public static int components(String type) {
    return switch (type) {
      case "SCALAR" -> 1;
      case "VEC2" -> 2;
      case "VEC3" -> 3;
      case "VEC4", "MAT2" -> 4;
      case "MAT3" -> 9;
      case "MAT4" -> 16;
      default -> 0;
    };
  }

  /** Returns the bytes of an accessor's element; 0 if its type is unknown. */
  public static int elementBytes(JsonPlace accessor) throws MalformedAssetException {
    int componentType = accessor.get("componentType").integer(0, Integer.MAX_VALUE);
    return components(accessor.get("type").text()) * componentBytes(componentType);
  }

  public static int componentBytes(int componentType) {
    return switch (componentType) {
      case BYTE, UNSIGNED_BYTE -> 1;
      case SHORT, UNSIGNED_SHORT -> 2;
      case UNSIGNED_INT, FLOAT -> 4;
      default -> 0;
    };
  }
}
