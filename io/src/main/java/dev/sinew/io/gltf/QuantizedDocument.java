package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.ExtensionNames;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.json.ViewReferences;
import dev.sinew.io.gltf.stored.AccessorLayout;
import dev.sinew.io.gltf.stored.PackedValues;
import dev.sinew.io.gltf.stored.PositionGrid;
import dev.sinew.io.gltf.write.GltfBuilder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A document with vertices and rotations in fewer bits: positions, texture coordinates, weights and
 * colours in 16 bits, normals and tangents in 8, joints in 8 if there are few, rotations of clips
 * in 16. Positions are numbers on a grid over all meshes ({@link PositionGrid}); everything else
 * keeps its meaning, so nothing but vertices, skins and nodes with meshes changes.
 *
 * <p>Data that an accessor shares between different uses, values out of the range of integers, and
 * texture coordinates of which triangles would flip or lose their area stay as they are.
 *
 * @param document the result
 * @param note what was done, for the user; empty if nothing
 */
record QuantizedDocument(GltfDocument document, String note) {
  /** Quantises a document without compressed views. */
  static QuantizedDocument of(GltfDocument source) throws MalformedAssetException {
    return new Work(source).run();
  }

  private static final class Work {
    private static final int TRIANGLES = 4;

    private final GltfDocument source;
    private final JsonObject json;
    private final JsonPlace root;
    private final Accessors accessors;
    private final List<JsonPlace> places;

    /** The use of every accessor; several uses are joined. */
    private final Map<Integer, String> uses = new HashMap<>();

    private final Map<Integer, PackedValues> replaced = new HashMap<>();

    /** The primitives of every accessor of texture coordinates. */
    private final Map<Integer, List<JsonPlace>> textured = new HashMap<>();

    /** Triangles that 16 bits are too few for. */
    private int lostTriangles;

    Work(GltfDocument source) throws MalformedAssetException {
      this.source = source;
      json = source.json().deepCopy();
      root = new JsonPlace(source.source(), "", json);
      accessors = new Accessors(source);
      places = source.root().items("accessors");
    }

    QuantizedDocument run() throws MalformedAssetException {
      findUses();
      PositionGrid grid = PositionGrid.of(json, this::positions, this::deltas);
      for (Map.Entry<Integer, String> use : uses.entrySet()) {
        int a = use.getKey();
        PackedValues packed = packed(use.getValue(), a, grid);
        if (packed != null) {
          replaced.put(a, packed);
        }
      }
      packWeights();
      if (replaced.isEmpty()) {
        return new QuantizedDocument(source, "");
      }
      ExtensionNames.require(json, StoredForm.QUANTIZATION);
      GltfDocument document = rebuilt(grid);
      return new QuantizedDocument(document, note(grid));
    }

    // ---- uses ----------------------------------------------------------------------------------

    private void findUses() throws MalformedAssetException {
      for (JsonPlace mesh : root.items("meshes")) {
        for (JsonPlace primitive : mesh.items("primitives")) {
          use(primitive.object().get("attributes"), "");
          findTextured(primitive);
          for (JsonPlace target : primitive.items("targets")) {
            use(target.element(), "target ");
          }
          use(primitive.object(), "indices", "indices");
        }
      }
      for (JsonPlace skin : root.items("skins")) {
        use(skin.object(), "inverseBindMatrices", "binds");
      }
      for (JsonPlace animation : root.items("animations")) {
        List<JsonPlace> samplers = animation.items("samplers");
        for (JsonPlace channel : animation.items("channels")) {
          String path = channel.get("target").textOr("path", "");
          JsonPlace sampler =
              samplers.get(channel.get("sampler").index(samplers.size(), "samplers"));
          boolean cubic = sampler.textOr("interpolation", "LINEAR").equals("CUBICSPLINE");
          use(sampler.object(), "output", cubic ? "keys" : path);
          use(sampler.object(), "input", "times");
        }
      }
    }

