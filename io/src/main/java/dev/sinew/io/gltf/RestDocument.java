package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Builds a copy of a document with another rest pose. */
public final class RestDocument {
  private final GltfAsset asset;
  private final SkinnedCharacter changed;
  private final GltfBuilder builder;
  private final List<JsonObject> nodes;

  private RestDocument(GltfAsset asset, SkinnedCharacter changed) throws MalformedAssetException {
    this.asset = asset;
    this.changed = changed;
    builder = new AccessorEdits(asset.document()).build(asset.document().json().deepCopy());
    nodes = JsonPlace.objectsOf(builder.json(), "nodes");
  }

  /**
   * Builds the copy.
   *
   * @param changed the character of the document with other rest transforms and morph weights of
   *     its nodes, and with more tracks in its clips
   */
  public static GltfDocument of(GltfAsset asset, SkinnedCharacter changed)
      throws MalformedAssetException {
    RestDocument work = new RestDocument(asset, changed);
    for (int j = 0; j < changed.skeleton().jointCount(); j++) {
      work.setNode(j);
    }
    for (int p = 0; p < changed.parts().size(); p++) {
      work.setWeights(p);
    }
    for (int c = 0; c < changed.clips().size(); c++) {
      work.addTracks(c);
    }
    return GltfDocument.of(asset.document().source(), asset.document().folder(), work.builder);
  }

  private JsonObject node(int joint) {
    return nodes.get(asset.nodes().get(joint));
  }

  private void setNode(int joint) {
    double[] before = transform(asset.character().skeleton(), joint);
    double[] after = transform(changed.skeleton(), joint);
    if (Arrays.equals(before, after)) {
      return;
    }
    setTransform(node(joint), after);
  }

  /** Gives a node a translation, a rotation and a scale, ten values, instead of any transform. */
  static void setTransform(JsonObject node, double[] trs) {
    node.remove("matrix");
    node.add("translation", array(trs, 0, 3));
    node.add("rotation", array(trs, 3, 7));
    node.add("scale", array(trs, 7, 10));
  }

  /** Returns translation, rotation and scale of a joint at rest, ten values. */
  static double[] transform(Skeleton skeleton, int joint) {
    double[] out = new double[10];
    skeleton.copyRestTranslation(joint, out, 0);
    skeleton.copyRestRotation(joint, out, 3);
    skeleton.copyRestScale(joint, out, 7);
    return out;
  }

  private static JsonArray array(double[] values, int from, int to) {
    JsonArray out = new JsonArray();
    for (int i = from; i < to; i++) {
      out.add(values[i]);
    }
    return out;
  }

  private void setWeights(int p) {
    Part part = changed.parts().get(p);
    if (!part.morphWeights().equals(asset.character().parts().get(p).morphWeights())) {
      JsonArray weights = new JsonArray();
      part.morphWeights().forEach(weights::add);
      node(part.node()).add("weights", weights);
    }
  }

  private void addTracks(int c) {
    record Target(int joint, Clip.Property property) {}
    Set<Target> driven = new HashSet<>();
    for (Clip.Track track : asset.character().clips().get(c).tracks()) {
      driven.add(new Target(track.joint(), track.property()));
    }
    List<Clip.Track> added =
        changed.clips().get(c).tracks().stream()
            .filter(track -> !driven.contains(new Target(track.joint(), track.property())))
            .toList();
    JsonObject animation = JsonPlace.objectsOf(builder.json(), "animations").get(c);
    for (Clip.Track track : added) {
      MotionWriter.addTrack(
          builder,
          animation.getAsJsonArray("samplers"),
          animation.getAsJsonArray("channels"),
          track,
          asset.nodes().get(track.joint()));
    }
  }
}
