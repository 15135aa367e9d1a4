package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.GltfAsset.PrimitiveBinding;
import dev.sinew.io.gltf.json.AvatarLengths;
import dev.sinew.io.gltf.json.ExtensionTable;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.json.SceneLengths;
import dev.sinew.io.gltf.write.AnimationSpaceExtension;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.io.gltf.write.MotionWriter;
import dev.sinew.math.Affine;
import dev.sinew.math.Similarity;
import dev.sinew.model.Issue;
import dev.sinew.model.MultiWeights;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.transform.ElementChange;
import dev.sinew.transform.ElementChange.Kind;
import dev.sinew.transform.MovedMultiWeights;
import dev.sinew.transform.TurnedSkins;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Builds a copy of a document whose scenes are moved, with everything else as it is. The motion is
 * applied where {@link dev.sinew.transform.Transform} applies it: the scale to lengths (vertices,
 * translations, inverse bind matrices, cameras, lights), never to the scale of a node; rotation and
 * translation to the root nodes and, where possible, to the vertices of skinned meshes.
 */
final class MovedDocument {
  private final GltfAsset asset;
  private final Similarity motion;
  private final Similarity scaling;
  private final JsonObject json;
  private final AccessorEdits edits;
  private final MovedNodes nodes;
  private final TurnedSkins turned;
  private final Consumer<Issue> remarks;
  private boolean leavesData;

  private MovedDocument(GltfAsset asset, Similarity motion, Consumer<Issue> remarks)
      throws MalformedAssetException {
    this.asset = asset;
    this.remarks = remarks;
    this.motion = motion;
    scaling = motion.isScaling() ? motion : Similarity.scaling(motion.scale());
    json = asset.document().json().deepCopy();
    edits = new AccessorEdits(asset.document());
    nodes = new MovedNodes(asset, json);
    turned = nodes.turnedSkins();
  }

  /**
   * Builds the copy.
   *
   * @param remarks receives what was dropped or may not have moved
   */
  static GltfDocument of(GltfAsset asset, Similarity motion, Consumer<Issue> remarks)
      throws MalformedAssetException {
    return new MovedDocument(asset, motion, remarks).build();
  }

  private GltfDocument build() throws MalformedAssetException {
    nodes.move(motion, scaling);
    JsonPlace.objectsOf(json, "nodes").forEach(this::moveInstances);
    List<JsonObject> meshes = JsonPlace.objectsOf(json, "meshes");
    for (int m = 0; m < meshes.size(); m++) {
      moveMesh(meshes.get(m), turned.mesh(m) ? motion : scaling);
    }
    List<JsonObject> skins = JsonPlace.objectsOf(json, "skins");
    for (int s = 0; s < skins.size(); s++) {
      edits.change(skins.get(s), "inverseBindMatrices", new ElementChange(Kind.BIND, of(s)));
    }
    JsonPlace.objectsOf(json, "animations").forEach(this::moveAnimation);
    SceneLengths.scale(json, motion.scale());
    AvatarLengths.move(json, motion);
    noteUnknown();
    GltfBuilder builder = edits.build(json);
    addMissingBinds(builder);
    for (int m = 0; m < meshes.size() && !motion.isIdentity(); m++) {
      moveMultiWeights(builder, meshes.get(m), m);
    }
    StoredBounds.move(builder.json(), motion, remarks);
    GltfDocument document =
        GltfDocument.of(asset.document().source(), asset.document().folder(), builder);
    // What is replaced or dropped as a whole leaves its old data behind.
    return leavesData ? KeptData.withoutUnused(document) : document;
  }

  private Similarity of(int skin) {
    return turned.skin(skin) ? motion : scaling;
  }

  // ---- meshes and skins ------------------------------------------------------------------------

  private void moveMesh(JsonObject mesh, Similarity own) {
    for (JsonObject primitive : JsonPlace.objectsOf(mesh, "primitives")) {
      moveAttributes(JsonPlace.objectOf(primitive, "attributes"), Kind.POINT, own);
      for (JsonObject target : JsonPlace.objectsOf(primitive, "targets")) {
        moveAttributes(target, Kind.VECTOR, own);
      }
      edits.keep(primitive, "indices");
      JsonObject extensions = JsonPlace.objectOf(primitive, "extensions");
      edits.change(
          JsonPlace.objectOf(extensions, AnimationSpaceExtension.NAME),
          "coordinates",
          new ElementChange(Kind.COORDINATES, scaling));
    }
  }

