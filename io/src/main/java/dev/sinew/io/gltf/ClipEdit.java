package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.write.DocumentPart;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.io.gltf.write.MotionWriter;
import dev.sinew.io.gltf.write.NodeTransform;
import dev.sinew.io.gltf.write.SameValues;
import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Track;
import dev.sinew.model.SkinnedCharacter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The animations of a changed character. Clips that the character no longer has are dropped. In the
 * others a channel whose keys changed gets a new sampler, and one without a track is dropped;
 * channels that are not tracks, such as those of an unknown property, are kept.
 */
final class ClipEdit implements DocumentPart {
  private static final int NONE = -1;

  private final GltfAsset file;
  private final SkinnedCharacter after;
  private final SameValues same;
  private final IntUnaryOperator nodeOf;

  /** The clip of the file for every clip of the character, or {@link #NONE}. */
  private final int[] sources;

  /** What a track drives, and which of the tracks that drive it. */
  private record Target(int joint, Clip.Property property, int number) {}

  /**
   * Prepares the changes.
   *
   * @param file the file
   * @param after its changed character
   * @param nodeOf the node of a joint
   */
  ClipEdit(GltfAsset file, SkinnedCharacter after, SameValues same, IntUnaryOperator nodeOf) {
    this.file = file;
    this.after = after;
    this.same = same;
    this.nodeOf = nodeOf;
    sources = sources(file.character().clips(), after.clips());
  }

  /** Finds each clip among those of the file: itself, else the next of the same name. */
  private static int[] sources(List<Clip> old, List<Clip> now) {
    int[] out = new int[now.size()];
    Set<Integer> taken = new HashSet<>();
    for (int c = 0; c < out.length; c++) {
      int itself = old.indexOf(now.get(c)); // Clips are equal if they are the same object.
      out[c] = itself != NONE && taken.add(itself) ? itself : NONE;
    }
    for (int c = 0; c < out.length; c++) {
      for (int o = 0; o < old.size() && out[c] == NONE; o++) {
        if (old.get(o).name().equals(now.get(c).name()) && taken.add(o)) {
          out[c] = o;
        }
      }
    }
    return out;
  }

  /** Returns true if clips are added, removed, changed or in another order. */
  boolean isChange() {
    boolean changed = sources.length != file.character().clips().size();
    for (int c = 0; c < sources.length; c++) {
      changed |= sources[c] != c || !isSame(c);
    }
    return changed;
  }

  /** Returns true if all tracks of the file are kept, in the same clips. */
  boolean onlyAddsTracks() {
    boolean adds = sources.length == file.character().clips().size();
    for (int c = 0; c < sources.length && adds; c++) {
      Map<Target, Track> now = tracks(after.clips().get(c));
      Map<Target, Track> old = sources[c] == c ? tracks(file.character().clips().get(c)) : Map.of();
      adds = sources[c] == c && old.keySet().stream().allMatch(t -> isKept(t, old, now));
    }
    return adds;
  }

  private boolean isSame(int clip) {
    if (file.character().clips().get(sources[clip]) == after.clips().get(clip)) {
      return true;
    }
    Map<Target, Track> old = tracks(file.character().clips().get(sources[clip]));
    Map<Target, Track> now = tracks(after.clips().get(clip));
    return old.size() == now.size() && old.keySet().stream().allMatch(t -> isKept(t, old, now));
  }

  private static Map<Target, Track> tracks(Clip clip) {
    Map<Target, Track> out = new LinkedHashMap<>();
    for (Track track : clip.tracks()) {
      Target target = new Target(track.joint(), track.property(), 0);
      while (out.containsKey(target)) {
        target = new Target(target.joint, target.property, target.number + 1);
      }
      out.put(target, track);
    }
    return out;
  }

  @Override
  public void drop(GltfBuilder builder) {
    if (!isChange()) {
      return;
    }
    List<JsonObject> old = JsonPlace.objectsOf(builder.json(), "animations");
    List<JsonObject> kept = new ArrayList<>();
    for (int c = 0; c < sources.length; c++) {
      if (sources[c] != NONE) {
        kept.add(old.get(sources[c]));
        if (!isSame(c)) {
          dropSamplers(old.get(sources[c]), c);
        }
      }
    }
    setAnimations(builder, kept);
  }

  private static void setAnimations(GltfBuilder builder, List<JsonObject> animations) {
    JsonArray array = new JsonArray();
    animations.forEach(array::add);
    builder.json().add("animations", array);
    if (array.isEmpty()) {
      builder.json().remove("animations");
    }
  }

