package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import java.util.List;

/**
 * Adds joints to the document of a character: nodes below those of the file, at the end of the
 * joint lists of the skins, with channels in the animations of the file.
 */
final class AddedJoints {
  private final GltfAsset asset;
  private final SkinnedCharacter extended;
  private final GltfBuilder builder;
  private final int own;

  /** The node of the first added joint. */
  private final int firstNode;

  private AddedJoints(GltfAsset asset, SkinnedCharacter extended, GltfBuilder builder) {
    this.asset = asset;
    this.extended = extended;
    this.builder = builder;
    own = asset.character().skeleton().jointCount();
    firstNode = items("nodes").size();
  }

  /**
   * Writes the added joints.
   *
   * @param asset the original file
   * @param extended its character with more joints, after the others
   * @param builder everything else of the file, with updated references
   */
  static void write(GltfAsset asset, SkinnedCharacter extended, GltfBuilder builder) {
    AddedJoints added = new AddedJoints(asset, extended, builder);
    for (int j = added.own; j < extended.skeleton().jointCount(); j++) {
      added.addNode(j);
    }
    for (int s = 0; s < extended.skins().size(); s++) {
      added.extendSkin(s);
    }
    for (int c = 0; c < extended.clips().size(); c++) {
      added.extendAnimation(c);
    }
  }

  /** Drops the inverse bind matrices of skins with added joints, which are written again. */
  static void dropOldBinds(GltfAsset asset, SkinnedCharacter extended, GltfBuilder builder) {
    AddedJoints added = new AddedJoints(asset, extended, builder);
    for (int s = 0; s < extended.skins().size(); s++) {
      if (added.isLonger(s)) {
        added.items("skins").get(s).getAsJsonObject().remove("inverseBindMatrices");
      }
    }
  }

  private boolean isLonger(int s) {
    return extended.skins().get(s).jointCount() > asset.character().skins().get(s).jointCount();
  }

  private JsonArray items(String member) {
    return builder.json().get(member) instanceof JsonArray array ? array : new JsonArray();
  }

  private int node(int joint) {
    return joint < own ? asset.nodes().get(joint) : firstNode + joint - own;
  }

  private void addNode(int joint) {
    Skeleton skeleton = extended.skeleton();
    JsonObject node = new JsonObject();
    node.addProperty("name", skeleton.name(joint));
    double[] translation = new double[3];
    skeleton.copyRestTranslation(joint, translation, 0);
    node.add("translation", array(translation));
    double[] rotation = new double[4];
    skeleton.copyRestRotation(joint, rotation, 0);
    node.add("rotation", array(rotation));
    int index = builder.add("nodes", node);
    JsonObject parent = items("nodes").get(node(skeleton.parent(joint))).getAsJsonObject();
    if (!parent.has("children")) {
      parent.add("children", new JsonArray());
    }
    parent.getAsJsonArray("children").add(index);
  }

  private static JsonArray array(double[] values) {
    JsonArray out = new JsonArray();
    for (double value : values) {
      out.add(value);
    }
    return out;
  }

  private void extendSkin(int s) {
    if (!isLonger(s)) {
      return;
    }
    Skin skin = extended.skins().get(s);
    JsonObject object = items("skins").get(s).getAsJsonObject();
    for (int i = asset.character().skins().get(s).jointCount(); i < skin.jointCount(); i++) {
      object.getAsJsonArray("joints").add(node(skin.joint(i)));
    }
    object.addProperty("inverseBindMatrices", MotionWriter.inverseBinds(builder, skin));
  }

  private void extendAnimation(int c) {
    List<Clip.Track> tracks =
        extended.clips().get(c).tracks().stream().filter(track -> track.joint() >= own).toList();
    if (tracks.isEmpty()) {
      return;
    }
    JsonObject animation = items("animations").get(c).getAsJsonObject();
    for (Clip.Track track : tracks) {
      MotionWriter.addTrack(
          builder,
          animation.getAsJsonArray("samplers"),
          animation.getAsJsonArray("channels"),
          track,
          node(track.joint()));
    }
  }
}
