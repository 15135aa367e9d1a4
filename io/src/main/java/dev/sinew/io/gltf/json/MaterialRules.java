package dev.sinew.io.gltf.json;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.model.Material;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a material says beyond what {@link Material} has of it, as a text: materials with the same
 * text are shown by the same rules.
 */
public final class MaterialRules {
  private static final String KNOWN_EXTENSIONS = "KHR_materials_";
  private static final String UNLIT = "KHR_materials_unlit";
  private static final String TRANSFORM = "KHR_texture_transform";

  /** Members whose values {@link Material} has. */
  private static final List<String> OF_MATERIAL =
      List.of("name", "extras", "alphaMode", "alphaCutoff", "doubleSided", "emissiveFactor");

  private static final List<String> OF_SURFACE =
      List.of("baseColorFactor", "metallicFactor", "roughnessFactor");

  private MaterialRules() {}

  /** Returns the text; empty if the material has an extension that is not understood. */
  public static Optional<String> of(JsonObject material) {
    for (String extension : JsonPlace.objectOf(material, "extensions").keySet()) {
      if (!extension.startsWith(KNOWN_EXTENSIONS)) {
        return Optional.empty();
      }
    }
    JsonObject rest = material.deepCopy();
    OF_MATERIAL.forEach(rest::remove);
    JsonObject surface = JsonPlace.objectOf(rest, "pbrMetallicRoughness");
    OF_SURFACE.forEach(surface::remove);
    JsonPlace.objectOf(rest, "extensions").remove(UNLIT);
    JsonPlace.objectOf(rest, Material.NORMAL).remove("scale");
    StringBuilder out = new StringBuilder();
    return write(rest, "", out) ? Optional.of(out.toString()) : Optional.empty();
  }

  /**
   * Writes the members of an object in the order of their names, without those of textures that
   * {@link Material.Texture} has; false if a texture has an extension that is not understood.
   */
  private static boolean write(JsonObject object, String path, StringBuilder out) {
    boolean known = true;
    for (var member : new TreeMap<>(object.asMap()).entrySet()) {
      String name = member.getKey();
      if (!(member.getValue() instanceof JsonObject inner)) {
        write(path + name, member.getValue(), out);
      } else if (name.endsWith("Texture") && inner.has("index")) {
        List.of("index", "texCoord", "extras").forEach(inner::remove);
        JsonPlace.objectOf(inner, "extensions").remove(TRANSFORM);
        known &= JsonPlace.objectOf(inner, "extensions").isEmpty();
        known &= write(inner, path + name + "/", out);
      } else if (!name.equals("extras")) {
        // An empty extension changes what is shown, an empty object of glTF itself does not.
        if (path.equals("extensions/")) {
          out.append(path).append(name).append('\n');
        }
        known &= write(inner, path + name + "/", out);
      }
    }
    return known;
  }

  /** Writes a value unless it is that of a texture that shows as it is. */
  private static void write(String place, JsonElement value, StringBuilder out) {
    boolean full = place.equals(Material.OCCLUSION + "/strength") && isOne(value);
    if (!full) {
      out.append(place).append('=').append(value).append('\n');
    }
  }

  private static boolean isOne(JsonElement value) {
    return value.isJsonPrimitive() && value.getAsString().matches("1(\\.0*)?");
  }
}
