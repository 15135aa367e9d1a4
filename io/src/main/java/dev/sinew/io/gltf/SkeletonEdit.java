package dev.sinew.io.gltf;

import static dev.sinew.model.SkinnedCharacter.NO_SKIN;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.io.gltf.write.DocumentPart;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.io.gltf.write.MotionWriter;
import dev.sinew.io.gltf.write.NodeTransform;
import dev.sinew.io.gltf.write.SameValues;
import dev.sinew.math.Affine;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The nodes and skins of a changed character: other rest transforms, joints after those of the
 * file, other joint lists and inverse bind matrices, further skins, and other meshes, skins and
 * morph weights of nodes.
 */
final class SkeletonEdit implements DocumentPart {
  private final GltfAsset file;
  private final SkinnedCharacter before;
  private final SkinnedCharacter after;
  private final SameValues same;
  private final int own;
  private final Set<Integer> animated = new HashSet<>();

  /**
   * Prepares the changes.
   *
   * @param file the file
   * @param after its changed character, whose first joints are those of the file
   */
  SkeletonEdit(GltfAsset file, SkinnedCharacter after, SameValues same) {
    this.file = file;
    this.after = after;
    this.same = same;
    before = file.character();
    own = before.skeleton().jointCount();
    for (Clip clip : after.clips()) {
      clip.tracks().forEach(track -> animated.add(track.joint()));
    }
  }

  int node(int joint) {
    return joint < own ? file.nodes().get(joint) : joint; // All nodes of a file are joints.
  }

  /** Returns true if nodes or skins change. */
  boolean isChange() {
    boolean changed = after.skeleton().jointCount() > own || !after.parts().equals(before.parts());
    for (int j = 0; j < own && !changed; j++) {
      changed = movesAtRest(j);
    }
    for (int s = 0; s < after.skins().size() && !changed; s++) {
      changed = isWritten(s);
    }
    return changed;
  }

  /** Returns true if only the rest pose changes. */
  boolean isRestPose() {
    return isChange()
        && after.skeleton().jointCount() == own
        && IntStream.range(0, after.skins().size()).noneMatch(this::isWritten)
        && uses(after).equals(uses(before));
  }

  private static List<Part> uses(SkinnedCharacter character) {
    return character.parts().stream()
        .map(part -> new Part(part.name(), part.node(), part.mesh(), part.skin()))
        .toList();
  }

  @Override
  public void drop(GltfBuilder builder) {
    for (int s = 0; s < before.skins().size(); s++) {
      if (isWritten(s)) {
        item(builder, "skins", s).remove("inverseBindMatrices");
      }
    }
  }

  @Override
  public void write(GltfBuilder builder) {
    for (int j = 0; j < own; j++) {
      JsonObject node = item(builder, "nodes", node(j));
      if (!after.skeleton().name(j).equals(before.skeleton().name(j))) {
        node.addProperty("name", after.skeleton().name(j));
      }
      if (movesAtRest(j)) {
        NodeTransform.set(node, after.skeleton(), j, animated.contains(j));
      }
    }
    for (int j = own; j < after.skeleton().jointCount(); j++) {
      addNode(builder, j);
    }
    for (int s = 0; s < after.skins().size(); s++) {
      if (isWritten(s)) {
        writeSkin(builder, s);
      }
    }
    writeParts(builder);
  }

  private static JsonObject item(GltfBuilder builder, String member, int index) {
    return builder.json().getAsJsonArray(member).get(index).getAsJsonObject();
  }

  // ---- joints ----------------------------------------------------------------------------------

  private boolean movesAtRest(int joint) {
    Skeleton old = before.skeleton();
    Skeleton now = after.skeleton();
    if (old == now || isSkinAlone(joint)) {
      return false;
    }
    double[] a = local(old, joint);
    double[] b = local(now, joint);
    return !(Arrays.equals(a, b) || (same.tolerance() > 0 && same.numbers(a, b)));
  }

