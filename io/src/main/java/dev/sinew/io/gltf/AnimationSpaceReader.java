package dev.sinew.io.gltf;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.write.AnimationSpaceExtension;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.MultiWeights;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads and checks the animation coordinates and multi-weights of a primitive: {@link
 * AnimationSpaceExtension}.
 */
final class AnimationSpaceReader {
  /** The tolerance of the sum of a vertex's fourth components, for 32-bit rounding. */
  private static final double SUM_TOLERANCE = 1e-3;

  private AnimationSpaceReader() {}

  /** Reads the rows of a primitive, if it has any. */
  static Optional<AnimationCoords> read(JsonPlace primitive, Accessors accessors, int vertices)
      throws MalformedAssetException {
    JsonPlace extension = extension(primitive);
    if (extension == null) {
      return Optional.empty();
    }
    int[] offsets = accessors.integers(extension.get("offsets"), 1, 4);
    int[] joints = accessors.integers(extension.get("joints"), 1, 2);
    float[] coordinates = accessors.finiteFloats(extension.get("coordinates"), 4);
    checkRows(extension, vertices, offsets, joints, coordinates.length / 4, 1);
    AnimationCoords.Builder rows = AnimationCoords.builder();
    for (int v = 0; v < vertices; v++) {
      addRow(extension, rows, v, offsets, joints, coordinates);
    }
    return Optional.of(rows.buildPoints());
  }

  private static @Nullable JsonPlace extension(JsonPlace primitive) throws MalformedAssetException {
    JsonPlace extensions = primitive.find("extensions");
    return extensions == null ? null : extensions.find(AnimationSpaceExtension.NAME);
  }

  /** Reads the multi-weights of a primitive, if it has any. */
  static Optional<MultiWeights> readMultiWeights(
      JsonPlace primitive, Accessors accessors, int vertices) throws MalformedAssetException {
    JsonPlace extension = extension(primitive);
    if (extension == null
        || (extension.find(AnimationSpaceExtension.MULTI_OFFSETS) == null
            && extension.find(AnimationSpaceExtension.MULTI_JOINTS) == null
            && extension.find(AnimationSpaceExtension.MULTI_WEIGHTS) == null)) {
      return Optional.empty();
    }
    int[] offsets = accessors.integers(extension.get(AnimationSpaceExtension.MULTI_OFFSETS), 1, 4);
    int[] joints = accessors.integers(extension.get(AnimationSpaceExtension.MULTI_JOINTS), 1, 2);
    JsonPlace weights = extension.get(AnimationSpaceExtension.MULTI_WEIGHTS);
    float[] rows = accessors.finiteFloats(weights, 4);
    checkRows(weights, vertices, offsets, joints, rows.length / 4, 3);
    double[] values = new double[rows.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = rows[i];
    }
    for (int i = 0; i < joints.length; i++) {
      checkJoint(weights, joints, i);
    }
    for (int v = 0; v < vertices; v++) {
      for (int r = 0; r < 3; r++) {
        balance(weights, v, offsets, values, 4 * r + 3);
      }
    }
    return Optional.of(new MultiWeights(offsets, joints, values));
  }

  /** Corrects the rounding of one coordinate's weights of a vertex in the largest. */
  private static void balance(JsonPlace place, int v, int[] offsets, double[] values, int component)
      throws MalformedAssetException {
    double sum = 0;
    int largest = MultiWeights.SIZE * offsets[v] + component;
    for (int i = offsets[v]; i < offsets[v + 1]; i++) {
      int at = MultiWeights.SIZE * i + component;
      sum += values[at];
      largest = Math.abs(values[at]) > Math.abs(values[largest]) ? at : largest;
    }
    if (Math.abs(sum - 1) > SUM_TOLERANCE) {
      throw place.error("the weights of vertex " + v + " sum to " + sum + " instead of 1");
    }
    values[largest] += 1 - sum;
  }

  private static void checkRows(
      JsonPlace place, int vertices, int[] offsets, int[] joints, int elements, int each)
      throws MalformedAssetException {
    if (offsets.length != vertices + 1
        || offsets[0] != 0
        || offsets[vertices] != joints.length
        || elements != (long) each * joints.length) {
      throw place.error(
          "expected "
              + (vertices + 1)
              + " offsets from 0 to the number of entries, got "
              + offsets.length
              + " offsets, "
              + joints.length
              + " joints and "
              + elements
              + (each == 1 ? " coordinates" : " rows of weights"));
    }
    for (int v = 0; v < vertices; v++) {
      if (offsets[v + 1] <= offsets[v] || offsets[v + 1] > joints.length) {
        throw place.error("vertex " + v + " has no entries");
      }
    }
  }

  private static void checkJoint(JsonPlace place, int[] joints, int entry)
      throws MalformedAssetException {
    if (joints[entry] < 0) {
      throw place.error(
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
}
