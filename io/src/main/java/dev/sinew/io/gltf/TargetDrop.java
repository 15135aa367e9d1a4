package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.AnimatedProperty;
import dev.sinew.io.gltf.json.AvatarReferences;
import dev.sinew.io.gltf.json.AvatarReferences.Target;
import dev.sinew.io.gltf.json.ExtensionTable;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TargetRemoval;
import dev.sinew.run.RequestException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Takes morph targets out of a file: the offsets of all primitives of a mesh, its names of targets,
 * weights of meshes and nodes, and what drives them: keys of animations, also by {@code
 * KHR_animation_pointer}, and expressions of avatars. All else is kept.
 */
final class TargetDrop {
  private static final String NAMES = "targetNames";

  private final GltfAsset asset;
  private final List<BitSet> gone;
  private final GltfBuilder builder = new GltfBuilder();
  private final JsonObject json = builder.json();
  private final KeptData data;
  private final Accessors accessors;

  /** Values of samplers without those of targets that are gone. */
  private final IdentityHashMap<JsonObject, float[]> outputs = new IdentityHashMap<>();

  private final BitSet emptied = new BitSet();

  private TargetDrop(GltfAsset asset, List<BitSet> gone) throws MalformedAssetException {
    this.asset = asset;
    this.gone = gone;
    data = new KeptData(asset.document(), builder);
    accessors = new Accessors(asset.document());
  }

  /** Returns the extensions of a file that may refer to morph targets in a way we do not follow. */
  static List<String> obstacles(GltfAsset asset) {
    return ExtensionTable.without(asset.document().json(), ExtensionTable.Trait.NO_TARGETS);
  }

  /**
   * Returns a file without some targets.
   *
   * @param gone per mesh the targets that go
   * @throws RequestException if an extension of the file may refer to targets
   */
  static GltfAsset from(GltfAsset asset, List<BitSet> gone) throws MalformedAssetException {
    List<String> obstacles = obstacles(asset);
    if (!obstacles.isEmpty()) {
      throw new RequestException(
          "the file has extensions that may refer to its morph targets, which would get other"
              + " numbers: "
              + String.join(", ", obstacles));
    }
    return new TargetDrop(asset, gone).build();
  }

  private GltfAsset build() throws MalformedAssetException {
    data.copyMembers(Set.of());
    data.keepForUnknownExtensions();
    List<JsonObject> meshes = JsonPlace.objectsOf(json, "meshes");
    for (int m = 0; m < meshes.size(); m++) {
      dropOfMesh(meshes.get(m), gone.get(m), count(m));
    }
    for (JsonObject node : JsonPlace.objectsOf(json, "nodes")) {
      if (node.get("mesh") instanceof JsonPrimitive mesh) {
        drop(node, AnimatedProperty.WEIGHTS, gone.get(mesh.getAsInt()));
      }
    }
    AvatarReferences.moveTargets(json, this::moved, m -> List.of());
    List<JsonObject> animations = JsonPlace.objectsOf(json, "animations");
    for (int a = 0; a < animations.size(); a++) {
      dropOfAnimation(animations.get(a));
      emptied.set(a, animations.get(a).getAsJsonArray("channels").isEmpty());
    }
    removeEmptied();
    for (JsonObject mesh : meshes) {
      for (JsonObject primitive : JsonPlace.objectsOf(mesh, "primitives")) {
        data.movePrimitive(primitive);
      }
    }
    data.moveOthers(Set.of());
    outputs.forEach(
        (sampler, values) ->
            sampler.addProperty("output", builder.plainFloats(values, "SCALAR", 1)));
    MeshoptViews.removeNames(json);
    return new GltfAsset(
        GltfDocument.of(asset.document().source(), asset.document().folder(), builder),
        character(),
        asset.nodes(),
        asset.meshes(),
        asset.issues(),
        asset.lent());
  }

  private int count(int mesh) {
    return asset.character().meshes().get(mesh).morphs().count();
  }

  /** Returns what becomes of a target of an expression: none if it is gone. */
  private List<Target> moved(Target old) {
    return old.mesh() >= gone.size() || gone.get(old.mesh()).get(old.target())
        ? List.of()
        : List.of(new Target(old.mesh(), number(old.mesh(), old.target())));
  }

  /** Returns the new number of a target that stays. */
  private int number(int mesh, int target) {
    return target - gone.get(mesh).get(0, target).cardinality();
  }

  /** Returns the character of the new file. */
  private SkinnedCharacter character() {
    SkinnedCharacter left = TargetRemoval.from(asset.character(), gone);
    List<Clip> clips = new ArrayList<>();
    for (int c = 0; c < left.clips().size(); c++) {
      if (!emptied.get(c)) {
        clips.add(left.clips().get(c));
      }
    }
    return TargetRemoval.renumbered(left.withClips(clips));
  }

  // ---- meshes ----------------------------------------------------------------------------------

