package dev.sinew.io.gltf;

import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.ExtensionTable;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.json.NodeRemoval;
import dev.sinew.io.gltf.write.NodeTransform;
import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Track;
import dev.sinew.model.Issue;
import dev.sinew.model.Skeleton;
import dev.sinew.run.RunContext;
import dev.sinew.transform.WithoutJoints;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * Takes the nodes of joints out of a document that no skin has any more. Nodes that carry something
 * stay, such as a mesh, a camera or an extension; what hangs below a node that goes keeps its
 * motion. If an extension may refer to nodes by their index, all nodes stay.
 */
final class PrunedJoints {
  private PrunedJoints() {}

  /**
   * Prunes a document.
   *
   * @param before the file that the document was made from, with the same nodes first
   * @param remarks receives why nodes stay
   */
  static GltfDocument of(
      GltfAsset before, GltfDocument document, Consumer<Issue> remarks, RunContext context)
      throws MalformedAssetException {
    BitSet nodes = joints(before.document().json());
    nodes.andNot(joints(document.json()));
    if (nodes.isEmpty()) {
      return document;
    }
    List<String> referring = ExtensionTable.without(document.json(), ExtensionTable.Trait.NO_NODES);
    if (!referring.isEmpty()) {
      remarks.accept(
          Issue.info(
              "/nodes",
              "joints that were removed from the skins stay as nodes, because extensions may refer"
                  + " to nodes: "
                  + String.join(", ", referring)));
      return document;
    }
    GltfAsset asset = GltfReader.read(document);
    List<JsonObject> all = JsonPlace.objectsOf(document.json(), "nodes");
    BitSet gone = new BitSet();
    for (int j = 0; j < asset.nodes().size(); j++) {
      int node = asset.nodes().get(j);
      boolean carries =
          List.of("mesh", "camera", "skin", "extensions").stream().anyMatch(all.get(node)::has);
      gone.set(j, nodes.get(node) && !carries);
    }
    WithoutJoints.Result made = WithoutJoints.of(asset.character(), gone, context);
    boolean losesClip = made.clips().stream().anyMatch(clip -> clip.tracks().isEmpty());
    return made.gone().isEmpty() || losesClip ? document : pruned(asset, made, remarks, context);
  }

  private static BitSet joints(JsonObject json) {
    BitSet out = new BitSet();
    for (JsonObject skin : JsonPlace.objectsOf(json, "skins")) {
      skin.getAsJsonArray("joints").forEach(joint -> out.set(joint.getAsInt()));
    }
    return out;
  }

  private static GltfDocument pruned(
      GltfAsset asset, WithoutJoints.Result made, Consumer<Issue> remarks, RunContext context)
      throws MalformedAssetException {
    Skeleton skeleton = made.skeleton();
    BitSet animated = new BitSet();
    made.clips().forEach(clip -> clip.tracks().forEach(track -> animated.set(track.joint())));
    GltfDocument copy = asset.document().withTree(asset.document().json().deepCopy());
    List<JsonObject> nodes = JsonPlace.objectsOf(copy.json(), "nodes");
    BitSet gone = new BitSet();
    for (int j = 0; j < skeleton.jointCount(); j++) {
      int parent = skeleton.parent(j);
      if (made.gone().get(j)) {
        gone.set(asset.nodes().get(j));
      } else if (parent != Skeleton.NO_PARENT && made.gone().get(parent)) {
        NodeTransform.set(nodes.get(asset.nodes().get(j)), skeleton, j, animated.get(j));
      }
    }
    int[] moved = NodeRemoval.run(copy.json(), gone);
    GltfAsset left = GltfReader.read(KeptData.withoutUnused(copy));
    int[] joints = new int[skeleton.jointCount()];
    for (int j = 0; j < joints.length; j++) {
      joints[j] = left.nodes().indexOf(moved[asset.nodes().get(j)]);
    }
    List<Clip> clips = new ArrayList<>();
    for (Clip clip : made.clips()) {
      List<Track> tracks = new ArrayList<>();
      for (Track track : clip.tracks()) {
        tracks.add(
            new Track(
                joints[track.joint()],
                track.property(),
                track.interpolation(),
                track.times(),
                track.values()));
      }
      clips.add(new Clip(clip.name(), tracks));
    }
    return left.with(left.character().withClips(clips), remarks, context);
  }
}
