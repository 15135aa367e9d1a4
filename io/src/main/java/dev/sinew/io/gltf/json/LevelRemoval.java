package dev.sinew.io.gltf.json;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.MalformedAssetException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Removes the levels of detail of a document (MSFT_lod), except the original: its substitute nodes,
 * what is below them, and the meshes that only they show. Nodes are emptied, because extensions may
 * refer to other nodes by their index; those at the end of the list are removed. Joints of skins
 * stay, and what is above them.
 */
public final class LevelRemoval {
  private final JsonObject json;
  private final List<JsonObject> nodes;

  /** The nodes whose meshes only coarser levels show. */
  private final BitSet ofLevels = new BitSet();

  /** The nodes among {@link #ofLevels} that are removed. */
  private final BitSet gone = new BitSet();

  private LevelRemoval(JsonObject json) {
    this.json = json;
    nodes = JsonPlace.objectsOf(json, "nodes");
  }

  /**
   * Removes the levels from a tree, which is modified.
   *
   * @param shown the nodes whose meshes level 0 shows
   */
  public static void run(JsonPlace root, Collection<Integer> shown) throws MalformedAssetException {
    LevelRemoval work = new LevelRemoval(root.object());
    work.findNodes(LevelNodes.read(root, new ArrayList<>()), shown);
    work.forgetLevels();
    work.removeMeshes();
    work.emptyNodes();
    work.removeReferences();
    work.removeChannels();
    work.removeLastNodes();
  }

  private void findNodes(LevelNodes levels, Collection<Integer> shown) {
    Deque<Integer> left = new ArrayDeque<>(levels.owners().keySet());
    while (!left.isEmpty()) {
      int node = left.pop();
      if (!shown.contains(node) && !ofLevels.get(node)) {
        ofLevels.set(node);
        left.addAll(indices(nodes.get(node), "children"));
      }
    }
    gone.or(ofLevels);
    gone.andNot(kept(shown));
  }

  /** Returns the shown nodes, the joints of skins, and what is above them. */
  private BitSet kept(Collection<Integer> shown) {
    Map<Integer, Integer> parents = new HashMap<>();
    for (int n = 0; n < nodes.size(); n++) {
      for (int child : indices(nodes.get(n), "children")) {
        parents.put(child, n);
      }
    }
    Deque<Integer> left = new ArrayDeque<>(shown);
    for (JsonObject skin : JsonPlace.objectsOf(json, "skins")) {
      left.addAll(indices(skin, "joints"));
    }
    BitSet kept = new BitSet();
    while (!left.isEmpty()) {
      Integer node = left.pop();
      while (node != null && !kept.get(node)) {
        kept.set(node);
        node = parents.get(node);
      }
    }
    return kept;
  }

  /** Removes the extension from all nodes; materials may have levels, too, and keep them. */
  private void forgetLevels() {
    for (JsonObject node : nodes) {
      JsonObject extensions = JsonPlace.objectOf(node, "extensions");
      if (extensions.remove(LevelNodes.EXTENSION) != null && extensions.isEmpty()) {
        node.remove("extensions");
      }
      JsonObject extras = JsonPlace.objectOf(node, "extras");
      boolean had = extras.remove(LevelNodes.COVERAGE) != null;
      had |= extras.remove(LevelNodes.DISTANCES) != null;
      if (had && extras.isEmpty()) {
        node.remove("extras");
      }
    }
    boolean inMaterials =
        JsonPlace.objectsOf(json, "materials").stream()
            .anyMatch(m -> JsonPlace.objectOf(m, "extensions").has(LevelNodes.EXTENSION));
    if (!inMaterials) {
      ExtensionNames.remove(json, List.of(LevelNodes.EXTENSION));
    }
  }

  private void removeMeshes() {
    BitSet unused = new BitSet();
    BitSet used = new BitSet();
    for (int n = 0; n < nodes.size(); n++) {
      KeptItems.mark(ofLevels.get(n) ? unused : used, nodes.get(n).get("mesh"));
      if (ofLevels.get(n)) {
        List.of("mesh", "skin", "weights").forEach(nodes.get(n)::remove);
      }
    }
    unused.andNot(used);
    BitSet kept = new BitSet();
    kept.set(0, JsonPlace.objectsOf(json, "meshes").size());
    kept.andNot(unused);
    int[] moved = KeptItems.keep(json, "meshes", kept);
    nodes.forEach(node -> KeptItems.renumber(node, "mesh", moved));
    AvatarReferences.move(json, AvatarReferences.Item.MESH, kept, moved);
  }

  private void emptyNodes() {
    for (int n = gone.nextSetBit(0); n >= 0; n = gone.nextSetBit(n + 1)) {
      nodes.get(n).keySet().removeIf(member -> !member.equals("name"));
    }
  }

  /** Removes nodes that are gone from scenes and from the children of other nodes. */
  private void removeReferences() {
    for (JsonObject scene : JsonPlace.objectsOf(json, "scenes")) {
      removeGone(scene, "nodes");
    }
    nodes.forEach(node -> removeGone(node, "children"));
    for (var item : List.of(AvatarReferences.Item.NODE, AvatarReferences.Item.NODE_OF_MESH)) {
      AvatarReferences.move(json, item, n -> gone.get(n) ? List.of() : List.of(n));
    }
  }

  private void removeGone(JsonObject owner, String member) {
    if (owner.get(member) instanceof JsonArray items) {
      items.asList().removeIf(this::isGone);
      if (items.isEmpty()) {
        owner.remove(member);
      }
    }
  }

  /** Removes channels of nodes that are gone, and animations without any other. */
  private void removeChannels() {
    for (JsonObject animation : JsonPlace.objectsOf(json, "animations")) {
      if (animation.get("channels") instanceof JsonArray channels) {
        channels
            .asList()
            .removeIf(
                channel ->
                    channel instanceof JsonObject object
                        && isGone(JsonPlace.objectOf(object, "target").get("node")));
      }
    }
    if (json.get("animations") instanceof JsonArray animations) {
      animations
          .asList()
          .removeIf(
              one ->
                  one instanceof JsonObject animation
                      && animation.get("channels") instanceof JsonArray channels
                      && channels.isEmpty());
      if (animations.isEmpty()) {
        json.remove("animations");
      }
    }
  }

  private void removeLastNodes() {
    if (json.get("nodes") instanceof JsonArray all) {
      while (!all.isEmpty() && gone.get(all.size() - 1)) {
        all.remove(all.size() - 1);
      }
    }
  }

  private boolean isGone(JsonElement index) {
    return KeptItems.isIndex(index) && gone.get(index.getAsInt());
  }

  private static List<Integer> indices(JsonObject owner, String member) {
    List<Integer> out = new ArrayList<>();
    if (owner.get(member) instanceof JsonArray array) {
      for (JsonElement item : array) {
        if (item instanceof JsonPrimitive && KeptItems.isIndex(item)) {
          out.add(item.getAsInt());
        }
      }
    }
    return out;
  }
}
