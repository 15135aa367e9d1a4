package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.ReferenceFolder;
import dev.sinew.io.fbx.FbxReader;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.json.ResourceUri;
import dev.sinew.io.gltf.stored.AccessorLayout;
import dev.sinew.io.gltf.write.AnimationSpaceExtension;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Measures where the bytes of a glTF file go. Only the JSON is read; a buffer view counts for what
 * uses it, divided by the sizes of the accessors if several things do. Embedded data counts with
 * the length of its text.
 */
public final class FileSizeReader {
  /** What bytes are for. */
  private enum Use {
    GEOMETRY,
    SKIN,
    ANIMATION,
    IMAGES
  }

  private final String source;
  private final JsonObject json;
  private final ReferenceFolder folder;
  private final Map<Use, Double> bytes = new EnumMap<>(Use.class);

  /** Per view, the bytes of the accessors of each use. */
  private final List<Map<Use, Double>> usesOfView = new ArrayList<>();

  private final Map<Use, Set<Integer>> seenAccessors = new EnumMap<>(Use.class);
  private final Set<Path> counted = new HashSet<>();
  private long sideFiles;
  private long embedded;

  private FileSizeReader(Path file, JsonObject json) {
    source = file.toString();
    this.json = json;
    folder = new ReferenceFolder(Objects.requireNonNull(file.toAbsolutePath().getParent()), false);
    items(json, "bufferViews").forEach(view -> usesOfView.add(new EnumMap<>(Use.class)));
  }

