package dev.sinew.io.gltf.write;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.io.gltf.json.ExtensionNames;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.MultiWeights;
import java.util.List;

/**
 * The extension SINEW_animation_space of a primitive: a general animation-space skin in addition to
 * joints and weights, which approximate it. Three accessors: {@code offsets}, the first entry of
 * each vertex and the number of entries; {@code joints}, the joint index in the skin per entry;
 * {@code coordinates}, p_j in joint space per entry. The position of a vertex is Σ G_j p_j, with
 * G_j the global transform of the joint.
 *
 * <p>Three further accessors may hold a multi-weight skin that corrects it: {@code multiOffsets}
 * and {@code multiJoints} as above; {@code multiWeights}, three elements per entry: the rows of
 * U_j.
 */
public final class AnimationSpaceExtension {
  /** The name of the extension. */
  public static final String NAME = "SINEW_animation_space";

  /** The first multi-weight entry of each vertex. */
  public static final String MULTI_OFFSETS = "multiOffsets";

  /** The joint of each multi-weight entry. */
  public static final String MULTI_JOINTS = "multiJoints";

  /** Three rows of each multi-weight entry. */
  public static final String MULTI_WEIGHTS = "multiWeights";

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

  /** Adds multi-weights to the extension, which the primitive already has. */
  public static void writeMultiWeights(
      JsonObject primitive, GltfBuilder builder, MultiWeights weights, int[] rows) {
    MultiWeights own = weights.rows(rows);
    double[] values = own.values();
    float[] floats = new float[values.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) values[i];
    }
    JsonObject extension = primitive.getAsJsonObject("extensions").getAsJsonObject(NAME);
    extension.addProperty(MULTI_OFFSETS, builder.plainIntegers(own.rowStarts(), 4));
    extension.addProperty(MULTI_JOINTS, builder.plainIntegers(own.joints(), 2));
    extension.addProperty(MULTI_WEIGHTS, builder.plainFloats(floats, "VEC4", 4));
  }

  public static boolean hasMultiWeights(JsonObject primitive) {
    return primitive.get("extensions") instanceof JsonObject extensions
        && extensions.get(NAME) instanceof JsonObject extension
        && extension.has(MULTI_WEIGHTS);
  }

  /** Removes the multi-weights of a primitive; its animation coordinates stay. */
  public static void removeMultiWeights(JsonObject primitive) {
    if (primitive.get("extensions") instanceof JsonObject extensions
        && extensions.get(NAME) instanceof JsonObject extension) {
      extension.remove(MULTI_OFFSETS);
      extension.remove(MULTI_JOINTS);
      extension.remove(MULTI_WEIGHTS);
    }
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

  /** Removes the name of the extension from a document if none of its primitives has it. */
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
