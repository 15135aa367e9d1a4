package dev.sinew.io.gltf.write;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.io.gltf.json.ExtensionNames;
import dev.sinew.model.AnimationCoords;
import java.util.List;

/**
 * The extension SINEW_animation_space of a primitive: a general animation-space skin in addition to
 * joints and weights, which approximate it. Three accessors: {@code offsets}, the first entry of
 * each vertex and the number of entries; {@code joints}, the joint index in the skin per entry;
 * {@code coordinates}, p_j in joint space per entry. The position of a vertex is Σ G_j p_j, with
 * G_j the global transform of the joint.
 */
public final class AnimationSpaceExtension {
  /** The name of the extension. */
  public static final String NAME = "SINEW_animation_space";

  private AnimationSpaceExtension() {}

  /** Writes the rows of a primitive's vertices. */
  public static void write(
      JsonObject primitive, GltfBuilder builder, AnimationCoords coords, int[] rows) {
    int total = 0;
    int[] offsets = new int[rows.length + 1];
    for (int v = 0; v < rows.length; v++) {
      total += coords.count(rows[v]);
      offsets[v + 1] = total;
    }
    int[] joints = new int[total];
    float[] coordinates = new float[4 * total];
    for (int v = 0; v < rows.length; v++) {
      for (int i = 0; i < coords.count(rows[v]); i++) {
        joints[offsets[v] + i] = coords.joint(rows[v], i);
        for (int k = 0; k < 4; k++) {
          coordinates[4 * (offsets[v] + i) + k] = (float) coords.value(rows[v], i, k);
        }
      }
    }
    JsonObject extension = new JsonObject();
    extension.addProperty("offsets", builder.plainIntegers(offsets, 4));
    extension.addProperty("joints", builder.plainIntegers(joints, 2));
    extension.addProperty("coordinates", builder.plainFloats(coordinates, "VEC4", 4));
    if (!primitive.has("extensions")) {
      primitive.add("extensions", new JsonObject());
    }
    primitive.getAsJsonObject("extensions").add(NAME, extension);
    builder.useExtension(NAME);
  }

  /** Removes the rows of a primitive. */
  public static void removeFrom(JsonObject primitive) {
    if (primitive.get("extensions") instanceof JsonObject extensions) {
      extensions.remove(NAME);
      if (extensions.isEmpty()) {
        primitive.remove("extensions");
      }
    }
  }

  /** Removes the name of the extension from a document none of whose primitives has it. */
  public static void removeUnusedName(JsonObject json) {
    if (!isUsed(json)) {
      ExtensionNames.remove(json, List.of(NAME));
    }
  }

  private static boolean isUsed(JsonObject json) {
    if (json.get("meshes") instanceof JsonArray meshes) {
      for (JsonElement mesh : meshes) {
        for (JsonElement primitive : mesh.getAsJsonObject().getAsJsonArray("primitives")) {
          if (primitive.getAsJsonObject().get("extensions") instanceof JsonObject extensions
              && extensions.has(NAME)) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