  /** Empties the samplers that only replaced and dropped channels use. */
  private void dropSamplers(JsonObject animation, int clip) {
    List<JsonObject> channels = JsonPlace.objectsOf(animation, "channels");
    List<@Nullable Target> targets = targets(channels);
    Map<Target, Track> now = tracks(after.clips().get(clip));
    Map<Target, Track> old = tracks(file.character().clips().get(sources[clip]));
    Set<Integer> kept = new HashSet<>();
    Set<Integer> replaced = new HashSet<>();
    for (int i = 0; i < channels.size(); i++) {
      (isKept(targets.get(i), old, now) ? kept : replaced)
          .add(channels.get(i).get("sampler").getAsInt());
    }
    replaced.removeAll(kept);
    for (int sampler : replaced) {
      JsonObject emptied = animation.getAsJsonArray("samplers").get(sampler).getAsJsonObject();
      emptied.remove("input");
      emptied.remove("output");
    }
  }

  private boolean isKept(@Nullable Target target, Map<Target, Track> old, Map<Target, Track> now) {
    Track before = target == null ? null : old.get(target);
    Track track = target == null ? null : now.get(target);
    return before == null || (track != null && same.tracks(before, track));
  }

  /** Returns what the channels drive; null for those that are not tracks. */
  private List<@Nullable Target> targets(List<JsonObject> channels) {
    List<@Nullable Target> out = new ArrayList<>();
    Map<Target, Integer> numbers = new HashMap<>();
    for (JsonObject channel : channels) {
      Target first = target(JsonPlace.objectOf(channel, "target"));
      int number = first == null ? 0 : numbers.merge(first, 1, Integer::sum) - 1;
      out.add(first == null ? null : new Target(first.joint, first.property, number));
    }
    return out;
  }

  private @Nullable Target target(JsonObject target) {
    if (!(target.get("node") instanceof JsonPrimitive node)
        || !(target.get("path") instanceof JsonPrimitive path)) {
      return null;
    }
    for (Clip.Property property : Clip.Property.values()) {
      if (property.name().toLowerCase(Locale.ROOT).equals(path.getAsString())) {
        return new Target(file.nodes().indexOf(node.getAsInt()), property, 0);
      }
    }
    return null;
  }

  @Override
  public void write(GltfBuilder builder) {
    if (!isChange()) {
      return;
    }
    List<JsonObject> kept = JsonPlace.objectsOf(builder.json(), "animations");
    List<JsonObject> all = new ArrayList<>();
    int next = 0;
    for (int c = 0; c < sources.length; c++) {
      if (sources[c] == NONE) {
        after.clips().get(c).tracks().forEach(track -> removeMatrix(builder, track));
        MotionWriter.animation(builder, after.clips().get(c), nodeOf).ifPresent(all::add);
        continue;
      }
      JsonObject animation = kept.get(next++);
      if (!isSame(c)) {
        writeTracks(builder, animation, c);
      }
      if (!animation.getAsJsonArray("channels").isEmpty()) {
        all.add(animation);
      }
    }
    setAnimations(builder, all);
  }

  /** A node that a clip moves must not have a matrix. */
  private void removeMatrix(GltfBuilder builder, Track track) {
    JsonObject node =
        builder
            .json()
            .getAsJsonArray("nodes")
            .get(nodeOf.applyAsInt(track.joint()))
            .getAsJsonObject();
    if (node.has("matrix") && track.property() != Clip.Property.WEIGHTS) {
      NodeTransform.setParts(node, after.skeleton(), track.joint());
    }
  }

  private void writeTracks(GltfBuilder builder, JsonObject animation, int clip) {
    JsonArray channels = animation.getAsJsonArray("channels");
    JsonArray samplers = animation.getAsJsonArray("samplers");
    List<@Nullable Target> targets = targets(JsonPlace.objectsOf(animation, "channels"));
    Map<Target, Track> old = tracks(file.character().clips().get(sources[clip]));
    Map<Target, Track> now = tracks(after.clips().get(clip));
    now.forEach(
        (target, track) -> {
          if (old.containsKey(target) && isKept(target, old, now)) {
            return;
          }
          removeMatrix(builder, track);
          MotionWriter.addTrack(
              builder, samplers, channels, track, nodeOf.applyAsInt(track.joint()));
          int replaced = targets.indexOf(target);
          if (replaced >= 0) {
            JsonElement made = channels.remove(channels.size() - 1);
            channels
                .get(replaced)
                .getAsJsonObject()
                .add("sampler", made.getAsJsonObject().get("sampler"));
          }
        });
    for (int i = targets.size() - 1; i >= 0; i--) {
      Target target = targets.get(i);
      if (target != null && old.containsKey(target) && !now.containsKey(target)) {
        channels.remove(i);
      }
    }
    dropEmptySamplers(channels, samplers);
  }

  /** Removes the samplers whose keys were dropped; the others move up. */
  static void dropEmptySamplers(JsonArray channels, JsonArray samplers) {
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
