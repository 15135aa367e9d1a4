package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.GltfAsset.PrimitiveBinding;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.json.PrimitiveVertices;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.io.gltf.write.PosedAttributes;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.run.RequestException;
import dev.sinew.skin.surface.CharacterSurface;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Builds a document of a character in one pose: meshes without skins in scene coordinates, with the
 * materials, textures and vertex attributes of the source file.
 */
public final class PosedDocument {
  /** Members of surfaces, which refer only to each other and are copied unchanged. */
  private static final List<String> COPIED = List.of("materials", "textures", "samplers", "images");

  private final GltfAsset asset;
  private final Accessors accessors;
  private final List<JsonPlace> sourceMeshes;
  private final GltfBuilder builder = new GltfBuilder();
  private final Map<Integer, List<Fixed>> fixedOfMesh = new HashMap<>();

  /**
   * The content of a primitive that does not depend on the pose; shared by all parts with its mesh.
   *
   * @param binding the wedges of the primitive
   * @param attributes its UVs and colours
   * @param indices the accessor of its triangles
   * @param material its material, or null
   */
  private record Fixed(
      PrimitiveBinding binding,
      JsonObject attributes,
      int indices,
      @Nullable JsonElement material) {}

  private PosedDocument(GltfAsset asset) throws MalformedAssetException {
    this.asset = asset;
    accessors = new Accessors(asset.document());
    sourceMeshes = asset.document().root().items("meshes");
  }

  /**
   * Builds the document.
   *
   * @param shape the surface in the pose; not kept
   * @throws IllegalArgumentException if a position or normal is not finite
   */
  public static GltfDocument of(GltfAsset asset, CharacterSurface.Posed shape)
      throws MalformedAssetException {
    requireFinite("positions", shape.wedgePositions());
    float[] normals = shape.wedgeNormals();
    if (normals != null) {
      requireFinite("normals", normals);
    }
    return new PosedDocument(asset).build(shape);
  }

  private static void requireFinite(String what, float[] values) {
    for (int i = 0; i < values.length; i++) {
      if (!Float.isFinite(values[i])) {
        throw new RequestException(
            what + "[" + i + "]: expected a finite number, got " + values[i]);
      }
    }
  }

  private GltfDocument build(CharacterSurface.Posed shape) throws MalformedAssetException {
    copySurfaces();
    copyCopyright();
    JsonArray roots = new JsonArray();
    for (int p = 0; p < asset.character().parts().size(); p++) {
      Part part = asset.character().parts().get(p);
      PosedAttributes attributes = new PosedAttributes(builder, shape, p);
      JsonObject mesh = new JsonObject();
      mesh.addProperty("name", asset.character().geometry(part).name());
      JsonArray primitives = new JsonArray();
      Map<Integer, JsonObject> posedBlocks = new HashMap<>();
      for (Fixed fixed : fixed(part.mesh())) {
        int from = fixed.binding.firstWedge();
        JsonObject posed = posedBlocks.get(from);
        if (posed == null) {
          posed = attributes.of(from, fixed.binding.wedgeCount());
          posedBlocks.put(from, posed);
        }
        primitives.add(primitive(fixed, posed));
      }
      if (primitives.isEmpty()) {
        continue;
      }
      mesh.add("primitives", primitives);
      JsonObject node = new JsonObject();
      node.addProperty("name", part.name());
      node.addProperty("mesh", builder.add("meshes", mesh));
      attributes.placeOn(node);
      roots.add(builder.add("nodes", node));
    }
    JsonObject scene = new JsonObject();
    if (!roots.isEmpty()) {
      scene.add("nodes", roots);
    }
    builder.json().addProperty("scene", builder.add("scenes", scene));
    return GltfDocument.of(asset.document().source(), asset.document().folder(), builder);
  }

  private static JsonObject primitive(Fixed fixed, JsonObject posed) {
    JsonObject attributes = posed.deepCopy();
    fixed.attributes.asMap().forEach(attributes::add);
    JsonObject primitive = new JsonObject();
    primitive.add("attributes", attributes);
    primitive.addProperty("indices", fixed.indices);
    if (fixed.material != null) {
      primitive.add("material", fixed.material);
    }
    return primitive;
  }

