package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.math.Affine;
import dev.sinew.math.Similarity;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.transform.TurnedSkins;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/**
 * The nodes of a document while it moves. All translations are scaled; the roots of all scenes are
 * also turned and translated. A substitute of MSFT_lod stands in the place of the node that names
 * it, so it is a root if that node is one. A root that only shows a skinned mesh does not move:
 * viewers ignore its transform.
 */
final class MovedNodes {
  private static final String LOD = "MSFT_lod";

  private final GltfAsset asset;
  private final List<JsonObject> nodes;
  private final boolean[] hasParent;
  private final int[] replaced;
  private final BitSet joints = new BitSet();

  /**
   * Finds the roots.
   *
   * @param json a copy of the tree of the document, which {@link #move} modifies
   */
  MovedNodes(GltfAsset asset, JsonObject json) throws MalformedAssetException {
    this.asset = asset;
    nodes = JsonPlace.objectsOf(json, "nodes");
    Skeleton skeleton = asset.character().skeleton();
    hasParent = new boolean[nodes.size()];
    for (int j = 0; j < hasParent.length; j++) {
      hasParent[asset.nodes().get(j)] = skeleton.parent(j) != Skeleton.NO_PARENT;
    }
    replaced = new int[nodes.size()];
    Arrays.fill(replaced, -1);
    for (int n = 0; n < replaced.length; n++) {
      JsonObject levels = JsonPlace.objectOf(JsonPlace.objectOf(nodes.get(n), "extensions"), LOD);
      if (levels.get("ids") instanceof JsonArray ids) {
        JsonPlace place = new JsonPlace(asset.document().source(), "/nodes/" + n, ids);
        for (JsonPlace id : place.items()) {
          replaced[id.index(replaced.length, "nodes")] = n;
        }
      }
    }
    asset.character().skins().stream()
        .forEach(
            skin -> {
              for (int i = 0; i < skin.jointCount(); i++) {
                joints.set(asset.nodes().get(skin.joint(i)));
              }
            });
  }

  /** Returns the skins and meshes of all nodes, also of those in no scene, that can turn. */
  TurnedSkins turnedSkins() {
    List<TurnedSkins.Use> uses = new ArrayList<>();
    for (JsonObject node : nodes) {
      if (node.has("mesh")) {
        uses.add(
            new TurnedSkins.Use(
                node.get("mesh").getAsInt(),
                isSkinned(node) ? node.get("skin").getAsInt() : SkinnedCharacter.NO_SKIN));
      }
    }
    return TurnedSkins.of(asset.character(), uses);
  }

  /** A mesh without joints and weights ignores the skin of its node. */
  private boolean isSkinned(JsonObject node) {
    if (!node.has("skin") || !node.has("mesh")) {
      return false;
    }
    Geometry mesh = asset.character().meshes().get(node.get("mesh").getAsInt());
    return !mesh.skinning().isRigid();
  }

  /** Returns true if a node takes part in the whole motion, not only in the scale. */
  boolean isMovedRoot(int node) {
    int at = node;
    for (int steps = 0; !hasParent[at] && replaced[at] >= 0 && steps < nodes.size(); steps++) {
      at = replaced[at];
    }
    return !hasParent[at] && !isSkinAlone(node);
  }

  private boolean isSkinAlone(int number) {
    JsonObject node = nodes.get(number);
    return isSkinned(node)
        && !node.has("children")
        && !node.has("camera")
        && !joints.get(number)
        && Set.of(LOD).containsAll(JsonPlace.objectOf(node, "extensions").keySet());
  }

  /**
   * Moves all nodes.
   *
   * @param motion the motion of the roots
   * @param scaling its scale, for all other nodes
   */
  void move(Similarity motion, Similarity scaling) {
    for (int n = 0; n < nodes.size(); n++) {
      Similarity own = isMovedRoot(n) ? motion : scaling;
      if (own.isIdentity()) {
        continue;
      }
      if (nodes.get(n).get("matrix") instanceof JsonArray matrix) {
        nodes.get(n).add("matrix", moved(matrix, own));
      } else {
        move(nodes.get(n), own);
      }
    }
  }

  private static void move(JsonObject node, Similarity motion) {
    double[] translation = numbers(node, "translation", 0, 0, 0);
    motion.movePoint(translation, 0);
    put(node, "translation", translation, 0, 0, 0);
    if (!motion.isScaling()) {
      double[] rotation = numbers(node, "rotation", 0, 0, 0, 1);
      motion.turnRotation(rotation, 0);
      put(node, "rotation", rotation, 0, 0, 0, 1);
    }
  }

  private static double[] numbers(JsonObject node, String member, double... otherwise) {
    return node.get(member) instanceof JsonArray array
        ? array.asList().stream().mapToDouble(JsonElement::getAsDouble).toArray()
        : otherwise;
  }

  private static void put(JsonObject node, String member, double[] values, double... without) {
    if (node.has(member) || !Arrays.equals(values, without)) {
      node.add(member, array(values));
    }
  }

  private static JsonArray array(double[] values) {
    JsonArray out = new JsonArray();
    for (double value : values) {
      out.add(value + 0.0); // Not a negative zero.
    }
    return out;
  }

  private static JsonArray moved(JsonArray matrix, Similarity motion) {
    double[] columns = matrix.asList().stream().mapToDouble(JsonElement::getAsDouble).toArray();
    double[] local = new double[Affine.SIZE];
    for (int i = 0; i < Affine.SIZE; i++) {
      local[i] = columns[4 * (i % 4) + i / 4] * (i % 4 == 3 ? motion.scale() : 1);
    }
    Affine.multiply(motion.rigid(), 0, local, 0, local, 0);
    for (int i = 0; i < Affine.SIZE; i++) {
      columns[4 * (i % 4) + i / 4] = local[i];
    }
    return array(columns);
  }
}
