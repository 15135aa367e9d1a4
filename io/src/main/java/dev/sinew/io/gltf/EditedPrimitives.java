package dev.sinew.io.gltf;

import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.write.AnimationSpaceExtension;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.io.gltf.write.PrimitiveWriter;
import dev.sinew.model.Issue;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter.Geometry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  private final Map<Integer, Integer> addedSets;
  private final @Nullable TextureReplacement textures;
  private final List<Issue> issues;

  /**
   * Prepares the edits of a file.
   *
   * @param asset the file
   * @param builder the new document
   * @param data what the document keeps of the file
   * @param addedSets an added set of texture coordinates by index of the mesh
   * @param textures gives new materials to rebuilt primitives, or null
   * @param issues gets warnings about content that is dropped
   */
  EditedPrimitives(
      GltfAsset asset,
      GltfBuilder builder,
      KeptData data,
      Map<Integer, Integer> addedSets,
      @Nullable TextureReplacement textures,
      List<Issue> issues) {
    this.asset = asset;
    this.builder = builder;
    this.data = data;
    this.addedSets = addedSets;
    this.textures = textures;
    this.issues = issues;
  }

  /**
   * Returns a primitive with new triangles and the other members of an old one.
   *
   * @param source the old one
   * @param writer has the triangles
   * @param mesh the index of its mesh
   * @param index its index in the mesh
   */
  JsonObject rebuilt(JsonPlace source, PrimitiveWriter writer, int mesh, int index)
      throws MalformedAssetException {
    JsonObject primitive = new JsonObject();
    for (String member : source.members()) {
      if (!REBUILT.contains(member)) {
        primitive.add(member, source.object().get(member).deepCopy());
      }
    }
    AnimationSpaceExtension.removeFrom(primitive);
    JsonPlace attributes = source.get("attributes");
    noteCustom(attributes);
    List<String> wanted = new ArrayList<>(attributes.members());
    // Sets must be consecutive in every primitive.
    for (int set = 0; set <= addedSets.getOrDefault(mesh, -1); set++) {
      wanted.add(MeshAttribute.uv(set));
    }
    if (textures != null
        && textures.changes(mesh)
        && textures.apply(primitive, mesh, index).needsTangents()) {
      wanted.addAll(List.of(MeshAttribute.NORMAL, MeshAttribute.TANGENT));
    }
    writer.writeTo(primitive, wanted::contains);
    noteMultiWeights(source, primitive);
    return primitive;
  }

  private void noteCustom(JsonPlace attributes) throws MalformedAssetException {
    for (String name : attributes.members()) {
      if (name.startsWith("_")) {
        issues.add(
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
   * @param mesh the index of its mesh
   * @param index its index in the mesh
   * @param geometry has other influences, and perhaps positions; null to keep all
   */
  JsonObject kept(JsonPlace source, int mesh, int index, @Nullable Geometry geometry)
      throws MalformedAssetException {
    JsonObject primitive = source.object().deepCopy();
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
      if (!issues.contains(dropped)) {
        issues.add(dropped);
      }
    }
  }
}
