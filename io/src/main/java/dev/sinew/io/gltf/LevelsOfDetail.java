package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.AvatarReferences;
import dev.sinew.io.gltf.json.ExtensionNames;
import dev.sinew.io.gltf.json.LevelNodes;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.run.ArrayChecks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Writes several levels of detail to one file with the extension MSFT_lod: every node with a mesh
 * refers to substitute nodes with coarser meshes. A viewer without the extension shows the original
 * meshes. The screen coverage at which the level changes is in the extras of the node, as
 * MSFT_screencoverage.
 *
 * <p>A viewer replaces the whole node by its substitute. So a substitute has the transform and the
 * animation channels of the node, or its skin, which ignores them. If a node has more than a mesh,
 * the mesh is moved to a new child, and only this child is replaced.
 */
public final class LevelsOfDetail {
  private static final String EXTENSION = LevelNodes.EXTENSION;

  /** An extension of nodes that belongs to their mesh and moves with it. */
  private static final String INSTANCES = Instances.NAME;

  private final JsonObject json;
  private final JsonArray nodes;
  private final Set<Integer> joints;
  private final LevelSkins skins;

  /** The new node of a moved mesh, by its old node. */
  private final Map<Integer, Integer> moved = new HashMap<>();

  private final Map<Integer, List<Integer>> substitutes = new HashMap<>();

  private LevelsOfDetail(JsonObject json, LevelSkins skins) {
    this.json = json;
    this.skins = skins;
    nodes = array(json, "nodes");
    joints = joints(json);
  }

  /**
   * Builds a document with the meshes of a file and their levels.
   *
   * @param asset the file; not modified
   * @param levels the character per level, from fine to coarse, with meshes of its own, and skins
   *     of other joints of the same skeleton if it has any
   * @param coverage one more value than levels, decreasing: the minimum share of the screen height
   *     at which the original meshes, and then each level, are shown
   * @param distances the distance from which on each level is shown, increasing
   */
  public static GltfDocument write(
      GltfAsset asset, List<SkinnedCharacter> levels, List<Double> coverage, List<Double> distances)
      throws MalformedAssetException {
    ArrayChecks.size("distances", distances.size(), levels.size());
    ArrayChecks.size("coverage", coverage.size(), (levels.size() + 1));
    MeshEdit edit = new MeshEdit(asset, remark -> {});
    Set<Integer> shown = new HashSet<>();
    asset.character().parts().forEach(part -> shown.add(part.mesh()));
    List<List<Integer>> meshes = new ArrayList<>();
    int next = asset.character().meshes().size();
    for (SkinnedCharacter level : levels) {
      List<Integer> indices = new ArrayList<>();
      for (int m = 0; m < level.meshes().size(); m++) {
        Geometry mesh = level.meshes().get(m);
        boolean drawn = shown.contains(m) && mesh.mesh().triangleCount() > 0;
        indices.add(drawn ? next : m);
        if (drawn) {
          edit.set(next++, m, mesh, MeshEdit.How.REBUILT);
        }
      }
      meshes.add(indices);
    }
    LevelSkins skins = new LevelSkins(asset, levels);
    GltfDocument document = edit.build(List.of(skins));
    LevelsOfDetail work = new LevelsOfDetail(document.json(), skins);
    for (Part part : asset.character().parts()) {
      List<Integer> coarser = meshes.stream().map(level -> level.get(part.mesh())).toList();
      JsonObject extras = work.addSubstitutes(asset.nodes().get(part.node()), coarser);
      extras.add(LevelNodes.COVERAGE, array(coverage));
      extras.add(LevelNodes.DISTANCES, array(distances));
    }
    work.copyChannels();
    work.moveAvatar(meshes, edit.targetCounts());
    ExtensionNames.use(document.json(), EXTENSION);
    return document;
  }

  /**
   * Makes expressions of an avatar change the levels, too, and a first person see of them what it
   * sees of the original.
   *
   * @param meshes the mesh of every level, by original mesh
   * @param targets the number of targets of all meshes
   */
  private void moveAvatar(List<List<Integer>> meshes, List<Integer> targets) {
    AvatarReferences.move(
        json,
        AvatarReferences.Item.MESH,
        m ->
            Stream.concat(
                    Stream.of(m),
                    meshes.stream().filter(level -> m < level.size()).map(level -> level.get(m)))
                .distinct()
                .toList());
    AvatarReferences.move(
        json,
        AvatarReferences.Item.NODE_OF_MESH,
        n -> {
          int own = moved.getOrDefault(n, n);
          return Stream.concat(Stream.of(own), substitutes.getOrDefault(own, List.of()).stream())
              .toList();
        });
    AvatarReferences.moveTargets(
        json,
        target ->
            target.mesh() < targets.size() && target.target() < targets.get(target.mesh())
                ? List.of(target)
                : List.of(),
        m -> List.of());
  }

  private static Set<Integer> joints(JsonObject json) {
    Set<Integer> joints = new HashSet<>();
    for (JsonElement skin : array(json, "skins")) {
      array(skin.getAsJsonObject(), "joints").forEach(joint -> joints.add(joint.getAsInt()));
    }
    return joints;
  }