    private void findTextured(JsonPlace primitive) throws MalformedAssetException {
      JsonObject attributes = primitive.get("attributes").object();
      for (String name : attributes.keySet()) {
        if (name.startsWith("TEXCOORD_") && attributes.get(name) instanceof JsonPrimitive index) {
          textured.computeIfAbsent(index.getAsInt(), a -> new ArrayList<>()).add(primitive);
        }
      }
    }

    private void use(@Nullable JsonElement attributes, String prefix) {
      if (attributes instanceof JsonObject members) {
        for (String name : members.keySet()) {
          use(members, name, prefix + name.replaceFirst("_[0-9]+$", ""));
        }
      }
    }

    private void use(JsonObject owner, String member, String name) {
      if (owner.get(member) instanceof JsonPrimitive index && index.isNumber()) {
        uses.merge(index.getAsInt(), name, (a, b) -> a.equals(b) ? a : a + " and " + b);
      }
    }

    // ---- values --------------------------------------------------------------------------------

    private float[] floats(int accessor) throws MalformedAssetException {
      JsonPlace reference =
          new JsonPlace(source.source(), "/accessors/" + accessor, new JsonPrimitive(accessor));
      return accessors.floats(reference, 1, 2, 3, 4, 16);
    }

    private boolean isFloat(int accessor) {
      return places.get(accessor).element() instanceof JsonObject object
          && object.get("componentType") instanceof JsonPrimitive type
          && type.getAsInt() == AccessorLayout.FLOAT;
    }

    private List<float[]> positions() throws MalformedAssetException {
      return valuesOf("POSITION");
    }

    private List<float[]> deltas() throws MalformedAssetException {
      return valuesOf("target POSITION");
    }

    /** Returns the values of all accessors of one use, if some of them are floats. */
    private List<float[]> valuesOf(String use) throws MalformedAssetException {
      List<float[]> all = new ArrayList<>();
      boolean some = false;
      for (Map.Entry<Integer, String> one : uses.entrySet()) {
        if (one.getValue().equals(use)) {
          all.add(floats(one.getKey()));
          some |= isFloat(one.getKey());
        }
      }
      return some ? all : List.of();
    }

    /** Returns the values of an accessor in fewer bits; null if they stay as they are. */
    private @Nullable PackedValues packed(String use, int accessor, PositionGrid grid)
        throws MalformedAssetException {
      boolean onGrid = use.equals("POSITION") || use.equals("target POSITION");
      if (onGrid) {
        return !grid.isUsed()
            ? null
            : use.equals("POSITION")
                ? grid.points(floats(accessor))
                : grid.offsets(floats(accessor));
      }
      if (use.equals("JOINTS") || !isFloat(accessor)) {
        return null;
      }
      return switch (use) {
        case "NORMAL" -> PackedValues.signed(floats(accessor), 3, 1);
        case "TANGENT" -> PackedValues.signed(floats(accessor), 4, 1);
        case "rotation" -> PackedValues.signed(floats(accessor), 4, 2);
        case "TEXCOORD" -> textureCoordinates(accessor);
        case "COLOR" -> PackedValues.unsigned(floats(accessor), components(accessor));
        default -> null;
      };
    }

    /** Returns texture coordinates in 16 bits; null if triangles would flip or lose their area. */
    private @Nullable PackedValues textureCoordinates(int accessor) throws MalformedAssetException {
      float[] uv = floats(accessor);
      PackedValues packed = PackedValues.unsigned(uv, 2);
      int lost = 0;
      for (JsonPlace primitive : textured.getOrDefault(accessor, List.of())) {
        if (packed != null && primitive.integerOr("mode", 0, 6, TRIANGLES) == TRIANGLES) {
          lost += packed.lostTriangles(uv, vertices(primitive, uv.length / 2));
        }
      }
      lostTriangles += lost;
      return lost == 0 ? packed : null;
    }

