package dev.sinew.io.gltf.json;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;

/**
 * Scales the lengths of a document that are neither geometry nor motion: those of cameras, of
 * KHR_lights_punctual and of KHR_materials_volume. The intensity of point and spot lights grows
 * with the square of the scale, so that the lit surface looks the same. Those of avatars are {@link
 * AvatarLengths}.
 */
public record SceneLengths(double scale) {
  /** Scales the lengths of a document. */
  public static void scale(JsonObject json, double scale) {
    if (scale != 1) {
      SceneLengths work = new SceneLengths(scale);
      JsonPlace.objectsOf(json, "cameras").forEach(work::camera);
      JsonPlace.objectsOf(extension(json, "KHR_lights_punctual"), "lights").forEach(work::light);
      JsonPlace.objectsOf(json, "materials").forEach(work::material);
    }
  }

  private void camera(JsonObject camera) {
    multiply(JsonPlace.objectOf(camera, "perspective"), scale, "znear", "zfar");
    multiply(JsonPlace.objectOf(camera, "orthographic"), scale, "xmag", "ymag", "znear", "zfar");
  }

  private void light(JsonObject light) {
    multiply(light, scale, "range");
    boolean directional =
        light.get("type") instanceof JsonPrimitive type && type.getAsString().equals("directional");
    if (!directional) {
      if (!light.has("intensity")) {
        light.addProperty("intensity", 1);
      }
      multiply(light, scale * scale, "intensity");
    }
  }

  private void material(JsonObject material) {
    multiply(
        extension(material, "KHR_materials_volume"),
        scale,
        "thicknessFactor",
        "attenuationDistance");
  }

  private static void multiply(JsonObject owner, double factor, String... members) {
    for (String member : members) {
      if (owner.get(member) instanceof JsonPrimitive number && number.isNumber()) {
        owner.addProperty(member, number.getAsDouble() * factor);
      }
    }
  }

  private static JsonObject extension(JsonObject owner, String name) {
    return JsonPlace.objectOf(JsonPlace.objectOf(owner, "extensions"), name);
  }
}
