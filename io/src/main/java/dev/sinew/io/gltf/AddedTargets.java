package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.model.Clip;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Adds morph targets to the meshes of a document, after those it has: in every primitive, in the
 * default weights of meshes and nodes, and in the weight tracks of the animations, which need a
 * value per target. Offsets that are zero at most vertices are stored sparsely.
 */
final class AddedTargets {
  private final GltfAsset asset;
  private final SkinnedCharacter extended;
  private final GltfBuilder builder;

  private AddedTargets(GltfAsset asset, SkinnedCharacter extended, GltfBuilder builder) {
    this.asset = asset;
    this.extended = extended;
    this.builder = builder;
  }

  /**
   * Writes the added targets, weights and tracks.
   *
   * @param asset the original file
   * @param extended its character with more morph targets and their tracks in its clips
   * @param builder everything else of the file, with updated references
   */
  static void write(GltfAsset asset, SkinnedCharacter extended, GltfBuilder builder) {
    AddedTargets added = new AddedTargets(asset, extended, builder);
    for (int m = 0; m < extended.meshes().size(); m++) {
      if (added.addedCount(m) > 0) {
        added.extendMesh(m);
      }
    }
    for (int c = 0; c < extended.clips().size(); c++) {
      added.writeTracks(c);
    }
  }

  /** Drops the keys of weight tracks that are written again. */
  static void dropOldTracks(GltfAsset asset, SkinnedCharacter extended, GltfBuilder builder) {
    AddedTargets added = new AddedTargets(asset, extended, builder);
    for (JsonElement animation : added.items(builder.json(), "animations")) {
      added.dropOldTracks(animation.getAsJsonObject());
    }
  }

  private void dropOldTracks(JsonObject animation) {
    JsonArray channels = items(animation, "channels");
    Set<Integer> kept = new HashSet<>();
    Set<Integer> replaced = new HashSet<>();
    for (JsonElement channel : channels) {
      (isReplaced(channel) ? replaced : kept)
          .add(channel.getAsJsonObject().get("sampler").getAsInt());
    }
    replaced.removeAll(kept);
    for (int sampler : replaced) {
      JsonObject old = items(animation, "samplers").get(sampler).getAsJsonObject();
      old.remove("input");
      old.remove("output");
    }
  }

  private int addedCount(int mesh) {
    return count(extended.meshes().get(mesh)) - count(asset.character().meshes().get(mesh));
  }

  private static int count(Geometry geometry) {
    MorphTargets morphs = geometry.morphs();
    return morphs == null ? 0 : morphs.count();
  }

  private JsonArray items(JsonObject owner, String member) {
    return owner.get(member) instanceof JsonArray array ? array : new JsonArray();
  }

  private JsonObject item(String member, int index) {
    return builder.json().getAsJsonArray(member).get(index).getAsJsonObject();
  }

  // Meshes

  private void extendMesh(int m) {
    JsonObject mesh = item("meshes", m);
    MorphTargets morphs = extended.meshes().get(m).morphs();
    if (morphs == null) {
      return;
    }
    JsonArray primitives = items(mesh, "primitives");
    for (int p = 0; p < primitives.size(); p++) {
      extendPrimitive(primitives.get(p).getAsJsonObject(), m, p, morphs);
    }
    int own = morphs.count() - addedCount(m);
    mesh.add("weights", padded(mesh, own, morphs.restWeights()));
    for (JsonElement element : items(builder.json(), "nodes")) {
      JsonObject node = element.getAsJsonObject();
      if (node.get("mesh") instanceof JsonPrimitive shown
          && shown.getAsInt() == m
          && node.has("weights")) {
        node.add("weights", padded(node, own, new double[morphs.count()]));
      }
    }
    extendNames(mesh, own, morphs.count());
  }

  /** Returns the weights of a mesh or node as they are written, and defaults for added ones. */
  private JsonArray padded(JsonObject owner, int own, double[] defaults) {
    JsonArray weights = items(owner, "weights").deepCopy();
    for (int t = weights.size(); t < defaults.length; t++) {
      weights.add(t < own ? 0 : defaults[t]);
    }
    return weights;
  }

  /** Continues the names that many programs show; without old names only if all are new. */
  private void extendNames(JsonObject mesh, int own, int count) {
    JsonObject extras = mesh.get("extras") instanceof JsonObject known ? known : new JsonObject();
    JsonArray names = items(extras, "targetNames");
    if (names.size() != own || (mesh.has("extras") && !mesh.get("extras").isJsonObject())) {
      return;
    }
    for (int t = own; t < count; t++) {
      names.add("corrective " + (t - own));
    }
    extras.add("targetNames", names);
    mesh.add("extras", extras);
  }