    /** Returns three vertices per triangle; none if some are out of range. */
    private int[] vertices(JsonPlace primitive, int count) throws MalformedAssetException {
      JsonPlace place = primitive.find("indices");
      if (place == null) {
        return IntStream.range(0, count).toArray();
      }
      int[] indices = accessors.integers(place, 1, Integer.BYTES);
      return Arrays.stream(indices).allMatch(i -> i >= 0 && i < count) ? indices : new int[0];
    }

    private int components(int accessor) throws MalformedAssetException {
      return AccessorLayout.components(places.get(accessor).get("type").text());
    }

    /** Packs the weights of each vertex together, so that they still add up to one. */
    private void packWeights() throws MalformedAssetException {
      for (JsonPlace mesh : root.items("meshes")) {
        for (JsonPlace primitive : mesh.items("primitives")) {
          List<Integer> sets = new ArrayList<>();
          JsonObject attributes = primitive.get("attributes").object();
          while (attributes.get("WEIGHTS_" + sets.size()) instanceof JsonPrimitive index) {
            sets.add(index.getAsInt());
          }
          boolean plain = sets.stream().allMatch(a -> isFloat(a) && "WEIGHTS".equals(uses.get(a)));
          if (plain && !sets.isEmpty() && !replaced.containsKey(sets.getFirst())) {
            List<float[]> weights = new ArrayList<>();
            for (int a : sets) {
              weights.add(floats(a));
            }
            List<PackedValues> packed = PackedValues.weights(weights);
            for (int i = 0; i < packed.size(); i++) {
              replaced.put(sets.get(i), packed.get(i));
            }
          }
        }
      }
    }

    // ---- the copy ------------------------------------------------------------------------------

    /** Copies what is still used, with the packed values in views of their own. */
    private GltfDocument rebuilt(PositionGrid grid) throws MalformedAssetException {
      GltfBuilder builder = new GltfBuilder();
      for (String member : json.keySet()) {
        if (!member.equals("bufferViews") && !member.equals("buffers")) {
          builder.json().add(member, json.get(member));
        }
      }
      JsonArray all = builder.json().getAsJsonArray("accessors");
      replaced.forEach((a, packed) -> packed.describe(all.get(a).getAsJsonObject()));
      Map<Integer, Integer> moved = new HashMap<>();
      BitSet used = ViewReferences.of(builder.json());
      List<JsonPlace> views = source.root().items("bufferViews");
      for (int v = used.nextSetBit(0); v >= 0; v = used.nextSetBit(v + 1)) {
        ByteBuffer bytes = accessors.viewBytes(v).duplicate();
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        moved.put(v, builder.addView(views.get(v).object().deepCopy(), copy));
      }
      ViewReferences.move(builder.json(), moved);
      replaced.forEach((a, packed) -> store(builder, packed, all.get(a).getAsJsonObject()));
      if (grid.isUsed()) {
        grid.applyToNodes(builder.json());
        grid.applyToSkins(builder.json(), this::floats, m -> builder.plainFloats(m, "MAT4", 16));
      }
      return GltfDocument.of(source, builder);
    }

    private static void store(GltfBuilder builder, PackedValues packed, JsonObject accessor) {
      JsonObject view = new JsonObject();
      if (packed.isPadded()) {
        view.addProperty("byteStride", packed.stride());
      }
      packed.refer(accessor, builder.addView(view, packed.bytes()));
    }

    private String note(PositionGrid grid) {
      return lostTriangles == 0
          ? positionNote(grid)
          : String.format(
              Locale.ROOT,
              "%s; texture coordinates as they were: %d triangles would flip or lose their area",
              positionNote(grid),
              lostTriangles);
    }

    private static String positionNote(PositionGrid grid) {
      return grid.isUsed()
          ? String.format(
              Locale.ROOT,
              "quantised (KHR_mesh_quantization), positions to steps of %.3g",
              grid.step())
          : "quantised (KHR_mesh_quantization), positions as they were";
    }
  }
}