  /** A node that only shows a skinned mesh has a transform without an effect. */
  private boolean isSkinAlone(int joint) {
    boolean skinned =
        after.parts().stream().anyMatch(part -> part.node() == joint && part.skin() != NO_SKIN);
    if (!skinned) {
      return false;
    }
    for (int j = joint + 1; j < after.skeleton().jointCount(); j++) {
      if (after.skeleton().parent(j) == joint) {
        return false;
      }
    }
    for (Skin skin : after.skins()) {
      for (int i = 0; i < skin.jointCount(); i++) {
        if (skin.joint(i) == joint) {
          return false;
        }
      }
    }
    return true;
  }

  private static double[] local(Skeleton skeleton, int joint) {
    double[] out = new double[Affine.SIZE];
    skeleton.copyRestLocal(joint, out, 0);
    return out;
  }

  private void addNode(GltfBuilder builder, int joint) {
    Skeleton skeleton = after.skeleton();
    JsonObject node = new JsonObject();
    node.addProperty("name", skeleton.name(joint));
    NodeTransform.add(node, skeleton, joint, animated.contains(joint));
    int index = builder.add("nodes", node);
    int parent = skeleton.parent(joint);
    if (parent != Skeleton.NO_PARENT) {
      list(item(builder, "nodes", node(parent)), "children").add(index);
    } else if (builder.json().get("scenes") instanceof JsonArray scenes && !scenes.isEmpty()) {
      // A file without scenes shows all nodes.
      JsonElement shown = builder.json().get("scene");
      list(item(builder, "scenes", shown == null ? 0 : shown.getAsInt()), "nodes").add(index);
    }
  }

  /** Returns an array of an object; adds it if it has none. */
  private static JsonArray list(JsonObject owner, String name) {
    if (!(owner.get(name) instanceof JsonArray)) {
      owner.add(name, new JsonArray());
    }
    return owner.getAsJsonArray(name);
  }

  // ---- skins -----------------------------------------------------------------------------------

  private boolean isWritten(int skin) {
    return skin >= before.skins().size()
        || !same.skins(before.skins().get(skin), after.skins().get(skin));
  }

  private void writeSkin(GltfBuilder builder, int index) {
    Skin skin = after.skins().get(index);
    if (index >= before.skins().size()) {
      JsonObject added = new JsonObject();
      added.addProperty("name", skin.name());
      builder.add("skins", added);
    }
    JsonObject object = item(builder, "skins", index);
    object.add("joints", joints(skin, this::node));
    object.addProperty("inverseBindMatrices", MotionWriter.inverseBinds(builder, skin));
  }

  /** Returns the nodes of the joints of a skin. */
  static JsonArray joints(Skin skin, IntUnaryOperator nodeOf) {
    JsonArray joints = new JsonArray();
    for (int i = 0; i < skin.jointCount(); i++) {
      joints.add(nodeOf.applyAsInt(skin.joint(i)));
    }
    return joints;
  }

  // ---- meshes of nodes -------------------------------------------------------------------------

  private void writeParts(GltfBuilder builder) {
    Map<Integer, Part> old = byNode(before);
    Map<Integer, Part> now = byNode(after);
    for (Part part : before.parts()) {
      if (!now.containsKey(part.node())) {
        List.of("mesh", "skin", "weights")
            .forEach(item(builder, "nodes", node(part.node()))::remove);
      }
    }
    for (Part part : after.parts()) {
      Part had = old.getOrDefault(part.node(), new Part("", part.node(), -1, NO_SKIN));
      JsonObject node = item(builder, "nodes", node(part.node()));
      if (part.mesh() != had.mesh()) {
        node.addProperty("mesh", part.mesh());
      }
      if (part.skin() != had.skin()) {
        node.addProperty("skin", part.skin());
        if (part.skin() == NO_SKIN) {
          node.remove("skin");
        }
      }
      if (!part.morphWeights().equals(had.morphWeights())) {
        JsonArray weights = new JsonArray();
        part.morphWeights().forEach(weights::add);
        node.add("weights", weights);
        if (weights.isEmpty()) {
          node.remove("weights");
        }
      }
    }
  }

  private static Map<Integer, Part> byNode(SkinnedCharacter character) {
    Map<Integer, Part> out = new HashMap<>();
    character.parts().forEach(part -> out.put(part.node(), part));
    return out;
  }
}
