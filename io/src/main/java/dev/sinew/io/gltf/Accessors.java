package dev.sinew.io.gltf;

import static dev.sinew.io.gltf.stored.AccessorLayout.BYTE;
import static dev.sinew.io.gltf.stored.AccessorLayout.FLOAT;
import static dev.sinew.io.gltf.stored.AccessorLayout.SHORT;
import static dev.sinew.io.gltf.stored.AccessorLayout.UNSIGNED_BYTE;
import static dev.sinew.io.gltf.stored.AccessorLayout.UNSIGNED_INT;
import static dev.sinew.io.gltf.stored.AccessorLayout.UNSIGNED_SHORT;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.DecodeBudget;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.stored.AccessorLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ShortBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decodes accessors: strides, normalised integers, sparse values, compressed views. Every offset is
 * checked before anything is allocated.
 */
final class Accessors {
  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  /** The declared layout of an accessor. */
  record Layout(JsonPlace place, int count, int components, int componentType, boolean normalized) {
    int componentBytes() {
      return AccessorLayout.componentBytes(componentType);
    }

    int elementBytes() {
      return components * componentBytes();
    }
  }

  /** A strided sequence of elements. */
  private record Run(ByteBuffer bytes, int start, int stride) {}

  private final GltfDocument document;
  private final List<JsonPlace> accessors;
  private final List<JsonPlace> views;
  private final @Nullable ByteBuffer[] decodedViews;
  private final DecodeBudget budget;

  Accessors(GltfDocument document) throws MalformedAssetException {
    this.document = document;
    accessors = document.root().items("accessors");
    views = document.root().items("bufferViews");
    decodedViews = new ByteBuffer[views.size()];
    budget = document.newBudget();
  }

  Layout layout(JsonPlace reference) throws MalformedAssetException {
    JsonPlace place = accessors.get(reference.index(accessors.size(), "accessors"));
    int componentType = place.get("componentType").integer(0, Integer.MAX_VALUE);
    if (AccessorLayout.componentBytes(componentType) == 0) {
      throw place.error("unknown componentType " + componentType);
    }
    String type = place.get("type").text();
    int components = AccessorLayout.components(type);
    if (components == 0) {
      throw place.error("unknown type " + type);
    }
    return new Layout(
        place,
        place.get("count").integer(1, Integer.MAX_VALUE),
        components,
        componentType,
        place.flagOr("normalized", false));
  }

  /** Reads all components of an accessor as floats; normalised integers are converted. */
  float[] floats(JsonPlace reference, int... allowedComponents) throws MalformedAssetException {
    Layout layout = layout(reference);
    requireComponents(layout, allowedComponents);
    Run run = baseRun(layout);
    float[] out = new float[allocate(layout, Float.BYTES)];
    if (run != null) {
      readFloats(layout, run, layout.count, out, null);
    }
    JsonPlace sparse = layout.place.find("sparse");
    if (sparse != null) {
      int[] targets = sparseIndices(layout, sparse);
      readFloats(
          layout, sparseValues(layout, sparse, targets.length), targets.length, out, targets);
    }
    return out;
  }

  /** Reads all components as {@link #floats}; throws if one is not finite. */
  float[] finiteFloats(JsonPlace reference, int... allowedComponents)
      throws MalformedAssetException {
    float[] out = floats(reference, allowedComponents);
    for (int i = 0; i < out.length; i++) {
      if (!Float.isFinite(out[i])) {
        Layout layout = layout(reference);
        throw layout.place.error(
            "element " + i / layout.components + ": expected finite numbers, got " + out[i]);
      }
    }
    return out;
  }

  /** Reads all components of an accessor of unsigned integers, of up to {@code maxBytes} each. */
  int[] integers(JsonPlace reference, int components, int maxBytes) throws MalformedAssetException {
    Layout layout = layout(reference);
    requireComponents(layout, components);
    boolean unsigned =
        layout.componentType == UNSIGNED_BYTE
            || layout.componentType == UNSIGNED_SHORT
            || layout.componentType == UNSIGNED_INT;
    if (!unsigned || layout.componentBytes() > maxBytes) {
      throw layout.place.error(
          "expected unsigned integers of up to "
              + maxBytes
              + " bytes, got componentType "
              + layout.componentType);
    }
    Run run = baseRun(layout);
    int[] out = new int[allocate(layout, Integer.BYTES)];
    if (run != null) {
      readIntegers(layout, run, layout.count, out, null);
    }
    JsonPlace sparse = layout.place.find("sparse");
    if (sparse != null) {
      int[] targets = sparseIndices(layout, sparse);
      readIntegers(
          layout, sparseValues(layout, sparse, targets.length), targets.length, out, targets);
    }
    return out;
  }