  /**
   * Measures a file; of one in another format only the size is known.
   *
   * @param file a .glb, .gltf or .fbx file that can be read
   */
  public static FileSize measure(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer header = read(channel, 0, 20);
      byte[] first = new byte[header.limit()];
      header.duplicate().get(first);
      if (FbxReader.isFbx(first)) {
        return FileSize.of(channel.size());
      }
      boolean binary = header.limit() == 20 && header.getInt(0) == GltfDocument.GLB_MAGIC;
      long from = binary ? 20 : 0;
      long length = binary ? Integer.toUnsignedLong(header.getInt(12)) : channel.size();
      length = Math.min(length, channel.size() - from);
      ByteBuffer text = read(channel, from, length);
      JsonObject json = GltfDocument.parseJson(file.toString(), text);
      return new FileSizeReader(file, json).measure(channel.size(), length);
    }
  }

  private static ByteBuffer read(FileChannel channel, long from, long length) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.toIntExact(Math.min(length, channel.size() - from)))
            .order(ByteOrder.LITTLE_ENDIAN);
    boolean more = true;
    while (more) {
      more = bytes.hasRemaining() && channel.read(bytes, from + bytes.position()) > 0;
    }
    return bytes.flip();
  }

  private FileSize measure(long fileBytes, long jsonBytes) throws IOException {
    findUses();
    List<Double> scale = bufferScales();
    addImageFiles();
    long all = fileBytes + sideFiles;
    List<JsonObject> views = objects(json, "bufferViews");
    for (int v = 0; v < views.size(); v++) {
      JsonObject stored = stored(views.get(v));
      int buffer = (int) number(stored, "buffer");
      double length = buffer >= 0 && buffer < scale.size() ? scale.get(buffer) : 0;
      length *= Math.clamp(number(stored, "byteLength"), 0, (double) all);
      double sum = usesOfView.get(v).values().stream().mapToDouble(Double::doubleValue).sum();
      for (Map.Entry<Use, Double> use : usesOfView.get(v).entrySet()) {
        add(use.getKey(), length * use.getValue() / sum);
      }
    }
    long text = Math.max(0, jsonBytes - embedded);
    long geometry = rounded(Use.GEOMETRY);
    long skin = rounded(Use.SKIN);
    long animation = rounded(Use.ANIMATION);
    long images = rounded(Use.IMAGES);
    long other = Math.max(0, all - geometry - skin - animation - images - text);
    return new FileSize(all, geometry, skin, animation, images, text, other);
  }

  private void findUses() {
    for (JsonObject mesh : objects(json, "meshes")) {
      for (JsonObject primitive : objects(mesh, "primitives")) {
        useAttributes(primitive.get("attributes"));
        useAccessor(primitive.get("indices"), Use.GEOMETRY);
        items(primitive, "targets").forEach(this::useAttributes);
        if (primitive.get("extensions") instanceof JsonObject extensions
            && extensions.get(AnimationSpaceExtension.NAME) instanceof JsonObject coords) {
          coords.asMap().values().forEach(accessor -> useAccessor(accessor, Use.SKIN));
        }
        JsonObject compressed =
            JsonPlace.objectOf(JsonPlace.objectOf(primitive, "extensions"), DracoMeshes.EXTENSION);
        useView(compressed, Use.GEOMETRY, 1);
      }
    }
    for (JsonObject skin : objects(json, "skins")) {
      useAccessor(skin.get("inverseBindMatrices"), Use.SKIN);
    }
    for (JsonObject animation : objects(json, "animations")) {
      for (JsonObject sampler : objects(animation, "samplers")) {
        useAccessor(sampler.get("input"), Use.ANIMATION);
        useAccessor(sampler.get("output"), Use.ANIMATION);
      }
    }
    objects(json, "images").forEach(image -> useView(image, Use.IMAGES, 1));
  }

  private void useAttributes(JsonElement attributes) {
    if (attributes instanceof JsonObject object) {
      for (Map.Entry<String, JsonElement> attribute : object.entrySet()) {
        boolean skin =
            attribute.getKey().startsWith("JOINTS_") || attribute.getKey().startsWith("WEIGHTS_");
        useAccessor(attribute.getValue(), skin ? Use.SKIN : Use.GEOMETRY);
      }
    }
  }

  private void useAccessor(JsonElement reference, Use use) {
    List<JsonElement> accessors = items(json, "accessors");
    if (reference instanceof JsonPrimitive index
        && index.isNumber()
        && index.getAsDouble() >= 0
        && index.getAsDouble() < accessors.size()
        && accessors.get(index.getAsInt()) instanceof JsonObject accessor
        && seenAccessors.computeIfAbsent(use, u -> new HashSet<>()).add(index.getAsInt())) {
      useView(accessor, use, bytesOf(accessor));
      if (accessor.get("sparse") instanceof JsonObject sparse) {
        for (String part : List.of("indices", "values")) {
          if (sparse.get(part) instanceof JsonObject owner) {
            useView(owner, use, 1);
          }
        }
      }
    }
  }

  private void useView(JsonObject owner, Use use, double weight) {
    double view = number(owner, "bufferView");
    if (view >= 0 && view < usesOfView.size()) {
      usesOfView.get((int) view).merge(use, weight, Double::sum);
    }
  }

  /** Returns the bytes of an accessor's values; at least 1. */
  private static double bytesOf(JsonObject accessor) {
    int components =
        accessor.get("type") instanceof JsonPrimitive type
            ? switch (type.getAsString()) {
              case "VEC2" -> 2;
              case "VEC3" -> 3;
              case "VEC4", "MAT2" -> 4;
              case "MAT3" -> 9;
              case "MAT4" -> 16;
              default -> 1;
            }
            : 1;
    int size =
        switch ((int) number(accessor, "componentType")) {
          case AccessorLayout.FLOAT, AccessorLayout.UNSIGNED_INT -> 4;
          case AccessorLayout.UNSIGNED_SHORT, AccessorLayout.SHORT -> 2;
          default -> 1;
        };
    return Math.max(1, number(accessor, "count") * components * size);
  }

  /** Returns the view, or where its compressed bytes are. */
  private static JsonObject stored(JsonObject view) {
    if (view.get("extensions") instanceof JsonObject extensions) {
      for (String name : MeshoptViews.EXTENSIONS) {
        if (extensions.get(name) instanceof JsonObject compressed) {
          return compressed;
        }
      }
    }
    return view;
  }

  /** Returns the stored bytes per byte of each buffer; counts buffers in other files or as text. */
  private List<Double> bufferScales() throws IOException {
    List<Double> scales = new ArrayList<>();
    for (JsonObject buffer : objects(json, "buffers")) {
      long stored = countUri(buffer);
      boolean text = stored > 0 && isEmbedded(buffer);
      scales.add(text ? stored / Math.max(1, number(buffer, "byteLength")) : 1.0);
    }
    return scales;
  }

  private void addImageFiles() throws IOException {
    for (JsonObject image : objects(json, "images")) {
      add(Use.IMAGES, (double) countUri(image));
    }
  }

  /** Counts the bytes behind a URI, once per file; returns them. */
  private long countUri(JsonObject owner) throws IOException {
    if (!(owner.get("uri") instanceof JsonPrimitive uri)) {
      return 0;
    }
    String text = uri.getAsString();
    if (isEmbedded(owner)) {
      embedded += text.length();
      return text.length();
    }
    Path path;
    try {
      path = ResourceUri.file(new JsonPlace(source, "", owner), text, folder);
    } catch (IOException e) {
      return 0; // Not a file of this model.
    }
    if (!Files.isRegularFile(path) || !counted.add(path)) {
      return 0;
    }
    sideFiles += Files.size(path);
    return Files.size(path);
  }

  private static boolean isEmbedded(JsonObject owner) {
    return owner.get("uri") instanceof JsonPrimitive uri && uri.getAsString().startsWith("data:");
  }

  private void add(Use use, double count) {
    bytes.merge(use, count, Double::sum);
  }

  private long rounded(Use use) {
    return Math.round(bytes.getOrDefault(use, 0.0));
  }

  private static List<JsonElement> items(JsonObject owner, String member) {
    return owner.get(member) instanceof JsonArray array ? array.asList() : List.of();
  }

  private static List<JsonObject> objects(JsonObject owner, String array) {
    List<JsonObject> objects = new ArrayList<>();
    for (JsonElement item : items(owner, array)) {
      objects.add(item instanceof JsonObject object ? object : new JsonObject());
    }
    return objects;
  }

  private static double number(JsonObject owner, String member) {
    return owner.get(member) instanceof JsonPrimitive value && value.isNumber()
        ? value.getAsDouble()
        : -1;
  }
}
