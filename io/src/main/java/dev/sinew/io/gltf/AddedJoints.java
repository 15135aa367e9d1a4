package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import java.util.List;

/**
 * Joints that a character has beyond those of the file it came from: nodes under the file's own, at
 * the end of their skins' lists, with channels in the file's animations.
 */
final class AddedJoints {
  private final GltfAsset asset;
  private final SkinnedCharacter longer;
  private final GltfBuilder builder;
  private final int own;

  /** The file's node of the first joint added. */
  private final int firstNode;

  private AddedJoints(GltfAsset asset, SkinnedCharacter longer, GltfBuilder builder) {
    this.asset = asset;
    this.longer = longer;
    this.builder = builder;
    own = asset.character().skeleton().jointCount();
    firstNode = items("nodes").size();
  }

  /**
   * Writes them.
   *
   * @param asset the file as it was
   * @param longer its character with more joints, all behind the others
   * @param builder has everything else of the file, with references up to date
   */
  static void write(GltfAsset asset, SkinnedCharacter longer, GltfBuilder builder) {
    AddedJoints added = new AddedJoints(asset, longer, builder);
    for (int j = added.own; j < longer.skeleton().jointCount(); j++) {
      added.addNode(j);
    }
    for (int s = 0; s < longer.skins().size(); s++) {
      added.extendSkin(s);
    }
    for (int c = 0; c < longer.clips().size(); c++) {
      added.extendAnimation(c);
    }
  }

  /** Takes the binds away that skins with more joints will not use any more. */
  static void dropOldBinds(GltfAsset asset, SkinnedCharacter longer, GltfBuilder builder) {
    AddedJoints added = new AddedJoints(asset, longer, builder);
    for (int s = 0; s < longer.skins().size(); s++) {
      if (added.isLonger(s)) {
        added.items("skins").get(s).getAsJsonObject().remove("inverseBindMatrices");
      }
    }
  }

  private boolean isLonger(int s) {
    return longer.skins().get(s).jointCount() > asset.character().skins().get(s).jointCount();
  }

  private JsonArray items(String member) {
    return builder.json().get(member) instanceof JsonArray array ? array : new JsonArray();
  }

  private int node(int joint) {
    return joint < own ? asset.nodes().get(joint) : firstNode + joint - own;
  }

  private void addNode(int joint) {
    Skeleton skeleton = longer.skeleton();
    JsonObject node = new JsonObject();
    node.addProperty("name", skeleton.name(joint));
    double[] translation = new double[3];
    skeleton.copyRestTranslation(joint, translation, 0);
    node.add("translation", array(translation));
    double[] rotation = new double[4];
    skeleton.copyRestRotation(joint, rotation, 0);
    node.add("rotation", array(rotation));
    int number = builder.add("nodes", node);
    JsonObject parent = items("nodes").get(node(skeleton.parent(joint))).getAsJsonObject();
    if (!parent.has("children")) {
      parent.add("children", new JsonArray());
    }
    parent.getAsJsonArray("children").add(number);
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
    Skin skin = longer.skins().get(s);
    JsonObject object = items("skins").get(s).getAsJsonObject();
    for (int i = asset.character().skins().get(s).jointCount(); i < skin.jointCount(); i++) {
      object.getAsJsonArray("joints").add(node(skin.joint(i)));
    }
    object.addProperty("inverseBindMatrices", MotionWriter.inverseBinds(builder, skin));
  }

  private void extendAnimation(int c) {
    List<Clip.Track> tracks =
        longer.clips().get(c).tracks().stream().filter(track -> track.joint() >= own).toList();
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
