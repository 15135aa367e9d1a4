package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.math.Affine;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;

/**
 * Gives a skeleton to a document that has none: nodes for its joints, a skin for every node with a
 * mesh, animations for its clips.
 */
final class AddedRig {
  private final GltfAsset asset;
  private final SkinnedCharacter rig;
  private final GltfBuilder builder;

  /** The node of the first joint. */
  private final int firstNode;

  private AddedRig(GltfAsset asset, SkinnedCharacter rig, GltfBuilder builder) {
    this.asset = asset;
    this.rig = rig;
    this.builder = builder;
    firstNode = items("nodes").size();
  }

  /**
   * Writes the skeleton.
   *
   * @param asset the original file
   * @param rig a character in the space of the file's scene whose last node carries the mesh
   * @param builder everything else of the file, with updated references
   */
  static void write(GltfAsset asset, SkinnedCharacter rig, GltfBuilder builder) {
    AddedRig added = new AddedRig(asset, rig, builder);
    added.addJoints();
    added.addSkins();
    added.addAnimations();
  }

  private JsonArray items(String member) {
    return builder.json().get(member) instanceof JsonArray array ? array : new JsonArray();
  }

  private void addJoints() {
    Skeleton skeleton = rig.skeleton();
    for (int j = 0; j + 1 < skeleton.jointCount(); j++) {
      JsonObject node = new JsonObject();
      node.addProperty("name", skeleton.name(j));
      double[] at = new double[3];
      skeleton.copyRestTranslation(j, at, 0);
      JsonArray translation = new JsonArray();
      for (double x : at) {
        translation.add(x);
      }
      node.add("translation", translation);
      int index = builder.add("nodes", node);
      if (skeleton.parent(j) == Skeleton.NO_PARENT) {
        scene().add(index);
      } else {
        JsonObject parent = items("nodes").get(firstNode + skeleton.parent(j)).getAsJsonObject();
        list(parent, "children").add(index);
      }
    }
  }

  /** Returns the nodes of the scene that is shown. */
  private JsonArray scene() {
    JsonElement shown = builder.json().get("scene");
    if (items("scenes").isEmpty()) {
      builder.add("scenes", new JsonObject());
    }
    int index = shown instanceof JsonPrimitive number && number.isNumber() ? number.getAsInt() : 0;
    return list(items("scenes").get(index).getAsJsonObject(), "nodes");
  }

  /** Returns an array of an object; adds it if it has none. */
  private static JsonArray list(JsonObject owner, String name) {
    if (!(owner.get(name) instanceof JsonArray)) {
      owner.add(name, new JsonArray());
    }
    return owner.getAsJsonArray(name);
  }

  /**
   * Adds a skin per part. A skinned mesh ignores its node's transform, so the inverse bind matrices
   * contain it.
   */
  private void addSkins() {
    Pose rest = asset.character().restPose();
    Skin skin = rig.skins().getFirst();
    for (Part part : asset.character().parts()) {
      double[] inverse = new double[Affine.SIZE * skin.jointCount()];
      double[] global = new double[Affine.SIZE];
      int[] joints = new int[skin.jointCount()];
      rest.copyGlobal(part.node(), global, 0);
      JsonArray nodes = new JsonArray();
      for (int i = 0; i < joints.length; i++) {
        joints[i] = skin.joint(i);
        skin.copyInverseBind(i, inverse, Affine.SIZE * i);
        Affine.multiply(inverse, Affine.SIZE * i, global, 0, inverse, Affine.SIZE * i);
        nodes.add(firstNode + skin.joint(i));
      }
      JsonObject object = new JsonObject();
      object.addProperty("name", skin.name());
      object.add("joints", nodes);
      object.addProperty(
          "inverseBindMatrices",
          MotionWriter.inverseBinds(builder, new Skin(skin.name(), joints, inverse)));
      items("nodes")
          .get(asset.nodes().get(part.node()))
          .getAsJsonObject()
          .addProperty("skin", builder.add("skins", object));
    }
  }

  private void addAnimations() {
    for (Clip clip : rig.clips()) {
      MotionWriter.addAnimation(builder, clip, joint -> firstNode + joint);
    }
  }
}