  private static void requireComponents(Layout layout, int... allowed)
      throws MalformedAssetException {
    if (Arrays.stream(allowed).noneMatch(c -> c == layout.components)) {
      throw layout.place.error(
          "expected "
              + Arrays.stream(allowed).mapToObj(Integer::toString).toList()
              + " components, got "
              + layout.components);
    }
  }

  private int allocate(Layout layout, int bytesEach) throws MalformedAssetException {
    return reserve(layout.place, (long) layout.count * layout.components, bytesEach);
  }

  /**
   * Counts an array in the budget and returns its length.
   *
   * @param numbers the length of the array
   * @param bytesEach the size of an element
   */
  int reserve(JsonPlace place, long numbers, int bytesEach) throws MalformedAssetException {
    budget.spend(place, numbers * bytesEach);
    if (numbers > MAX_ARRAY) {
      throw place.error("needs an array of " + numbers + " numbers: expected at most " + MAX_ARRAY);
    }
    return (int) numbers;
  }

  private @Nullable Run baseRun(Layout layout) throws MalformedAssetException {
    JsonPlace view = layout.place.find("bufferView");
    if (view == null) {
      return null;
    }
    int offset = layout.place.integerOr("byteOffset", 0, Integer.MAX_VALUE, 0);
    return run(layout.place, view, offset, layout.elementBytes(), layout.count);
  }

  private int[] sparseIndices(Layout layout, JsonPlace sparse) throws MalformedAssetException {
    int count = sparse.get("count").integer(1, layout.count);
    JsonPlace indices = sparse.get("indices");
    int componentType = indices.get("componentType").integer(0, Integer.MAX_VALUE);
    Layout list = new Layout(indices, count, 1, componentType, false);
    if (componentType != UNSIGNED_BYTE
        && componentType != UNSIGNED_SHORT
        && componentType != UNSIGNED_INT) {
      throw indices.error("unknown componentType " + componentType);
    }
    int offset = indices.integerOr("byteOffset", 0, Integer.MAX_VALUE, 0);
    Run run = run(indices, indices.get("bufferView"), offset, list.elementBytes(), count);
    int[] targets = new int[count];
    readIntegers(list, run, count, targets, null);
    for (int i = 0; i < count; i++) {
      if (targets[i] < 0 || targets[i] >= layout.count || (i > 0 && targets[i] <= targets[i - 1])) {
        throw indices.error(
            "index "
                + i
                + " is "
                + targets[i]
                + "; expected increasing indices below "
                + layout.count);
      }
    }
    return targets;
  }

  private Run sparseValues(Layout layout, JsonPlace sparse, int count)
      throws MalformedAssetException {
    JsonPlace values = sparse.get("values");
    int offset = values.integerOr("byteOffset", 0, Integer.MAX_VALUE, 0);
    return run(values, values.get("bufferView"), offset, layout.elementBytes(), count);
  }

  private Run run(JsonPlace place, JsonPlace viewReference, int offset, int elementBytes, int count)
      throws MalformedAssetException {
    int index = viewReference.index(views.size(), "bufferViews");
    JsonPlace view = views.get(index);
    ByteBuffer bytes = viewBytes(index);
    int stride = view.integerOr("byteStride", 1, 255, elementBytes);
    if (stride < elementBytes) {
      throw view.error(
          "byteStride " + stride + " is less than the element size of " + elementBytes);
    }
    long end = offset + (count - 1L) * stride + elementBytes;
    if (end > bytes.limit()) {
      throw place.error(
          count + " elements end at byte " + end + " of a buffer view of " + bytes.limit());
    }
    return new Run(bytes, offset, stride);
  }

  ByteBuffer viewBytes(JsonPlace reference) throws MalformedAssetException {
    return viewBytes(reference.index(views.size(), "bufferViews"));
  }

