package dev.sinew.io.gltf.stored;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.ExtensionNames;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.json.ViewReferences;
import dev.sinew.io.meshopt.MeshoptDecoder.Mode;
import dev.sinew.io.meshopt.MeshoptEncoder;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compresses the buffer views of a document by EXT_meshopt_compression, without loss. A view is
 * compressed if accessors alone use it, all as vertex or key data of one element size or as the
 * indices of one primitive, and if that makes it smaller.
 */
public final class CompressedViews {
  private static final String EXTENSION = "EXT_meshopt_compression";
  private static final int TRIANGLES = 4;

  /** How the elements of a view are encoded. */
  private record Coding(Mode mode, int stride) {}

  private final JsonPlace root;
  private final byte[] buffer;
  private final List<JsonPlace> accessors;
  private final ByteArrayOutputStream stored = new ByteArrayOutputStream();
  private final Map<Integer, Set<Integer>> indexModes = new HashMap<>();
  private int decodedBytes;

  private CompressedViews(JsonPlace root, byte[] buffer) throws MalformedAssetException {
    this.root = root;
    this.buffer = buffer;
    accessors = root.items("accessors");
    for (JsonPlace mesh : root.items("meshes")) {
      for (JsonPlace primitive : mesh.items("primitives")) {
        if (primitive.find("indices") != null) {
          int accessor = primitive.get("indices").index(accessors.size(), "accessors");
          int mode = primitive.integerOr("mode", 0, 6, TRIANGLES);
          indexModes.computeIfAbsent(accessor, a -> new HashSet<>()).add(mode);
        }
      }
    }
  }

  /**
   * Compresses the views of a tree with one buffer.
   *
   * @param root the tree, which is modified: its views refer to the new bytes
   * @param buffer the bytes of its buffer
   * @return the bytes of its new first buffer
   */
  public static byte[] compress(JsonPlace root, byte[] buffer) throws MalformedAssetException {
    return new CompressedViews(root, buffer).compress();
  }

  private byte[] compress() throws MalformedAssetException {
    List<JsonPlace> views = root.items("bufferViews");
    BitSet excluded = viewsOfOthers();
    for (int v = 0; v < views.size(); v++) {
      JsonObject view = views.get(v).object();
      int offset = views.get(v).integerOr("byteOffset", 0, buffer.length, 0);
      int length = views.get(v).get("byteLength").integer(1, buffer.length - offset);
      byte[] bytes = Arrays.copyOfRange(buffer, offset, offset + length);
      Coding coding = excluded.get(v) ? null : coding(v, views.get(v), length);
      byte[] encoded =
          coding == null ? bytes : MeshoptEncoder.encode(bytes, coding.stride, coding.mode);
      if (coding == null || encoded.length >= bytes.length) {
        view.addProperty("buffer", 0);
        view.addProperty("byteOffset", append(bytes));
      } else {
        storeEncoded(view, coding, bytes.length, encoded);
      }
    }
    if (decodedBytes > 0) {
      setBuffers();
    } else {
      root.items("buffers").getFirst().object().addProperty("byteLength", stored.size());
    }
    return stored.toByteArray();
  }

  /** Returns the views that something else than an accessor's elements refers to. */
  private BitSet viewsOfOthers() throws MalformedAssetException {
    BitSet out = new BitSet();
    for (Map.Entry<String, JsonElement> member : root.object().entrySet()) {
      if (!member.getKey().equals("accessors")) {
        out.or(ViewReferences.of(member.getValue()));
      }
    }
    for (JsonPlace accessor : accessors) {
      if (accessor.element() instanceof JsonObject object) {
        out.or(ViewReferences.of(object.get("sparse")));
        out.or(ViewReferences.of(object.get("extensions")));
      }
    }
    return out;
  }

  /** Returns how a view can be encoded; null if it cannot. */
  private @Nullable Coding coding(int view, JsonPlace place, int length)
      throws MalformedAssetException {
    int size = 0;
    int users = 0;
    int count = 0;
    boolean isIndices = false;
    Set<Integer> modes = Set.of();
    for (int a = 0; a < accessors.size(); a++) {
      JsonPlace accessor = accessors.get(a);
      if (accessor.integerOr("bufferView", 0, Integer.MAX_VALUE, -1) == view) {
        int elementBytes = AccessorLayout.elementBytes(accessor);
        boolean differs =
            users > 0 && (size != elementBytes || isIndices != indexModes.containsKey(a));
        if (differs && place.find("byteStride") == null) {
          return null;
        }
        users++;
        size = elementBytes;
        count = accessor.get("count").integer(1, Integer.MAX_VALUE);
        isIndices = indexModes.containsKey(a);
        modes = indexModes.getOrDefault(a, Set.of());
      }
    }
    if (users == 0) {
      return null;
    }
    if (isIndices) {
      boolean fits = users == 1 && (size == 2 || size == 4) && count * (long) size == length;
      boolean triangles = modes.equals(Set.of(TRIANGLES)) && count % 3 == 0;
      return fits ? new Coding(triangles ? Mode.TRIANGLES : Mode.INDICES, size) : null;
    }
    int stride = place.integerOr("byteStride", 1, 256, size);
    boolean fits = stride % 4 == 0 && stride >= 4 && stride <= 256 && length % stride == 0;
    return fits ? new Coding(Mode.ATTRIBUTES, stride) : null;
  }

  private void storeEncoded(JsonObject view, Coding coding, int length, byte[] encoded) {
    JsonObject compressed = new JsonObject();
    compressed.addProperty("buffer", 0);
    compressed.addProperty("byteOffset", append(encoded));
    compressed.addProperty("byteLength", encoded.length);
    compressed.addProperty("byteStride", coding.stride);
    compressed.addProperty("count", length / coding.stride);
    compressed.addProperty("mode", coding.mode.name());
    JsonObject extensions =
        view.get("extensions") instanceof JsonObject known ? known : new JsonObject();
    extensions.add(EXTENSION, compressed);
    view.addProperty("buffer", 1);
    view.addProperty("byteOffset", decodedBytes);
    view.add("extensions", extensions);
    decodedBytes += (length + 3) / 4 * 4;
  }

  private int append(byte[] bytes) {
    while (stored.size() % 4 != 0) {
      stored.write(0);
    }
    int offset = stored.size();
    stored.writeBytes(bytes);
    return offset;
  }

  /** The second buffer has no bytes: it declares the size of the decoded views. */
  private void setBuffers() throws MalformedAssetException {
    JsonObject first = new JsonObject();
    first.addProperty("byteLength", stored.size());
    JsonObject fallback = new JsonObject();
    fallback.addProperty("fallback", true);
    JsonObject extensions = new JsonObject();
    extensions.add(EXTENSION, fallback);
    JsonObject second = new JsonObject();
    second.addProperty("byteLength", decodedBytes);
    second.add("extensions", extensions);
    JsonArray buffers = new JsonArray();
    buffers.add(first);
    buffers.add(second);
    root.object().add("buffers", buffers);
    ExtensionNames.require(root.object(), EXTENSION);
  }
}
