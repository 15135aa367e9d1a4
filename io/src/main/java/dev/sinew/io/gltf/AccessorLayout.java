package dev.sinew.io.gltf;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.JsonPlace;

/** Sizes of an accessor's elements, from its JSON alone. */
final class AccessorLayout {
  private AccessorLayout() {}

  /** Returns the number of components of a type such as "VEC3"; 0 for an unknown type. */
  static int components(String type) {
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
  static int elementBytes(JsonPlace accessor) throws MalformedAssetException {
    int componentType = accessor.get("componentType").integer(0, Integer.MAX_VALUE);
    return components(accessor.get("type").text()) * Accessors.componentBytes(componentType);
  }
}
