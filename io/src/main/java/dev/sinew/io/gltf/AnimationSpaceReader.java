package dev.sinew.io.gltf;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.write.AnimationSpaceExtension;
import dev.sinew.model.AnimationCoords;
import org.jspecify.annotations.Nullable;

/** Reads and checks the animation coordinates of a primitive: {@link AnimationSpaceExtension}. */
final class AnimationSpaceReader {
  /** The tolerance of the sum of a vertex's fourth components, for 32-bit rounding. */
  private static final double SUM_TOLERANCE = 1e-3;

  private AnimationSpaceReader() {}

  /** Reads the rows of a primitive, or returns null if it has none. */
  static @Nullable AnimationCoords read(JsonPlace primitive, Accessors accessors, int vertices)
      throws MalformedAssetException {
    JsonPlace extensions = primitive.find("extensions");
    JsonPlace extension = extensions == null ? null : extensions.find(AnimationSpaceExtension.NAME);
    if (extension == null) {
      return null;
    }
    int[] offsets = accessors.integers(extension.get("offsets"), 1, 4);
    int[] joints = accessors.integers(extension.get("joints"), 1, 2);
    float[] coordinates = accessors.finiteFloats(extension.get("coordinates"), 4);
    if (offsets.length != vertices + 1
        || offsets[0] != 0
        || offsets[vertices] != joints.length
        || coordinates.length != 4 * joints.length) {
      throw extension.error(
          "expected "
              + (vertices + 1)
              + " offsets from 0 to the number of entries, got "
              + offsets.length
              + " offsets, "
              + joints.length
              + " joints and "
              + coordinates.length / 4
              + " coordinates");
    }
    AnimationCoords.Builder rows = AnimationCoords.builder();
    for (int v = 0; v < vertices; v++) {
      if (offsets[v + 1] <= offsets[v] || offsets[v + 1] > joints.length) {
        throw extension.error("vertex " + v + " has no entries");
      }
      addRow(extension, rows, v, offsets, joints, coordinates);
    }
    return rows.buildPoints();
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
      if (joints[i] < 0) {
        throw extension.error(
            "entry " + i + " refers to joint " + Integer.toUnsignedString(joints[i]));
      }
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
}