  private void extendPrimitive(JsonObject primitive, int m, int p, MorphTargets morphs) {
    JsonArray targets = items(primitive, "targets");
    GltfAsset.PrimitiveBinding binding =
        asset.meshes().get(m).primitives().stream()
            .filter(b -> b.primitive() == p)
            .findFirst()
            .orElse(null);
    JsonObject attributes = primitive.getAsJsonObject("attributes");
    boolean normals =
        attributes.has("NORMAL")
            && (targets.isEmpty()
                || targets.asList().stream().anyMatch(t -> t.getAsJsonObject().has("NORMAL")));
    for (int t = morphs.count() - addedCount(m); t < morphs.count(); t++) {
      JsonObject target = new JsonObject();
      if (binding == null) {
        target.addProperty("POSITION", zeros(attributes.get("POSITION").getAsInt()));
      } else {
        target.addProperty("POSITION", offsets(binding, morphs.positionOffsets(t)));
        float[] turned = morphs.normalOffsets(t);
        if (normals) {
          // Viewers expect normals in all targets or in none.
          target.addProperty(
              "NORMAL",
              turned == null
                  ? zeros(attributes.get("NORMAL").getAsInt())
                  : offsets(binding, turned));
        }
      }
      targets.add(target);
    }
    primitive.add("targets", targets);
  }

  private int zeros(int like) {
    return builder.sparseFloats(new float[3 * item("accessors", like).get("count").getAsInt()]);
  }

  private int offsets(GltfAsset.PrimitiveBinding binding, float[] all) {
    int first = 3 * binding.firstWedge();
    float[] own = Arrays.copyOfRange(all, first, first + 3 * binding.wedgeCount());
    return builder.smallerOffsets(own);
  }

  // Animations

  private boolean isReplaced(JsonElement channel) {
    return weightedJoint(channel) != null;
  }

  /** Returns the joint that a weights channel moves, if it carries a mesh with added targets. */
  private @Nullable Integer weightedJoint(JsonElement channel) {
    if (channel.getAsJsonObject().get("target") instanceof JsonObject target
        && target.get("node") instanceof JsonPrimitive node
        && target.get("path") instanceof JsonPrimitive path
        && path.getAsString().equals("weights")) {
      int joint = asset.nodes().indexOf(node.getAsInt());
      return joint >= 0 && isExtended(node.getAsInt()) ? joint : null;
    }
    return null;
  }

  private boolean isExtended(int node) {
    return item("nodes", node).get("mesh") instanceof JsonPrimitive mesh
        && addedCount(mesh.getAsInt()) > 0;
  }

  private void writeTracks(int c) {
    List<Clip.Track> tracks =
        extended.clips().get(c).tracks().stream()
            .filter(track -> track.property() == Clip.Property.WEIGHTS)
            .filter(track -> isExtended(asset.nodes().get(track.joint())))
            .toList();
    if (tracks.isEmpty()) {
      return;
    }
    JsonObject animation = item("animations", c);
    JsonArray channels = animation.getAsJsonArray("channels");
    JsonArray samplers = animation.getAsJsonArray("samplers");
    for (Clip.Track track : tracks) {
      MotionWriter.addTrack(builder, samplers, channels, track, asset.nodes().get(track.joint()));
      replaceOld(channels);
    }
    dropEmptySamplers(channels, samplers);
  }

  /** If a channel drives the same weights as the last one, gives it that one's sampler instead. */
  private void replaceOld(JsonArray channels) {
    JsonElement written = channels.get(channels.size() - 1);
    for (int i = 0; i + 1 < channels.size(); i++) {
      if (Objects.equals(weightedJoint(channels.get(i)), weightedJoint(written))) {
        JsonElement sampler = written.getAsJsonObject().get("sampler");
        channels.get(i).getAsJsonObject().add("sampler", sampler);
        channels.remove(channels.size() - 1);
        return;
      }
    }
  }

  /** Removes the samplers whose keys were dropped; the others move up. */
  private static void dropEmptySamplers(JsonArray channels, JsonArray samplers) {
    int[] moved = new int[samplers.size()];
    JsonArray kept = new JsonArray();
    for (int s = 0; s < moved.length; s++) {
      moved[s] = kept.size();
      if (samplers.get(s).getAsJsonObject().has("input")) {
        kept.add(samplers.get(s));
      }
    }
    while (!samplers.isEmpty()) {
      samplers.remove(samplers.size() - 1);
    }
    samplers.addAll(kept);
    for (JsonElement channel : channels) {
      JsonObject object = channel.getAsJsonObject();
      object.addProperty("sampler", moved[object.get("sampler").getAsInt()]);
    }
  }
}
