package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * Several levels of detail in one file, by the extension MSFT_lod: every node with a mesh names
 * nodes that may be shown in its place, each with a coarser mesh. A viewer that does not know the
 * extension shows the character as it was. How much of the screen's height the character covers
 * when the next level takes over is in the node's extras, as MSFT_screencoverage.
 */
public final class LevelsOfDetail {
  private static final String EXTENSION = "MSFT_lod";

  private LevelsOfDetail() {}

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
    List<List<Integer>> meshes = new ArrayList<>();
    for (List<Geometry> level : levels) {
      List<Integer> numbers = new ArrayList<>();
      for (int m = 0; m < level.size(); m++) {
        boolean drawn = level.get(m).mesh().triangleCount() > 0;
        numbers.add(drawn ? edit.add(m, level.get(m)) : m);
      }
      meshes.add(numbers);
    }
    GltfDocument document = edit.build();
    JsonArray nodes = document.json().getAsJsonArray("nodes");
    for (Part part : asset.character().parts()) {
      JsonObject node = nodes.get(asset.nodes().get(part.node())).getAsJsonObject();
      JsonArray ids = new JsonArray();
      for (int level = 0; level < levels.size(); level++) {
        ids.add(nodes.size());
        nodes.add(standIn(node, level + 1, meshes.get(level).get(part.mesh())));
      }
      JsonObject extension = new JsonObject();
      extension.add("ids", ids);
      member(node, "extensions").add(EXTENSION, extension);
      JsonArray shares = new JsonArray();
      coverage.forEach(shares::add);
      member(node, "extras").add("MSFT_screencoverage", shares);
    }
    declare(document.json());
    return document;
  }

  /** A node that stands where another does, with its skin and a coarser mesh. */
  private static JsonObject standIn(JsonObject node, int level, int mesh) {
    JsonObject made = new JsonObject();
    for (String member : List.of("translation", "rotation", "scale", "matrix", "skin", "weights")) {
      if (node.has(member)) {
        made.add(member, node.get(member).deepCopy());
      }
    }
    String name = node.has("name") ? node.get("name").getAsString() : "mesh";
    made.addProperty("name", name + "_LOD" + level);
    made.addProperty("mesh", mesh);
    return made;
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
