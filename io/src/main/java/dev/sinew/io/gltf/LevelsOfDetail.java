package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Several levels of detail in one file, by the extension MSFT_lod: every node with a mesh names
 * nodes that may be shown in its place, each with a coarser mesh. A viewer that does not know the
 * extension shows the character as it was. How much of the screen's height the character covers
 * when the next level takes over is in the node's extras, as MSFT_screencoverage.
 *
 * <p>A viewer takes the whole node away for its stand-in. So stand-ins stand where the node does
 * and clips drive them as they drive the node; and where a node is more than a place for its mesh,
 * the mesh first gets a child of its own, and only that is replaced.
 */
public final class LevelsOfDetail {
  private static final String EXTENSION = "MSFT_lod";

  /** An extension of nodes that says how their mesh is drawn, and so goes where it goes. */
  private static final String INSTANCES = "EXT_mesh_gpu_instancing";

  private final JsonObject json;
  private final JsonArray nodes;
  private final Set<Integer> joints;

  /** The nodes that meshes had before they got one of their own, and those they got. */
  private final Map<Integer, Integer> moved = new HashMap<>();

  private final Map<Integer, List<Integer>> standIns = new HashMap<>();

  private LevelsOfDetail(JsonObject json) {
    this.json = json;
    nodes = array(json, "nodes");
    joints = joints(json);
  }

  /**
   * Puts levels beside the meshes of a file.
   *
   * @param asset the file; not modified
   * @param levels per level, from fine to coarse, all meshes of the character
   * @param coverage as many numbers as there are levels and one more, falling: the least share of
   *     the screen's height at which the file's own meshes, and then each level, are shown
   */
  public static GltfDocument write(
      GltfAsset asset, List<List<Geometry>> levels, List<Double> coverage)
      throws MalformedAssetException {
    if (coverage.size() != levels.size() + 1) {
      throw new IllegalArgumentException(
          "coverage: expected " + (levels.size() + 1) + ", got " + coverage.size());
    }
    MeshEdit edit = new MeshEdit(asset);
    Set<Integer> shown = new HashSet<>();
    asset.character().parts().forEach(part -> shown.add(part.mesh()));
    List<List<Integer>> meshes = new ArrayList<>();
    for (List<Geometry> level : levels) {
      List<Integer> numbers = new ArrayList<>();
      for (int m = 0; m < level.size(); m++) {
        boolean drawn = shown.contains(m) && level.get(m).mesh().triangleCount() > 0;
        numbers.add(drawn ? edit.add(m, level.get(m)) : m);
      }
      meshes.add(numbers);
    }
    GltfDocument document = edit.build();
    LevelsOfDetail work = new LevelsOfDetail(document.json());
    for (Part part : asset.character().parts()) {
      List<Integer> coarser = meshes.stream().map(level -> level.get(part.mesh())).toList();
      work.addStandIns(asset.nodes().get(part.node()), coarser, coverage);
    }
    work.repeatChannels();
    declare(document.json());
    return document;
  }

  private static Set<Integer> joints(JsonObject json) {
    Set<Integer> joints = new HashSet<>();
    for (JsonElement skin : array(json, "skins")) {
      array(skin.getAsJsonObject(), "joints").forEach(joint -> joints.add(joint.getAsInt()));
    }
    return joints;
  }

  private void addStandIns(int given, List<Integer> meshes, List<Double> coverage) {
    JsonObject old = nodes.get(given).getAsJsonObject();
    String name = old.has("name") ? old.get("name").getAsString() : "mesh";
    int number = isMoreThanItsMesh(given) ? moveMesh(given, name) : given;
    JsonObject node = nodes.get(number).getAsJsonObject();
    List<Integer> made = new ArrayList<>();
    for (int mesh : meshes) {
      made.add(nodes.size());
      nodes.add(standIn(node, name + "_LOD" + made.size(), mesh));
    }
    standIns.put(number, made);
    JsonObject extension = new JsonObject();
    extension.add("ids", array(made));
    member(node, "extensions").add(EXTENSION, extension);
    member(node, "extras").add("MSFT_screencoverage", array(coverage));
  }

  /** Whether taking the node away would take away other things than its mesh. */
  private boolean isMoreThanItsMesh(int number) {
    JsonObject node = nodes.get(number).getAsJsonObject();
    return !array(node, "children").isEmpty()
        || node.has("camera")
        || joints.contains(number)
        || (node.get("extensions") instanceof JsonObject extensions
            && !Set.of(EXTENSION, INSTANCES).containsAll(extensions.keySet()));
  }

  /** Gives a node's mesh a child of the node, which stands where the node does. */
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
      // Levels the mesh had before would take the node away; it gets others.
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

  /** A node that stands where another does, with its skin and a coarser mesh. */
  private static JsonObject standIn(JsonObject node, String name, int mesh) {
    JsonObject made = new JsonObject();
    for (String member : List.of("translation", "rotation", "scale", "matrix", "skin", "weights")) {
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

  /** Lets clips drive stand-ins as they drive what these stand for, by the same samplers. */
  private void repeatChannels() {
    for (JsonElement animation : array(json, "animations")) {
      JsonArray channels = array(animation.getAsJsonObject(), "channels");
      int given = channels.size();
      for (int c = 0; c < given; c++) {
        JsonObject channel = channels.get(c).getAsJsonObject();
        for (int standIn : standIns.getOrDefault(drivenNode(channel), List.of())) {
          JsonObject twin = channel.deepCopy();
          twin.getAsJsonObject("target").addProperty("node", standIn);
          channels.add(twin);
        }
      }
    }
  }

  /** The node a channel drives, if any; morph weights are driven where the mesh has gone. */
  private int drivenNode(JsonObject channel) {
    JsonObject target = channel.getAsJsonObject("target");
    if (!target.has("node")) {
      return -1;
    }
    int node = target.get("node").getAsInt();
    if (!target.get("path").getAsString().equals("weights")) {
      return node;
    }
    int carrier = moved.getOrDefault(node, node);
    target.addProperty("node", carrier);
    return carrier;
  }

  private static JsonArray array(JsonObject owner, String name) {
    return owner.get(name) instanceof JsonArray array ? array : new JsonArray();
  }

  private static JsonArray array(List<? extends Number> numbers) {
    JsonArray array = new JsonArray();
    numbers.forEach(array::add);
    return array;
  }

  /** A member that is an object; something else in its place gives way. */
  private static JsonObject member(JsonObject owner, String name) {
    JsonElement there = owner.get(name);
    if (there instanceof JsonObject object) {
      return object;
    }
    JsonObject made = new JsonObject();
    owner.add(name, made);
    return made;
  }

  private static void declare(JsonObject json) {
    if (!(json.get("extensionsUsed") instanceof JsonArray)) {
      json.add("extensionsUsed", new JsonArray());
    }
    JsonArray used = json.getAsJsonArray("extensionsUsed");
    for (JsonElement name : used) {
      if (name.getAsString().equals(EXTENSION)) {
        return;
      }
    }
    used.add(EXTENSION);
  }
}
