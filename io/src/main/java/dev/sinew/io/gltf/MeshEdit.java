package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.AvatarMaterials;
import dev.sinew.io.gltf.json.ExtensionTable;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.json.PrimitiveVertices;
import dev.sinew.io.gltf.json.UnusedMeshes;
import dev.sinew.io.gltf.json.UnusedTextures;
import dev.sinew.io.gltf.write.AnimationSpaceExtension;
import dev.sinew.io.gltf.write.DocumentPart;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.model.Issue;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Builds a copy of a document with replaced meshes, other influences or more meshes. Everything
 * else is kept: materials, nodes, skins, animations, extras, unknown extensions. Accessors and
 * views that only the old meshes used are dropped, unless the file uses an unknown extension that
 * might refer to them; then all are kept. Compressed views are written uncompressed.
 */
final class MeshEdit {
  private final GltfAsset asset;
  private final Consumer<Issue> remarks;
  private final GltfBuilder builder = new GltfBuilder();
  private final KeptData data;
  private final Map<Integer, Mesh> meshes = new TreeMap<>();
  private @Nullable SkinnedCharacter retextured;

  /** How a mesh is made from one of the file. */
  enum How {
    /** It is that mesh, perhaps under another name. */
    KEPT,
    /**
     * With other influences and animation coordinates, and with other positions if they differ. The
     * order of the vertices and all other attributes are kept.
     */
    REWEIGHED,
    /**
     * With new vertices and triangles. The group of a triangle is its primitive, and a primitive
     * without triangles is dropped.
     */
    REBUILT,
    /** It is none of the file: everything is new. */
    NEW,
    /** It leaves the file. */
    GONE
  }

  private record Mesh(int like, Geometry geometry, How how) {}

  /**
   * Creates an edit without changes.
   *
   * @param remarks receives warnings about content that is dropped
   */
  MeshEdit(GltfAsset asset, Consumer<Issue> remarks) throws MalformedAssetException {
    this.asset = asset;
    this.remarks = remarks;
    data = new KeptData(asset.document(), builder);
  }

  /**
   * Sets a mesh.
   *
   * @param mesh its index; from the number of meshes of the file on, without gaps, for new ones
   * @param like the index of the mesh of the file that it is made from
   */
  void set(int mesh, int like, Geometry geometry, How how) {
    meshes.put(mesh, new Mesh(like, geometry, how));
  }

  /**
   * Gives all primitives the materials of a character where they differ from the file's. Textures
   * that are no longer used are dropped, unless an unknown extension may refer to them.
   *
   * @param character the file's character with other materials
   */
  void retexture(SkinnedCharacter character) {
    retextured = character;
  }

  /** Returns the number of morph targets of every mesh. */
  List<Integer> targetCounts() {
    return meshes.values().stream().map(mesh -> mesh.geometry.morphs().count()).toList();
  }

  /**
   * Builds the document.
   *
   * @param parts what else is written anew
   */
  GltfDocument build(List<DocumentPart> parts) throws MalformedAssetException {
    for (JsonPlace accessor : asset.document().root().items("accessors")) {
      if (accessor.find("sparse") != null) {
        builder.allowSparseOffsets(); // Sparse morph targets stay sparse.
      }
    }
    data.copyMembers(Set.of("meshes"));
    data.keepForUnknownExtensions();
    TextureReplacement textures =
        retextured == null ? null : new TextureReplacement(asset, retextured, builder);
    moveMeshes(new EditedPrimitives(asset, builder, data, textures, remarks));
    AvatarMaterials.complete(builder.json());
    boolean someGo = meshes.values().stream().anyMatch(mesh -> mesh.how == How.GONE);
    if (someGo) {
      UnusedMeshes.removeMaterials(builder.json(), asset.document().json());
    }
    Set<JsonElement> newImages = textures == null ? Set.of() : textures.newImages();
    if ((someGo || !newImages.isEmpty()) && !KeptData.mayHaveUnknownReferences(asset.document())) {
      UnusedTextures.remove(builder.json());
    }
    parts.forEach(part -> part.drop(builder));
    data.moveOthers(newImages);
    AnimationSpaceExtension.removeUnusedName(builder.json());
    ExtensionTable.removeUnusedNames(builder.json());
    MeshoptViews.removeNames(builder.json());
    parts.forEach(part -> part.write(builder));
    return GltfDocument.of(asset.document().source(), asset.document().folder(), builder);
  }