  private static void dropOfMesh(JsonObject mesh, BitSet gone, int count) {
    List<JsonObject> owners = JsonPlace.objectsOf(mesh, "primitives");
    for (JsonObject primitive : owners) {
      drop(primitive, "targets", gone);
    }
    drop(mesh, AnimatedProperty.WEIGHTS, gone);
    owners.add(mesh);
    for (JsonObject owner : owners) {
      JsonObject extras = JsonPlace.objectOf(owner, "extras");
      if (extras.get(NAMES) instanceof JsonArray names && names.size() == count) {
        drop(extras, NAMES, gone);
        if (extras.isEmpty()) {
          owner.remove("extras");
        }
      }
    }
  }

  /** Drops some items of an array, and an array without items. */
  private static void drop(JsonObject owner, String member, BitSet gone) {
    if (gone.isEmpty() || !(owner.get(member) instanceof JsonArray items)) {
      return;
    }
    JsonArray left = new JsonArray();
    for (int i = 0; i < items.size(); i++) {
      if (!gone.get(i)) {
        left.add(items.get(i));
      }
    }
    owner.add(member, left);
    if (left.isEmpty()) {
      owner.remove(member);
    }
  }

  // ---- animations ------------------------------------------------------------------------------

  private void dropOfAnimation(JsonObject animation) throws MalformedAssetException {
    JsonArray samplers = animation.getAsJsonArray("samplers");
    JsonArray old = samplers.deepCopy();
    JsonArray left = new JsonArray();
    Set<Integer> unused = new HashSet<>();
    Map<Integer, Map<BitSet, Integer>> copies = new HashMap<>();
    for (JsonObject channel : JsonPlace.objectsOf(animation, "channels")) {
      int sampler = channel.get("sampler").getAsInt();
      BitSet columns = columns(channel);
      if (columns == null) {
        unused.add(sampler);
        continue;
      }
      // Channels of several meshes may share a sampler.
      Map<BitSet, Integer> own = copies.computeIfAbsent(sampler, s -> new HashMap<>());
      Integer known = own.get(columns);
      if (known == null) {
        known = own.isEmpty() ? sampler : samplers.size();
        if (known == samplers.size()) {
          samplers.add(old.get(sampler).deepCopy());
        }
        own.put(columns, known);
        dropColumns(samplers.get(known).getAsJsonObject(), columns);
      }
      channel.addProperty("sampler", known);
      left.add(channel);
    }
    animation.add("channels", left);
    unused.removeAll(copies.keySet());
    for (int sampler : unused) {
      JsonObject dropped = samplers.get(sampler).getAsJsonObject();
      List.of("input", "output").forEach(dropped::remove);
    }
    ClipEdit.dropEmptySamplers(left, samplers);
  }

  /** Returns the weights that go from the keys of a channel; null if the channel goes. */
  private @Nullable BitSet columns(JsonObject channel) {
    AnimatedProperty driven = AnimatedProperty.of(channel).orElse(null);
    int mesh = driven == null ? -1 : driven.weighedMesh(json).orElse(-1);
    if (driven == null || mesh < 0 || mesh >= gone.size() || gone.get(mesh).isEmpty()) {
      return new BitSet();
    }
    Optional<Integer> single = driven.singleTarget();
    if (single.isEmpty()) {
      return gone.get(mesh).cardinality() == count(mesh) ? null : gone.get(mesh);
    }
    if (gone.get(mesh).get(single.get())) {
      return null;
    }
    driven.ofTarget(number(mesh, single.get())).writeTo(channel);
    return new BitSet();
  }

  private void dropColumns(JsonObject sampler, BitSet columns) throws MalformedAssetException {
    if (columns.isEmpty()) {
      return;
    }
    float[] all = accessors.finiteFloats(reference(sampler.remove("output")), 1);
    int keys = accessors.layout(reference(sampler.get("input"))).count();
    boolean cubic =
        sampler.get("interpolation") instanceof JsonPrimitive text
            && text.getAsString().equals("CUBICSPLINE");
    int width = all.length / (cubic ? 3 * keys : keys);
    float[] out = new float[all.length];
    int count = 0;
    for (int i = 0; i < all.length; i++) {
      if (!columns.get(i % width)) {
        out[count++] = all[i];
      }
    }
    outputs.put(sampler, Arrays.copyOf(out, count));
  }

  private JsonPlace reference(JsonElement accessor) {
    return new JsonPlace(asset.document().source(), "/animations", accessor);
  }

  /** Removes the animations that drove nothing else. */
  private void removeEmptied() {
    JsonArray left = new JsonArray();
    JsonArray all = json.get("animations") instanceof JsonArray some ? some : left;
    for (int a = 0; a < all.size(); a++) {
      if (!emptied.get(a)) {
        left.add(all.get(a));
      }
    }
    if (!emptied.isEmpty()) {
      json.add("animations", left);
    }
    if (left.isEmpty()) {
      json.remove("animations");
    }
  }
}
