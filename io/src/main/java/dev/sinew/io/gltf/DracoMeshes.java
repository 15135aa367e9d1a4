package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.draco.DracoDecoder;
import dev.sinew.io.draco.DracoException;
import dev.sinew.io.draco.DracoMesh;
import dev.sinew.io.gltf.json.DecodeBudget;
import dev.sinew.io.gltf.json.ExtensionNames;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.stored.AccessorLayout;
import dev.sinew.io.gltf.write.GltfBuilder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Meshes stored with KHR_draco_mesh_compression. They are decoded when a document is read, so that
 * everything else sees ordinary accessors, and what is written has no such meshes.
 */
final class DracoMeshes {
  static final String EXTENSION = "KHR_draco_mesh_compression";

  private static final int TRIANGLES = 4;

  /** Values of an accessor: those of an attribute of a stream, or its triangles. */
  private record Part(int stream, int attribute) {}

  private static final int INDICES = -1;

  private final GltfDocument document;
  private final JsonObject json;
  private final Accessors accessors;
  private final DecodeBudget budget;
  private final List<byte[]> views = new ArrayList<>();
  private final ArrayDeque<Integer> freeViews = new ArrayDeque<>();
  private final Map<Integer, DracoMesh> meshes = new HashMap<>();
  private final Map<Integer, Part> filled = new HashMap<>();
  private final Map<Part, Map<Integer, Integer>> copies = new HashMap<>();

  private DracoMeshes(GltfDocument document) throws MalformedAssetException {
    this.document = document;
    json = document.json();
    accessors = new Accessors(document);
    budget = document.newBudget();
  }

  /** Returns true if a primitive of a document is compressed. */
  static boolean isUsed(JsonObject json) {
    return JsonPlace.objectsOf(json, "meshes").stream()
        .flatMap(mesh -> JsonPlace.objectsOf(mesh, "primitives").stream())
        .anyMatch(primitive -> JsonPlace.objectOf(primitive, "extensions").has(EXTENSION));
  }

  /**
   * Decodes all meshes.
   *
   * @param document the document, whose tree is changed
   * @return the tree and the bytes of the new document
   */
  static GltfBuilder decode(GltfDocument document) throws MalformedAssetException {
    return new DracoMeshes(document).decode();
  }

  private GltfBuilder decode() throws MalformedAssetException {
    copyViews();
    for (JsonPlace mesh : document.root().items("meshes")) {
      for (JsonPlace primitive : mesh.get("primitives").items()) {
        JsonPlace extensions = primitive.find("extensions");
        JsonPlace compressed = extensions == null ? null : extensions.find(EXTENSION);
        if (compressed != null) {
          decode(primitive, compressed);
          removeFrom(primitive.object());
        }
      }
    }
    ExtensionNames.remove(json, List.of(EXTENSION));
    MeshoptViews.removeNames(json);
    GltfBuilder builder = new GltfBuilder();
    JsonArray old = json.remove("bufferViews") instanceof JsonArray array ? array : new JsonArray();
    json.remove("buffers");
    builder.json().asMap().clear();
    builder.json().asMap().putAll(json.asMap());
    for (int v = 0; v < views.size(); v++) {
      JsonObject view = old.get(v).getAsJsonObject();
      MeshoptViews.removeFrom(view);
      builder.addView(view, views.get(v));
    }
    return builder;
  }

  private static void removeFrom(JsonObject primitive) {
    JsonObject extensions = JsonPlace.objectOf(primitive, "extensions");
    extensions.remove(EXTENSION);
    if (extensions.isEmpty()) {
      primitive.remove("extensions");
    }
  }

  private void copyViews() throws MalformedAssetException {
    for (JsonPlace view : document.root().items("bufferViews")) {
      ByteBuffer bytes = accessors.viewBytes(views.size()).duplicate();
      budget.spend(view, bytes.remaining());
      byte[] copy = new byte[bytes.remaining()];
      bytes.get(copy);
      views.add(copy);
    }
  }

  // ---- primitives ------------------------------------------------------------------------------

  private void decode(JsonPlace primitive, JsonPlace compressed) throws MalformedAssetException {
    JsonPlace attributes = primitive.get("attributes");
    JsonPlace ids = compressed.get("attributes");
    if (hasFallback(primitive, attributes, ids)) {
      return;
    }
    int mode = primitive.integerOr("mode", 0, 6, TRIANGLES);
    if (mode < TRIANGLES) {
      throw compressed.error("expected triangles, got mode " + mode);
    }
    JsonPlace indices = primitive.find("indices");
    int expected =
        indices == null || mode != TRIANGLES
            ? DracoDecoder.ANY_FACES
            : accessors.layout(indices).count() / 3;
    int stream = compressed.get("bufferView").index(viewCount(), "bufferViews");
    DracoMesh mesh = mesh(stream, expected, compressed);
    for (String name : ids.members()) {
      int id = ids.get(name).integer(0, Integer.MAX_VALUE);
      DracoMesh.Attribute values =
          mesh.attribute(id)
              .orElseThrow(() -> compressed.error("the Draco data has no attribute " + id));
      JsonPlace reference = attributes.find(name);
      if (reference != null) {
        fill(attributes.object(), name, reference, new Part(stream, id), values);
      }
    }
    if (indices != null) {
      fillIndices(primitive.object(), indices, new Part(stream, INDICES), mesh);
    } else {
      addIndices(primitive.object(), mesh);
    }
    if (mode != TRIANGLES) {
      primitive.object().addProperty("mode", TRIANGLES);
    }
  }