  private void moveMeshes(EditedPrimitives edited) throws MalformedAssetException {
    for (int m = 0; m < asset.character().meshes().size(); m++) {
      meshes.putIfAbsent(m, new Mesh(m, asset.character().meshes().get(m), How.KEPT));
    }
    for (Map.Entry<Integer, Mesh> mesh : meshes.entrySet()) {
      addMesh(edited, mesh.getKey(), mesh.getValue());
    }
  }

  private void addMesh(EditedPrimitives edited, int own, Mesh mesh) throws MalformedAssetException {
    if (mesh.how == How.NEW) {
      builder.add("meshes", newMesh(edited, own, mesh.geometry));
      return;
    }
    JsonPlace source = asset.document().root().items("meshes").get(mesh.like);
    Geometry geometry = mesh.geometry;
    JsonObject object = source.object().deepCopy();
    if (mesh.how == How.GONE) {
      for (JsonPlace primitive : source.get("primitives").items()) {
        edited.noteCustom(primitive.get("attributes"));
      }
      object.add("primitives", new JsonArray());
      builder.add("meshes", object);
      return;
    }
    if (mesh.how == How.REBUILT) {
      edited.dropOfVertices(object, source);
    }
    object.add(
        "primitives",
        mesh.how == How.REBUILT
            ? rebuiltPrimitives(edited, source, mesh.like, own, geometry)
            : keptPrimitives(
                edited, source, mesh.like, own, mesh.how == How.KEPT ? null : geometry));
    if (!geometry.name().equals(asset.character().meshes().get(mesh.like).name())) {
      object.addProperty("name", geometry.name());
    }
    builder.add("meshes", object);
  }

  private JsonObject newMesh(EditedPrimitives edited, int own, Geometry geometry)
      throws MalformedAssetException {
    JsonObject out = new JsonObject();
    out.addProperty("name", geometry.name());
    MorphTargets morphs = geometry.morphs();
    if (!morphs.isEmpty()) {
      builder.allowSparseOffsets(); // Most targets move a small part of a large mesh.
      TargetEdit.setAll(out, morphs);
    }
    JsonArray primitives = new JsonArray();
    int[][] corners = PrimitiveVertices.cornersByGroup(geometry.mesh());
    for (int g = 0; g < corners.length; g++) {
      if (corners[g].length > 0) {
        primitives.add(edited.made(geometry, corners[g], own, g));
      }
    }
    out.add("primitives", primitives);
    return out;
  }

  private JsonArray rebuiltPrimitives(
      EditedPrimitives edited, JsonPlace source, int like, int own, Geometry geometry)
      throws MalformedAssetException {
    List<JsonPlace> primitives = source.get("primitives").items();
    int[][] corners = PrimitiveVertices.cornersByGroup(geometry.mesh());
    JsonArray out = new JsonArray();
    for (int p = 0; p < primitives.size(); p++) {
      if (asset.meshes().get(like).binding(p).isEmpty()) {
        JsonObject points = edited.kept(primitives.get(p), like, own, p, null);
        TargetEdit.fit(builder, points, geometry.morphs().count());
        out.add(points);
      } else if (p < corners.length && corners[p].length > 0) {
        out.add(edited.rebuilt(primitives.get(p), geometry, corners[p], like, own, p));
      }
    }
    return out;
  }

  private static JsonArray keptPrimitives(
      EditedPrimitives edited, JsonPlace source, int like, int own, @Nullable Geometry reweighed)
      throws MalformedAssetException {
    List<JsonPlace> primitives = source.get("primitives").items();
    JsonArray out = new JsonArray();
    for (int p = 0; p < primitives.size(); p++) {
      out.add(edited.kept(primitives.get(p), like, own, p, reweighed));
    }
    return out;
  }
}
