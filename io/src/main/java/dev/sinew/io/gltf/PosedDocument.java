package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.GltfAsset.PrimitiveBinding;
import dev.sinew.model.SkinnedCharacter.Part;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a document that shows a character frozen in one pose: plain meshes in scene coordinates,
 * with the materials, textures and vertex attributes of the file the character came from.
 */
public final class PosedDocument {
  /**
   * Members that describe surfaces, numbered among themselves, so that they move over as they are.
   */
  private static final List<String> CARRIED =
      List.of("materials", "textures", "samplers", "images");

  private final GltfAsset asset;
  private final Accessors accessors;
  private final GltfBuilder builder = new GltfBuilder();

  private PosedDocument(GltfAsset asset) throws MalformedAssetException {
    this.asset = asset;
    accessors = new Accessors(asset.document());
  }

  /**
   * Freezes a character.
   *
   * @param positions x, y, z of every wedge of every part, one part after the other
   * @param normals the same for normals, or null when there are none
   */
  public static GltfDocument of(GltfAsset asset, float[] positions, float @Nullable [] normals)
      throws MalformedAssetException {
    return new PosedDocument(asset).build(positions, normals);
  }

  private GltfDocument build(float[] positions, float @Nullable [] normals)
      throws MalformedAssetException {
    carrySurfaces();
    JsonArray roots = new JsonArray();
    int first = 0;
    for (Part part : asset.character().parts()) {
      JsonObject mesh = new JsonObject();
      mesh.addProperty("name", asset.character().geometry(part).name());
      JsonArray primitives = new JsonArray();
      for (PrimitiveBinding binding : asset.meshes().get(part.mesh()).primitives()) {
        primitives.add(primitive(part, binding, positions, normals, first));
      }
      first += asset.character().geometry(part).mesh().wedgeCount();
      if (primitives.isEmpty()) {
        continue;
      }
      mesh.add("primitives", primitives);
      JsonObject node = new JsonObject();
      node.addProperty("name", part.name());
      node.addProperty("mesh", builder.add("meshes", mesh));
      roots.add(builder.add("nodes", node));
    }
    JsonObject scene = new JsonObject();
    if (!roots.isEmpty()) {
      scene.add("nodes", roots);
    }
    builder.json().addProperty("scene", builder.add("scenes", scene));
    return builder.build(asset.document().source());
  }

  private JsonObject primitive(
      Part part,
      PrimitiveBinding binding,
      float[] positions,
      float @Nullable [] normals,
      int firstWedgeOfPart)
      throws MalformedAssetException {
    JsonPlace source =
        asset
            .document()
            .root()
            .items("meshes")
            .get(part.mesh())
            .get("primitives")
            .items()
            .get(binding.primitive());
    int from = 3 * (firstWedgeOfPart + binding.firstWedge());
    int to = from + 3 * binding.wedgeCount();
    JsonObject attributes = new JsonObject();
    attributes.addProperty(
        "POSITION", builder.vertexFloats(Arrays.copyOfRange(positions, from, to), "VEC3", 3));
    if (normals != null) {
      attributes.addProperty(
          "NORMAL", builder.vertexFloats(Arrays.copyOfRange(normals, from, to), "VEC3", 3));
    }
    JsonPlace given = source.get("attributes");
    for (String name : given.members()) {
      if (name.startsWith("TEXCOORD_") || name.startsWith("COLOR_")) {
        int width = accessors.layout(given.get(name)).components();
        float[] values = accessors.floats(given.get(name), width);
        attributes.addProperty(name, builder.vertexFloats(values, "VEC" + width, width));
      }
    }
    JsonObject primitive = new JsonObject();
    primitive.add("attributes", attributes);
    primitive.addProperty("indices", builder.indices(indices(part, binding)));
    JsonPlace material = source.find("material");
    if (material != null) {
      primitive.add("material", material.element().deepCopy());
    }
    return primitive;
  }

  private int[] indices(Part part, PrimitiveBinding binding) {
    var mesh = asset.character().geometry(part).mesh();
    int[] out = new int[3 * mesh.triangleCount()];
    int n = 0;
    for (int t = 0; t < mesh.triangleCount(); t++) {
      for (int k = 0; k < 3 && mesh.group(t) == binding.primitive(); k++) {
        out[n++] = mesh.wedge(t, k) - binding.firstWedge();
      }
    }
    return Arrays.copyOf(out, n);
  }

  /** Materials and what hangs on them; images stored in the buffer get a view in the new one. */
  private void carrySurfaces() throws MalformedAssetException {
    JsonObject from = asset.document().json();
    for (String member : CARRIED) {
      if (from.has(member)) {
        builder.json().add(member, from.get(member).deepCopy());
      }
    }
    if (builder.json().get("images") instanceof JsonArray images) {
      for (JsonElement element : images) {
        if (element instanceof JsonObject image && image.has("bufferView")) {
          ByteBuffer bytes = accessors.viewBytes(image.get("bufferView").getAsInt()).duplicate();
          byte[] copy = new byte[bytes.remaining()];
          bytes.get(copy);
          image.addProperty("bufferView", builder.plainView(copy));
        }
      }
    }
    carryExtensionNames(from);
  }

  /** Names of the extensions that the carried members really use. */
  private void carryExtensionNames(JsonObject from) {
    for (String list : List.of("extensionsUsed", "extensionsRequired")) {
      if (from.get(list) instanceof JsonArray names) {
        for (JsonElement name : names) {
          String quoted = GltfDocument.toText(name);
          if (CARRIED.stream()
              .map(builder.json()::get)
              .anyMatch(e -> e != null && GltfDocument.toText(e).contains(quoted + ":"))) {
            builder.add(list, name);
          }
        }
      }
    }
  }
}
