package dev.sinew.io.gltf.json;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.BitSet;
import java.util.List;

/**
 * Takes nodes out of a document: what is below one moves to the node above it. Tells also which
 * nodes extensions refer to.
 */
public final class NodeRemoval {
  /** Members of extensions that refer to nodes by their index. */
  private static final List<String> REFERENCES =
      List.of(
          "node",
          "nodes",
          "bone",
          "bones",
          "joint",
          "joints",
          "center",
          "source",
          "root",
          "rootNode",
          "targetNode",
          "firstPersonBone",
          "skeleton");

  private final JsonObject json;
  private final List<JsonObject> nodes;
  private final BitSet gone;

  private NodeRemoval(JsonObject json, BitSet gone) {
    this.json = json;
    this.gone = gone;
    nodes = JsonPlace.objectsOf(json, "nodes");
  }

  /**
   * Returns the nodes that extensions refer to, as bones of an avatar or springs, or that have
   * extensions. Roots of springs stand for all that is below them.
   */
  public static BitSet referenced(JsonObject json) {
    BitSet out = new BitSet();
    List<JsonObject> nodes = JsonPlace.objectsOf(json, "nodes");
    collect(JsonPlace.objectOf(json, "extensions"), out);
    for (int n = 0; n < nodes.size(); n++) {
      JsonObject extensions = JsonPlace.objectOf(nodes.get(n), "extensions");
      out.set(n, out.get(n) || !extensions.isEmpty());
      collect(extensions, out);
    }
    JsonObject older = JsonPlace.objectOf(JsonPlace.objectOf(json, "extensions"), "VRM");
    JsonObject springs = JsonPlace.objectOf(older, "secondaryAnimation");
    for (JsonObject group : JsonPlace.objectsOf(springs, "boneGroups")) {
      if (group.get("bones") instanceof JsonArray roots) {
        roots.forEach(root -> markTree(nodes, root, out));
      }
    }
    out.clear(nodes.size(), Math.max(nodes.size(), out.length()));
    return out;
  }

  private static void markTree(List<JsonObject> nodes, JsonElement root, BitSet out) {
    if (KeptItems.isIndex(root) && root.getAsInt() < nodes.size()) {
      BitSet left = new BitSet();
      left.set(root.getAsInt());
      BitSet seen = new BitSet();
      while (!left.isEmpty()) {
        int node = left.nextSetBit(0);
        left.clear(node);
        seen.set(node);
        if (node < nodes.size() && nodes.get(node).get("children") instanceof JsonArray children) {
          children.forEach(child -> KeptItems.mark(left, child));
        }
        left.andNot(seen);
      }
      out.or(seen);
    }
  }

  private static void collect(JsonElement tree, BitSet out) {
    if (tree instanceof JsonArray items) {
      items.forEach(item -> collect(item, out));
    } else if (tree instanceof JsonObject object) {
      for (var member : object.entrySet()) {
        if (REFERENCES.contains(member.getKey())) {
          KeptItems.mark(out, member.getValue());
          if (member.getValue() instanceof JsonArray items) {
            items.forEach(item -> KeptItems.mark(out, item));
          }
        }
        collect(member.getValue(), out);
      }
    }
  }

  /**
   * Takes nodes out of a document whose extensions refer to none ({@link
   * ExtensionTable.Trait#NO_NODES}); their channels go, too.
   *
   * @return the new index of every node
   */
  public static int[] run(JsonObject json, BitSet gone) {
    return new NodeRemoval(json, gone).run();
  }

  private int[] run() {
    for (int n = 0; n < nodes.size(); n++) {
      if (!gone.get(n)) {
        setList(nodes.get(n), "children", flattened(nodes.get(n).get("children")));
      }
    }
    for (JsonObject scene : JsonPlace.objectsOf(json, "scenes")) {
      setList(scene, "nodes", flattened(scene.get("nodes")));
    }
    BitSet kept = new BitSet();
    kept.set(0, nodes.size());
    kept.andNot(gone);
    List<JsonObject> left = kept.stream().mapToObj(nodes::get).toList();
    removeChannels();
    int[] moved = KeptItems.keep(json, "nodes", kept);
    left.forEach(node -> renumber(node.get("children"), moved));
    for (JsonObject node : left) {
      JsonObject levels =
          JsonPlace.objectOf(JsonPlace.objectOf(node, "extensions"), LevelNodes.EXTENSION);
      renumber(levels.get("ids"), moved);
    }
    JsonPlace.objectsOf(json, "scenes").forEach(scene -> renumber(scene.get("nodes"), moved));
    for (JsonObject skin : JsonPlace.objectsOf(json, "skins")) {
      renumber(skin.get("joints"), moved);
      JsonElement top = skin.get("skeleton");
      if (KeptItems.isIndex(top) && gone.get(top.getAsInt())) {
        skin.remove("skeleton");
      }
      KeptItems.renumber(skin, "skeleton", moved);
    }
    for (JsonObject animation : JsonPlace.objectsOf(json, "animations")) {
      for (JsonObject channel : JsonPlace.objectsOf(animation, "channels")) {
        KeptItems.renumber(JsonPlace.objectOf(channel, "target"), "node", moved);
      }
    }
    return moved;
  }

  /** Returns a list of nodes with what is below a gone one in its place. */
  private JsonArray flattened(JsonElement list) {
    JsonArray out = new JsonArray();
    if (list instanceof JsonArray items) {
      for (JsonElement item : items) {
        if (KeptItems.isIndex(item) && gone.get(item.getAsInt())) {
          out.addAll(flattened(nodes.get(item.getAsInt()).get("children")));
        } else {
          out.add(item);
        }
      }
    }
    return out;
  }

  private static void setList(JsonObject owner, String member, JsonArray list) {
    owner.remove(member);
    if (!list.isEmpty()) {
      owner.add(member, list);
    }
  }

  private static void renumber(JsonElement list, int[] moved) {
    if (list instanceof JsonArray items) {
      for (int i = 0; i < items.size(); i++) {
        if (KeptItems.isIndex(items.get(i)) && items.get(i).getAsInt() < moved.length) {
          items.set(i, new JsonPrimitive(moved[items.get(i).getAsInt()]));
        }
      }
    }
  }

  /** Removes the channels of nodes that are gone, their samplers, and empty animations. */
  private void removeChannels() {
    for (JsonObject animation : JsonPlace.objectsOf(json, "animations")) {
      List<JsonObject> channels = JsonPlace.objectsOf(animation, "channels");
      JsonArray left = new JsonArray();
      BitSet used = new BitSet();
      for (JsonObject channel : channels) {
        JsonElement node = JsonPlace.objectOf(channel, "target").get("node");
        if (!(KeptItems.isIndex(node) && gone.get(node.getAsInt()))) {
          left.add(channel);
          KeptItems.mark(used, channel.get("sampler"));
        }
      }
      if (left.size() < channels.size()) {
        int[] moved = KeptItems.keep(animation, "samplers", used);
        channels.forEach(channel -> KeptItems.renumber(channel, "sampler", moved));
        animation.add("channels", left);
      }
    }
    if (json.get("animations") instanceof JsonArray all) {
      all.asList()
          .removeIf(
              one ->
                  one instanceof JsonObject object
                      && object.get("channels") instanceof JsonArray channels
                      && channels.isEmpty());
      if (all.isEmpty()) {
        json.remove("animations");
      }
    }
  }
}