  /** Returns the bytes of a buffer view, decompressed if necessary. */
  ByteBuffer viewBytes(int index) throws MalformedAssetException {
    ByteBuffer known = decodedViews[index];
    if (known != null) {
      return known;
    }
    JsonPlace view = views.get(index);
    JsonPlace compressed = MeshoptViews.extension(view);
    ByteBuffer bytes =
        compressed != null ? MeshoptViews.decode(document, compressed, budget) : plainBytes(view);
    decodedViews[index] = bytes;
    return bytes;
  }

  private ByteBuffer plainBytes(JsonPlace view) throws MalformedAssetException {
    ByteBuffer buffer =
        document.buffer(view.get("buffer").index(document.bufferCount(), "buffers"));
    int offset = view.integerOr("byteOffset", 0, Integer.MAX_VALUE, 0);
    int length = view.get("byteLength").integer(1, Integer.MAX_VALUE);
    if ((long) offset + length > buffer.limit()) {
      throw view.error(
          "bytes "
              + offset
              + " to "
              + ((long) offset + length)
              + " of a buffer of "
              + buffer.limit());
    }
    return buffer.slice(offset, length).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Reads elements in order, or to the given target indices. */
  private static void readFloats(
      Layout layout, Run run, int count, float[] out, int @Nullable [] targets) {
    int components = layout.components;
    if (layout.componentType == FLOAT && run.stride == 4 * components && targets == null) {
      run.bytes
          .slice(run.start, 4 * components * count)
          .order(ByteOrder.LITTLE_ENDIAN)
          .asFloatBuffer()
          .get(out);
      return;
    }
    int size = layout.componentBytes();
    for (int e = 0; e < count; e++) {
      int to = (targets == null ? e : targets[e]) * components;
      int from = run.start + e * run.stride;
      for (int c = 0; c < components; c++) {
        out[to + c] = number(run.bytes, from + c * size, layout);
      }
    }
  }

  private static float number(ByteBuffer bytes, int at, Layout layout) {
    boolean normalized = layout.normalized;
    return switch (layout.componentType) {
      case FLOAT -> bytes.getFloat(at);
      case BYTE -> normalized ? Math.max(bytes.get(at) / 127f, -1) : bytes.get(at);
      case UNSIGNED_BYTE -> normalized ? (bytes.get(at) & 0xFF) / 255f : bytes.get(at) & 0xFF;
      case SHORT -> normalized ? Math.max(bytes.getShort(at) / 32767f, -1) : bytes.getShort(at);
      case UNSIGNED_SHORT ->
          normalized ? (bytes.getShort(at) & 0xFFFF) / 65535f : bytes.getShort(at) & 0xFFFF;
      default -> Integer.toUnsignedLong(bytes.getInt(at));
    };
  }

  /** Reads contiguous unsigned integers; returns false for other component types. */
  private static boolean readPacked(Layout layout, Run run, int[] out) {
    ByteBuffer bytes =
        run.bytes
            .slice(run.start, out.length * layout.componentBytes())
            .order(ByteOrder.LITTLE_ENDIAN);
    switch (layout.componentType) {
      case UNSIGNED_INT -> bytes.asIntBuffer().get(out);
      case UNSIGNED_SHORT -> {
        ShortBuffer shorts = bytes.asShortBuffer();
        for (int i = 0; i < out.length; i++) {
          out[i] = shorts.get(i) & 0xFFFF;
        }
      }
      case UNSIGNED_BYTE -> {
        for (int i = 0; i < out.length; i++) {
          out[i] = bytes.get(i) & 0xFF;
        }
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private static void readIntegers(
      Layout layout, Run run, int count, int[] out, int @Nullable [] targets) {
    if (targets == null && run.stride == layout.elementBytes() && readPacked(layout, run, out)) {
      return;
    }
    int components = layout.components;
    int size = layout.componentBytes();
    for (int e = 0; e < count; e++) {
      int to = (targets == null ? e : targets[e]) * components;
      int from = run.start + e * run.stride;
      for (int c = 0; c < components; c++) {
        int at = from + c * size;
        out[to + c] =
            switch (layout.componentType) {
              case UNSIGNED_BYTE -> run.bytes.get(at) & 0xFF;
              case UNSIGNED_SHORT -> run.bytes.getShort(at) & 0xFFFF;
              default -> run.bytes.getInt(at);
            };
      }
    }
  }
}
