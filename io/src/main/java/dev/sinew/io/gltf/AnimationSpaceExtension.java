package dev.sinew.io.gltf;

import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.MultiWeights;
import org.jspecify.annotations.Nullable;

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
final class AnimationSpaceExtension {
  static final String NAME = "SINEW_animation_space";

  static final String MULTI_OFFSETS = "multiOffsets";
  static final String MULTI_JOINTS = "multiJoints";
  static final String MULTI_WEIGHTS = "multiWeights";

  /** The tolerance of the sum of a vertex's fourth components, for 32-bit rounding. */
  private static final double SUM_TOLERANCE = 1e-3;

  private AnimationSpaceExtension() {}

  /** Reads the rows of a primitive, or returns null if it has none. */
  static @Nullable AnimationCoords read(JsonPlace primitive, Accessors accessors, int vertices)
      throws MalformedAssetException {
    JsonPlace extensions = primitive.find("extensions");
    JsonPlace extension = extensions == null ? null : extensions.find(NAME);
    if (extension == null) {
      return null;
    }
    int[] offsets = accessors.integers(extension.get("offsets"), 1, 4);
    int[] joints = accessors.integers(extension.get("joints"), 1, 2);
    float[] coordinates = accessors.finiteFloats(extension.get("coordinates"), 4);
    checkRows(extension, vertices, offsets, joints, coordinates.length / 4, 1);
    AnimationCoords.Builder rows = AnimationCoords.builder();
    for (int v = 0; v < vertices; v++) {
      addRow(extension, rows, v, offsets, joints, coordinates);
    }
    return rows.buildPoints();
  }

  /** Reads the multi-weights of a primitive, or returns null if it has none. */
  static @Nullable MultiWeights readMultiWeights(
      JsonPlace primitive, Accessors accessors, int vertices) throws MalformedAssetException {
    JsonPlace extensions = primitive.find("extensions");
    JsonPlace extension = extensions == null ? null : extensions.find(NAME);
    if (extension == null || extension.find(MULTI_WEIGHTS) == null) {
      return null;
    }
    int[] offsets = accessors.integers(extension.get(MULTI_OFFSETS), 1, 4);
    int[] joints = accessors.integers(extension.get(MULTI_JOINTS), 1, 2);
    float[] rows = accessors.finiteFloats(extension.get(MULTI_WEIGHTS), 4);
    checkRows(extension, vertices, offsets, joints, rows.length / 4, 3);
    double[] values = new double[rows.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = rows[i];
    }
    for (int i = 0; i < joints.length; i++) {
      checkJoint(extension, joints, i);
    }
    return new MultiWeights(offsets, joints, values);
  }

  private static void checkRows(
      JsonPlace extension, int vertices, int[] offsets, int[] joints, int elements, int each)
      throws MalformedAssetException {
    if (offsets.length != vertices + 1
        || offsets[0] != 0
        || offsets[vertices] != joints.length
        || elements != (long) each * joints.length) {
      throw extension.error(
          "expected %d offsets from 0 to the number of entries, got %d offsets, %d joints and %d coordinates"
              .formatted(vertices + 1, offsets.length, joints.length, elements));
    }
    for (int v = 0; v < vertices; v++) {
      if (offsets[v + 1] <= offsets[v] || offsets[v + 1] > joints.length) {
        throw extension.error("vertex " + v + " has no entries");
      }
    }
  }

  private static void checkJoint(JsonPlace extension, int[] joints, int entry)
      throws MalformedAssetException {
    if (joints[entry] < 0) {
      throw extension.error(
          "entry " + entry + " refers to joint " + Integer.toUnsignedString(joints[entry]));
    }
  }

  /** Adds a row; corrects the rounding of its weights in the largest entry. */
  private static void addRow(
      JsonPlace extension,
      AnimationCoords.Builder rows,
      int v,
      int[] offsets,
      int[] joints,
      float[] coordinates)
      throws MalformedAssetException {
    double sum = 0;
    int largest = offsets[v];
    for (int i = offsets[v]; i < offsets[v + 1]; i++) {
      sum += coordinates[4 * i + 3];
      if (Math.abs(coordinates[4 * i + 3]) > Math.abs(coordinates[4 * largest + 3])) {
        largest = i;
      }
      checkJoint(extension, joints, i);
    }
    if (Math.abs(sum - 1) > SUM_TOLERANCE) {
      throw extension.error("the weights of vertex " + v + " sum to " + sum + " instead of 1");
    }
    for (int i = offsets[v]; i < offsets[v + 1]; i++) {
      double weight = coordinates[4 * i + 3] + (i == largest ? 1 - sum : 0);
      rows.add(
          joints[i], coordinates[4 * i], coordinates[4 * i + 1], coordinates[4 * i + 2], weight);
    }
    rows.endRow();
  }

  /** Writes the rows of a primitive's vertices. */
  static void write(JsonObject primitive, GltfBuilder builder, AnimationCoords coords, int[] rows) {
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
  static void writeMultiWeights(
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
}