  /** Adds the levels of a node; returns the extras of the node that they replace. */
  private JsonObject addSubstitutes(int original, List<Integer> meshes) {
    JsonObject old = nodes.get(original).getAsJsonObject();
    String name = old.has("name") ? old.get("name").getAsString() : "mesh";
    int number = hasMoreThanMesh(original) ? moveMesh(original, name) : original;
    JsonObject node = nodes.get(number).getAsJsonObject();
    List<Integer> made = new ArrayList<>();
    for (int mesh : meshes) {
      int level = made.size();
      JsonObject other = substitute(node, name + "_LOD" + (level + 1), mesh);
      if (other.has("skin")) {
        other.addProperty("skin", skins.of(level, other.get("skin").getAsInt()));
      }
      made.add(nodes.size());
      nodes.add(other);
    }
    substitutes.put(number, made);
    JsonObject extension = new JsonObject();
    extension.add("ids", array(made));
    member(node, "extensions").add(EXTENSION, extension);
    return member(node, "extras");
  }

  /** Returns true if a node has other content than its mesh. */
  private boolean hasMoreThanMesh(int number) {
    JsonObject node = nodes.get(number).getAsJsonObject();
    return !array(node, "children").isEmpty()
        || node.has("camera")
        || joints.contains(number)
        || (node.get("extensions") instanceof JsonObject extensions
            && !Set.of(EXTENSION, INSTANCES).containsAll(extensions.keySet()));
  }

  /** Moves the mesh of a node to a new child without a transform; returns the child. */
  private int moveMesh(int number, String name) {
    JsonObject node = nodes.get(number).getAsJsonObject();
    JsonObject own = new JsonObject();
    own.addProperty("name", name + "_LOD0");
    for (String member : List.of("mesh", "skin", "weights")) {
      if (node.has(member)) {
        own.add(member, node.remove(member));
      }
    }
    if (node.get("extensions") instanceof JsonObject extensions) {
      // Earlier levels of the mesh would replace the node; they are dropped.
      extensions.remove(EXTENSION);
      if (extensions.has(INSTANCES)) {
        member(own, "extensions").add(INSTANCES, extensions.remove(INSTANCES));
      }
      if (extensions.isEmpty()) {
        node.remove("extensions");
      }
    }
    JsonArray children = array(node, "children");
    children.add(nodes.size());
    node.add("children", children);
    moved.put(number, nodes.size());
    nodes.add(own);
    return nodes.size() - 1;
  }

  /**
   * Returns a node with the transform or skin of another and a coarser mesh. A skin ignores the
   * transform of its node.
   */
  private static JsonObject substitute(JsonObject node, String name, int mesh) {
    JsonObject made = new JsonObject();
    List<String> members =
        node.has("skin")
            ? List.of("skin", "weights")
            : List.of("translation", "rotation", "scale", "matrix", "weights");
    for (String member : members) {
      if (node.has(member)) {
        made.add(member, node.get(member).deepCopy());
      }
    }
    if (node.get("extensions") instanceof JsonObject extensions && extensions.has(INSTANCES)) {
      member(made, "extensions").add(INSTANCES, extensions.get(INSTANCES).deepCopy());
    }
    made.addProperty("name", name);
    made.addProperty("mesh", mesh);
    return made;
  }

  /** Copies the animation channels of nodes to their substitutes, with the same samplers. */
  private void copyChannels() {
    for (JsonElement animation : array(json, "animations")) {
      JsonArray channels = array(animation.getAsJsonObject(), "channels");
      int given = channels.size();
      for (int c = 0; c < given; c++) {
        JsonObject channel = channels.get(c).getAsJsonObject();
        for (int substitute : substitutes.getOrDefault(animatedNode(channel), List.of())) {
          boolean isSkinned = nodes.get(substitute).getAsJsonObject().has("skin");
          if (isSkinned && !isMorph(channel)) {
            continue;
          }
          JsonObject copy = channel.deepCopy();
          copy.getAsJsonObject("target").addProperty("node", substitute);
          channels.add(copy);
        }
      }
    }
  }

  /** Returns the node of a channel, or -1; redirects morph weights to the node of the mesh. */
  private int animatedNode(JsonObject channel) {
    JsonObject target = channel.getAsJsonObject("target");
    if (!target.has("node")) {
      return -1;
    }
    int node = target.get("node").getAsInt();
    if (!isMorph(channel)) {
      return node;
    }
    int meshNode = moved.getOrDefault(node, node);
    target.addProperty("node", meshNode);
    return meshNode;
  }

  private static boolean isMorph(JsonObject channel) {
    return channel.getAsJsonObject("target").get("path").getAsString().equals("weights");
  }

  private static JsonArray array(JsonObject owner, String name) {
    return owner.get(name) instanceof JsonArray array ? array : new JsonArray();
  }

  private static JsonArray array(List<? extends Number> numbers) {
    JsonArray array = new JsonArray();
    numbers.forEach(array::add);
    return array;
  }

  /** Returns an object member, created if it is missing or of another type. */
  private static JsonObject member(JsonObject owner, String name) {
    JsonElement there = owner.get(name);
    if (there instanceof JsonObject object) {
      return object;
    }
    JsonObject made = new JsonObject();
    owner.add(name, made);
    return made;
  }
}