  private int viewCount() throws MalformedAssetException {
    return document.root().items("bufferViews").size();
  }

  /** Returns true if all accessors have bytes: then those are the same mesh, not compressed. */
  private boolean hasFallback(JsonPlace primitive, JsonPlace attributes, JsonPlace ids)
      throws MalformedAssetException {
    List<JsonPlace> references = new ArrayList<>();
    for (String name : ids.members()) {
      JsonPlace reference = attributes.find(name);
      if (reference != null) {
        references.add(reference);
      }
    }
    JsonPlace indices = primitive.find("indices");
    if (indices != null) {
      references.add(indices);
    }
    for (JsonPlace reference : references) {
      int accessor = reference.index(Integer.MAX_VALUE, "accessors");
      // Not one that another primitive has filled.
      if (filled.containsKey(accessor)
          || accessors.layout(reference).place().find("bufferView") == null) {
        return false;
      }
    }
    return !references.isEmpty();
  }

  private DracoMesh mesh(int stream, int faces, JsonPlace place) throws MalformedAssetException {
    DracoMesh known = meshes.get(stream);
    if (known != null) {
      return known;
    }
    // Bytes of the file, before any data that is decoded takes their place.
    ByteBuffer bytes = accessors.viewBytes(stream).duplicate();
    try {
      DracoMesh mesh = DracoDecoder.decode(bytes, faces, new Spending(budget, place));
      meshes.put(stream, mesh);
      freeViews.add(stream);
      return mesh;
    } catch (DracoException e) {
      throw place.error("Draco data: " + e.getMessage());
    } catch (Refusal e) {
      throw e.reason;
    }
  }

  /** Spends what the decoder allocates. */
  private record Spending(DecodeBudget budget, JsonPlace place)
      implements dev.sinew.io.draco.Memory {
    @Override
    public void use(long bytes) {
      try {
        budget.spend(place, bytes);
      } catch (MalformedAssetException e) {
        throw new Refusal(e);
      }
    }
  }

  /** Carries the refusal of a budget through the decoder. */
  private static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient MalformedAssetException reason;