  /** Returns the primitives of a mesh with triangles, created on first use. */
  private List<Fixed> fixed(int mesh) throws MalformedAssetException {
    List<Fixed> known = fixedOfMesh.get(mesh);
    if (known != null) {
      return known;
    }
    List<Fixed> out = new ArrayList<>();
    int[][] corners = PrimitiveVertices.cornersByGroup(asset.character().meshes().get(mesh).mesh());
    List<JsonPlace> primitives = sourceMeshes.get(mesh).get("primitives").items();
    Map<Integer, JsonObject> blocks = new HashMap<>();
    for (PrimitiveBinding binding : asset.meshes().get(mesh).primitives()) {
      if (binding.primitive() >= corners.length || corners[binding.primitive()].length == 0) {
        continue;
      }
      JsonPlace source = primitives.get(binding.primitive());
      JsonObject attributes = blocks.get(binding.firstWedge());
      if (attributes == null) {
        attributes = fixedAttributes(source.get("attributes"));
        blocks.put(binding.firstWedge(), attributes);
      }
      int[] indices =
          Arrays.stream(corners[binding.primitive()]).map(w -> w - binding.firstWedge()).toArray();
      JsonPlace material = source.find("material");
      out.add(
          new Fixed(
              binding,
              attributes,
              builder.indices(indices),
              material == null ? null : material.element().deepCopy()));
    }
    fixedOfMesh.put(mesh, out);
    return out;
  }

  private JsonObject fixedAttributes(JsonPlace given) throws MalformedAssetException {
    JsonObject attributes = new JsonObject();
    for (String name : given.members()) {
      if (name.startsWith("TEXCOORD_") || name.startsWith("COLOR_")) {
        int width = accessors.layout(given.get(name)).components();
        float[] values = accessors.floats(given.get(name), width);
        attributes.addProperty(name, builder.vertexFloats(values, "VEC" + width, width));
      }
    }
    return attributes;
  }

  /** Copies who made the model; of an avatar, which is one no more, also its licence. */
  private void copyCopyright() {
    JsonElement known = JsonPlace.objectOf(asset.document().json(), "asset").get("copyright");
    JsonElement copyright =
        known != null
            ? known
            : AvatarInfo.of(asset.document())
                .<JsonElement>map(avatar -> new JsonPrimitive(avatar.text()))
                .orElse(null);
    if (copyright != null) {
      JsonPlace.objectOf(builder.json(), "asset").add("copyright", copyright);
    }
  }

  /** Copies materials, textures and images, with the buffer views of the images. */
  private void copySurfaces() throws MalformedAssetException {
    JsonObject from = asset.document().json();
    for (String member : COPIED) {
      if (from.has(member)) {
        builder.json().add(member, from.get(member).deepCopy());
      }
    }
    JsonPlace copied = new JsonPlace(asset.document().source(), "", builder.json());
    for (JsonPlace image : copied.items("images")) {
      JsonPlace view = image.find("bufferView");
      if (view != null) {
        ByteBuffer bytes = accessors.viewBytes(view).duplicate();
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        image.object().addProperty("bufferView", builder.plainView(copy));
      }
    }
    copyExtensionNames();
  }

  /** Copies the names of the extensions that the copied members use. */
  private void copyExtensionNames() throws MalformedAssetException {
    Set<String> used = new HashSet<>();
    for (String member : COPIED) {
      collectExtensionNames(builder.json().get(member), used);
    }
    for (String list : List.of("extensionsUsed", "extensionsRequired")) {
      for (JsonPlace name : asset.document().root().items(list)) {
        if (used.contains(name.text())) {
          builder.add(list, name.element());
        }
      }
    }
  }

  private static void collectExtensionNames(@Nullable JsonElement element, Set<String> names) {
    if (element instanceof JsonArray array) {
      array.forEach(item -> collectExtensionNames(item, names));
    } else if (element instanceof JsonObject object) {
      if (object.get("extensions") instanceof JsonObject extensions) {
        names.addAll(extensions.keySet());
      }
      object.asMap().values().forEach(member -> collectExtensionNames(member, names));
    }
  }
}
