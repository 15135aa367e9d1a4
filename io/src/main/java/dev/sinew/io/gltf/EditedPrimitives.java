package dev.sinew.io.gltf;

import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.ExtensionTable;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.write.AnimationSpaceExtension;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.io.gltf.write.PrimitiveWriter;
import dev.sinew.model.Issue;
import dev.sinew.model.Material;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The primitives of edited meshes: rebuilt with new vertices and triangles, or kept with their
 * vertices, perhaps with other influences and positions.
 */
final class EditedPrimitives {
  private static final Set<String> REBUILT = Set.of("attributes", "indices", "targets", "mode");

  private final GltfAsset asset;
  private final GltfBuilder builder;
  private final KeptData data;
  private final @Nullable TextureReplacement textures;
  private final Consumer<Issue> remarks;
  private final Set<Issue> noted = new HashSet<>();

  /**
   * Prepares the edits of a file.
   *
   * @param asset the file
   * @param builder the new document
   * @param data what the document keeps of the file
   * @param textures gives new materials to primitives, or null
   * @param remarks receives warnings about content that is dropped
   */
  EditedPrimitives(
      GltfAsset asset,
      GltfBuilder builder,
      KeptData data,
      @Nullable TextureReplacement textures,
      Consumer<Issue> remarks) {
    this.asset = asset;
    this.builder = builder;
    this.data = data;
    this.textures = textures;
    this.remarks = remarks;
  }

  /**
   * Returns a primitive with new triangles and the other members of an old one.
   *
   * @param source the old one
   * @param geometry the new mesh
   * @param corners three wedges per triangle
   * @param mesh the index of its mesh in the file
   * @param own the index of its mesh in the new document
   * @param index its index in the mesh
   */
  JsonObject rebuilt(
      JsonPlace source, Geometry geometry, int[] corners, int mesh, int own, int index)
      throws MalformedAssetException {
    JsonObject primitive = new JsonObject();
    for (String member : source.members()) {
      if (!REBUILT.contains(member)) {
        primitive.add(member, source.object().get(member).deepCopy());
      }
    }
    AnimationSpaceExtension.removeFrom(primitive);
    dropOfVertices(primitive, source);
    JsonPlace attributes = source.get("attributes");
    noteCustom(attributes);
    Set<String> wanted = new HashSet<>(attributes.members());
    addNew(wanted, geometry.mesh(), corners, mesh);
    if (textures != null) {
      Material material = textures.apply(primitive, mesh, own, index);
      if (textures.changes(mesh, own, index)) {
        material.use().sets().forEach(set -> wanted.add(MeshAttribute.uv(set)));
      }
      if (material.use().tangents()) {
        wanted.addAll(List.of(MeshAttribute.NORMAL, MeshAttribute.TANGENT));
      }
    }
    new PrimitiveWriter(builder, geometry, corners).writeTo(primitive, wanted::contains);
    noteMultiWeights(source, primitive);
    return primitive;
  }

  /**
   * Returns a primitive of a mesh that is not in the file. Attributes whose values stand for none
   * are left out: normals and tangents of no length, white colours, and texture coordinates that
   * the material does not use.
   *
   * @param corners three wedges per triangle
   * @param own the index of its mesh in the new document
   * @param index its group in the mesh
   */
  JsonObject made(Geometry geometry, int[] corners, int own, int index)
      throws MalformedAssetException {
    JsonObject primitive = new JsonObject();
    Material material =
        textures == null ? Material.PLAIN : textures.applyNew(primitive, own, index);
    int sets = material.use().sets().stream().mapToInt(set -> set + 1).max().orElse(0);
    Set<String> wanted = new HashSet<>();
    for (MeshAttribute attribute : geometry.mesh().attributes()) {
      boolean isTangent = attribute.name().equals(MeshAttribute.TANGENT);
      boolean isUsed =
          attribute.isUv()
              ? attribute.uvSet() < sets || material.use().unknown()
              : hasOthers(attribute, corners, attribute.isColor() ? 1 : 0)
                  && (!isTangent || material.use().tangents());
      if (isUsed) {
        wanted.add(attribute.name());
      }
    }
    new PrimitiveWriter(builder, geometry, corners).writeTo(primitive, wanted::contains);
    return primitive;
  }