  /** Writes the multi-weights again; drops those that have no form after the motion. */
  private void moveMultiWeights(GltfBuilder builder, JsonObject mesh, int m) {
    Geometry geometry = asset.character().meshes().get(m);
    MultiWeights moved =
        geometry
            .skinning()
            .multiWeights()
            .flatMap(old -> MovedMultiWeights.of(old, motion, turned.mesh(m) ? motion : scaling))
            .orElse(null);
    List<JsonObject> primitives = JsonPlace.objectsOf(mesh, "primitives");
    for (int p = 0; p < primitives.size(); p++) {
      PrimitiveBinding binding = asset.meshes().get(m).binding(p).orElse(null);
      if (!AnimationSpaceExtension.hasMultiWeights(primitives.get(p))) {
        continue;
      }
      leavesData = true;
      if (moved != null && binding != null) {
        int first = binding.firstWedge();
        int[] vertices =
            Arrays.copyOfRange(
                geometry.mesh().wedgeVertices(), first, first + binding.wedgeCount());
        AnimationSpaceExtension.writeMultiWeights(primitives.get(p), builder, moved, vertices);
      } else {
        AnimationSpaceExtension.removeMultiWeights(primitives.get(p));
        remarks.accept(
            Issue.warning(
                "/meshes/" + m + "/primitives/" + p,
                "the multi-weights of mesh '"
                    + geometry.name()
                    + "' are dropped: after such a rotation no multi-weights give the same skin;"
                    + " its animation coordinates are kept"));
      }
    }
  }

  private void moveAttributes(JsonObject attributes, Kind position, Similarity own) {
    for (String name : attributes.keySet()) {
      switch (name) {
        case "POSITION" -> edits.change(attributes, name, new ElementChange(position, own));
        case "NORMAL", "TANGENT" ->
            edits.change(attributes, name, new ElementChange(Kind.DIRECTION, own));
        default -> edits.keep(attributes, name);
      }
    }
  }

  private void moveInstances(JsonObject node) {
    JsonObject attributes =
        JsonPlace.objectOf(
            JsonPlace.objectOf(JsonPlace.objectOf(node, "extensions"), Instances.NAME),
            "attributes");
    for (String name : attributes.keySet()) {
      if (name.equals("TRANSLATION")) {
        edits.change(attributes, name, new ElementChange(Kind.POINT, scaling));
      } else {
        edits.keep(attributes, name);
      }
    }
  }

  /** A skin without matrices has identities: these must be written once its vertices are turned. */
  private void addMissingBinds(GltfBuilder builder) {
    List<JsonObject> skins = JsonPlace.objectsOf(json, "skins");
    for (int s = 0; s < skins.size(); s++) {
      JsonObject skin = skins.get(s);
      if (skin.has("inverseBindMatrices") || of(s).isScaling()) {
        continue;
      }
      Skin old = asset.character().skins().get(s);
      int[] joints = new int[old.jointCount()];
      double[] binds = new double[Affine.SIZE * joints.length];
      for (int i = 0; i < joints.length; i++) {
        joints[i] = old.joint(i);
        Affine.invert(motion.rigid(), 0, binds, Affine.SIZE * i);
      }
      skin.addProperty(
          "inverseBindMatrices",
          MotionWriter.inverseBinds(builder, new Skin(old.name(), joints, binds)));
    }
  }

  // ---- animations ------------------------------------------------------------------------------

  private void moveAnimation(JsonObject animation) {
    JsonArray samplers = animation.getAsJsonArray("samplers");
    Map<Integer, Map<ElementChange, Integer>> copies = new HashMap<>();
    samplers.forEach(sampler -> edits.keep(sampler.getAsJsonObject(), "input"));
    for (JsonObject channel : JsonPlace.objectsOf(animation, "channels")) {
      JsonObject target = JsonPlace.objectOf(channel, "target");
      String path = target.get("path").getAsString();
      int sampler = channel.get("sampler").getAsInt();
      ElementChange change =
          target.has("node")
              ? change(path, target.get("node").getAsInt(), samplers.get(sampler))
              : new ElementChange(Kind.VECTOR, Similarity.IDENTITY);
      Map<ElementChange, Integer> own = copies.computeIfAbsent(sampler, s -> new HashMap<>());
      Integer known = own.get(change);
      if (known == null) {
        known = own.isEmpty() ? sampler : copySampler(samplers, sampler);
        own.put(change, known);
        edits.change(samplers.get(known).getAsJsonObject(), "output", change);
      }
      channel.addProperty("sampler", known);
    }
  }

  /** Copies a sampler whose other channels change in another way. */
  private static int copySampler(JsonArray samplers, int sampler) {
    samplers.add(samplers.get(sampler).deepCopy());
    return samplers.size() - 1;
  }

  private ElementChange change(String path, int node, JsonElement sampler) {
    Similarity own = nodes.isMovedRoot(node) ? motion : scaling;
    boolean cubic =
        sampler.getAsJsonObject().get("interpolation") instanceof JsonPrimitive text
            && text.getAsString().equals("CUBICSPLINE");
    return switch (path) {
      case "translation" -> new ElementChange(Kind.POINT, own, cubic && !own.isScaling());
      case "rotation" -> new ElementChange(Kind.ROTATION, own);
      default -> new ElementChange(Kind.VECTOR, Similarity.IDENTITY);
    };
  }

  // ---- other content ---------------------------------------------------------------------------

  private void noteUnknown() {
    for (String name : ExtensionTable.without(json, ExtensionTable.Trait.NO_LENGTHS)) {
      remarks.accept(
          Issue.warning(
              "/extensionsUsed",
              name + " is kept as it is: positions, directions and lengths in it do not move"));
    }
  }
}