    Refusal(MalformedAssetException reason) {
      super(reason);
      this.reason = reason;
    }
  }

  // ---- accessors -------------------------------------------------------------------------------

  private void fill(
      JsonObject owner, String name, JsonPlace reference, Part part, DracoMesh.Attribute values)
      throws MalformedAssetException {
    int points = mesh(part).pointCount();
    Accessors.Layout layout = accessors.layout(reference);
    if (layout.components() != values.components() || layout.count() != points) {
      throw reference.error(
          "the Draco data has "
              + points
              + " times "
              + values.components()
              + " values: expected "
              + layout.count()
              + " times "
              + layout.components());
    }
    JsonObject accessor = claimed(owner, name, reference, part);
    if (accessor == null) {
      return;
    }
    // Elements of vertex data start at multiples of four bytes.
    int stride = (layout.elementBytes() + 3) / 4 * 4;
    budget.spend(reference, (long) stride * points);
    ByteBuffer out =
        ByteBuffer.allocate(Math.multiplyExact(stride, points)).order(ByteOrder.LITTLE_ENDIAN);
    float[] min = new float[layout.components()];
    float[] max = new float[layout.components()];
    java.util.Arrays.fill(min, Float.POSITIVE_INFINITY);
    java.util.Arrays.fill(max, Float.NEGATIVE_INFINITY);
    for (int p = 0; p < points; p++) {
      for (int c = 0; c < layout.components(); c++) {
        int at = p * stride + c * layout.componentBytes();
        float stored = put(out, at, layout, values, p, c);
        min[c] = Math.min(min[c], stored);
        max[c] = Math.max(max[c], stored);
      }
    }
    if (accessor.has("min") || accessor.has("max") || name.equals("POSITION")) {
      accessor.add("min", numbers(min));
      accessor.add("max", numbers(max));
    }
    JsonObject view = new JsonObject();
    if (stride != layout.elementBytes()) {
      view.addProperty("byteStride", stride);
    }
    setView(accessor, view, out.array());
  }

  /** Writes a value as an accessor stores it; returns that value. */
  private static float put(
      ByteBuffer out, int at, Accessors.Layout layout, DracoMesh.Attribute values, int p, int c) {
    int type = layout.componentType();
    if (type == AccessorLayout.FLOAT) {
      out.putFloat(at, values.number(p, c));
      return out.getFloat(at);
    }
    int value =
        values.isInteger()
            ? values.integer(p, c)
            : Math.round(values.number(p, c) * (layout.normalized() ? greatest(type) : 1));
    return switch (type) {
      case AccessorLayout.BYTE -> out.put(at, (byte) value).get(at);
      case AccessorLayout.UNSIGNED_BYTE -> out.put(at, (byte) value).get(at) & 0xFF;
      case AccessorLayout.SHORT -> out.putShort(at, (short) value).getShort(at);
      case AccessorLayout.UNSIGNED_SHORT -> out.putShort(at, (short) value).getShort(at) & 0xFFFF;
      default -> Integer.toUnsignedLong(out.putInt(at, value).getInt(at));
    };
  }

  private static float greatest(int type) {
    return switch (type) {
      case AccessorLayout.BYTE -> Byte.MAX_VALUE;
      case AccessorLayout.UNSIGNED_BYTE -> 0xFF;
      case AccessorLayout.SHORT -> Short.MAX_VALUE;
      case AccessorLayout.UNSIGNED_SHORT -> 0xFFFF;
      default -> 1;
    };
  }

  private void fillIndices(JsonObject primitive, JsonPlace reference, Part part, DracoMesh mesh)
      throws MalformedAssetException {
    JsonObject accessor = claimed(primitive, "indices", reference, part);
    if (accessor != null) {
      writeIndices(accessor, reference, mesh);
    }
  }

  private void addIndices(JsonObject primitive, DracoMesh mesh) throws MalformedAssetException {
    JsonObject accessor = new JsonObject();
    accessor.addProperty("type", "SCALAR");
    primitive.addProperty("indices", addAccessor(accessor));
    writeIndices(accessor, document.root(), mesh);
  }

  private void writeIndices(JsonObject accessor, JsonPlace place, DracoMesh mesh)
      throws MalformedAssetException {
    int[] indices = mesh.indices();
    // The largest 16-bit number is the primitive restart value.
    boolean small = mesh.pointCount() <= 0xFFFF;
    int size = small ? Short.BYTES : Integer.BYTES;
    budget.spend(place, (long) size * indices.length);
    ByteBuffer out =
        ByteBuffer.allocate(Math.multiplyExact(size, indices.length))
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int index : indices) {
      if (small) {
        out.putShort((short) index);
      } else {
        out.putInt(index);
      }
    }
    accessor.addProperty(
        "componentType", small ? AccessorLayout.UNSIGNED_SHORT : AccessorLayout.UNSIGNED_INT);
    accessor.addProperty("count", indices.length);
    accessor.remove("min");
    accessor.remove("max");
    setView(accessor, new JsonObject(), out.array());
  }

  private DracoMesh mesh(Part part) {
    return java.util.Objects.requireNonNull(meshes.get(part.stream));
  }

  /**
   * Returns the accessor that shall have some values: the one referred to, or a copy if that has
   * others; null if it has them already.
   */
  private @Nullable JsonObject claimed(
      JsonObject owner, String name, JsonPlace reference, Part part)
      throws MalformedAssetException {
    int index = reference.index(document.root().items("accessors").size(), "accessors");
    Part known = filled.get(index);
    if (part.equals(known)) {
      return null;
    }
    if (known == null) {
      filled.put(index, part);
      return accessor(index);
    }
    Map<Integer, Integer> own = copies.computeIfAbsent(part, p -> new HashMap<>());
    Integer copy = own.get(index);
    if (copy != null) {
      owner.addProperty(name, copy);
      return null;
    }
    JsonObject made = accessor(index).deepCopy();
    int added = addAccessor(made);
    own.put(index, added);
    filled.put(added, part);
    owner.addProperty(name, added);
    return made;
  }

  private JsonObject accessor(int index) throws MalformedAssetException {
    return document.root().items("accessors").get(index).object();
  }

  private int addAccessor(JsonObject accessor) {
    if (!(json.get("accessors") instanceof JsonArray)) {
      json.add("accessors", new JsonArray());
    }
    json.getAsJsonArray("accessors").add(accessor);
    return json.getAsJsonArray("accessors").size() - 1;
  }

  /** Stores bytes in the place of a compressed stream, or in a new view. */
  private void setView(JsonObject accessor, JsonObject view, byte[] bytes) {
    JsonArray all = json.getAsJsonArray("bufferViews");
    Integer free = freeViews.poll();
    int index = free == null ? all.size() : free;
    if (free == null) {
      all.add(view);
      views.add(bytes);
    } else {
      all.set(index, view);
      views.set(index, bytes);
    }
    accessor.remove("byteOffset");
    accessor.addProperty("bufferView", index);
  }

  private static JsonArray numbers(float[] values) {
    JsonArray out = new JsonArray();
    for (float value : values) {
      out.add(value);
    }
    return out;
  }
}