  /** Returns true if an attribute has values other than one that stands for none. */
  private static boolean hasOthers(MeshAttribute attribute, int[] corners, float none) {
    for (int wedge : corners) {
      for (int k = 0; k < attribute.components(); k++) {
        if (attribute.value(wedge, k) != none) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Adds the names of attributes that a primitive of the file does not have: those that are new in
   * the mesh, and texture coordinates that are no longer the zeros which stand for none. Tangents
   * are added only where a material needs them.
   */
  private void addNew(Set<String> wanted, TriMesh surface, int[] corners, int mesh) {
    TriMesh before = asset.character().meshes().get(mesh).mesh();
    for (MeshAttribute attribute : surface.attributes()) {
      boolean isNew = before.attribute(attribute.name()).isEmpty();
      if (wanted.contains(attribute.name())) {
        continue;
      }
      if (attribute.isUv() && (isNew || hasValues(attribute, corners))) {
        // Sets must be consecutive in every primitive.
        for (int set = 0; set <= attribute.uvSet(); set++) {
          wanted.add(MeshAttribute.uv(set));
        }
      } else if (isNew && !attribute.name().equals(MeshAttribute.TANGENT)) {
        wanted.add(attribute.name());
      }
    }
  }

  private static boolean hasValues(MeshAttribute attribute, int[] corners) {
    for (int wedge : corners) {
      if (attribute.value(wedge, 0) != 0 || attribute.value(wedge, 1) != 0) {
        return true;
      }
    }
    return false;
  }

  /** Drops what extensions say of the old vertices of a mesh or primitive. */
  void dropOfVertices(JsonObject owner, JsonPlace source) {
    for (String name : ExtensionTable.removeOfVertices(owner)) {
      remarks.accept(
          Issue.warning(
              source.pointer() + "/extensions/" + name, "dropped: the mesh has new vertices"));
    }
  }

  /** Notes the attributes of a program's own that new vertices do not have. */
  void noteCustom(JsonPlace attributes) throws MalformedAssetException {
    for (String name : attributes.members()) {
      if (name.startsWith("_")) {
        remarks.accept(
            Issue.warning(
                attributes.pointer() + "/" + name,
                "custom attribute dropped: the mesh has new vertices"));
      }
    }
  }

  /**
   * Returns a primitive with the same vertices.
   *
   * @param source the old one
   * @param mesh the index of its mesh in the file
   * @param own the index of its mesh in the new document
   * @param index its index in the mesh
   * @param geometry has other influences, and perhaps positions; null to keep all
   */
  JsonObject kept(JsonPlace source, int mesh, int own, int index, @Nullable Geometry geometry)
      throws MalformedAssetException {
    JsonObject primitive = source.object().deepCopy();
    if (textures != null) {
      textures.apply(primitive, mesh, own, index);
    }
    GltfAsset.PrimitiveBinding binding = asset.meshes().get(mesh).binding(index).orElse(null);
    if (geometry == null || binding == null) {
      data.movePrimitive(primitive);
      return primitive;
    }
    if (primitive.get("attributes") instanceof JsonObject attributes) {
      attributes.keySet().removeIf(n -> n.startsWith("JOINTS_") || n.startsWith("WEIGHTS_"));
    }
    AnimationSpaceExtension.removeFrom(primitive);
    int first = binding.firstWedge();
    int end = first + binding.wedgeCount();
    float[] positions = geometry.mesh().wedgePositions();
    boolean same =
        Arrays.equals(positions, asset.character().meshes().get(mesh).mesh().wedgePositions());
    if (!same) {
      primitive.getAsJsonObject("attributes").remove("POSITION");
    }
    data.movePrimitive(primitive);
    if (!same) {
      primitive
          .getAsJsonObject("attributes")
          .addProperty(
              "POSITION",
              builder.vertexFloats(Arrays.copyOfRange(positions, 3 * first, 3 * end), "VEC3", 3));
    }
    int[] vertices = Arrays.copyOfRange(geometry.mesh().wedgeVertices(), first, end);
    PrimitiveWriter.writeMotion(primitive, builder, geometry, vertices);
    noteMultiWeights(source, primitive);
    return primitive;
  }

  private void noteMultiWeights(JsonPlace source, JsonObject primitive)
      throws MalformedAssetException {
    if (AnimationSpaceExtension.hasMultiWeights(source.object())
        && !AnimationSpaceExtension.hasMultiWeights(primitive)) {
      Issue dropped =
          Issue.warning(
              source.pointer(), "multi-weights dropped: they belong to the skin as it was");
      if (noted.add(dropped)) {
        remarks.accept(dropped);
      }
    }
  }
}
