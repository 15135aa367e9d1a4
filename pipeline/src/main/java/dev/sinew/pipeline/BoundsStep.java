package dev.sinew.pipeline;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.bounds.Bounds;
import dev.sinew.bounds.BoundsResult;
import dev.sinew.bounds.Sphere;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.model.Box;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads a character, finds its {@link Bounds} and writes them into its extras. */
public final class BoundsStep implements Step<BoundsStep.Options, BoundsStep.BoundsReport> {
  /** The member of a glTF object's extras that holds bounds. */
  public static final String EXTRAS = "sinewBounds";

  /**
   * What to bound.
   *
   * @param model a character
   * @param output where to write the model with its bounds in the extras of the scene and of the
   *     nodes that carry meshes: a .glb or .gltf; empty to write nothing
   * @param ranges a JSON file of joints and how far they turn, to be used for the bounds over joint
   *     ranges in place of what they do in the clips; empty for the clips alone
   */
  public record Options(Path model, Optional<Path> output, Optional<Path> ranges) {
    public Options {
      output.ifPresent(ModelFile::requireGltfOutput);
    }
  }

  /**
   * The bounds, all in the scene's coordinates as glTF places skinned meshes.
   *
   * @param clips hold at any time of any clip; without clips, at rest
   * @param range hold when every joint is anywhere within the range given for it, or else its range
   *     in the clips
   * @param any hold when every joint is turned in any way
   * @param meshes the same for every mesh in the scene
   * @param joints the same for the vertices that each joint moves most
   * @param notes what to know about these figures
   */
  public record BoundsReport(
      Bound clips,
      Bound range,
      Bound any,
      List<Entry> meshes,
      List<Entry> joints,
      List<String> notes) {}

  /**
   * Bounds of a mesh or joint.
   *
   * @param name what the file calls its node
   * @param clips as for the whole character
   * @param range as for the whole character
   * @param any as for the whole character
   */
  public record Entry(String name, Bound clips, Bound range, Bound any) {}

  /**
   * One set's bounds.
   *
   * @param sphere holds the set
   * @param box holds it too
   * @param tightness the sphere's radius over how far the set really gets from its centre in the
   *     clips; 1 is as small as can be
   */
  public record Bound(Ball sphere, Corners box, double tightness) {}

  /** A sphere: x, y, z of its centre, and its radius. */
  public record Ball(List<Double> center, double radius) {}

  /** A box along the axes by its least and its largest corner. */
  public record Corners(List<Double> min, List<Double> max) {}

  @Override
  public Outcome<BoundsReport> run(Options options, RunContext context) throws IOException {
    GltfAsset asset = ModelFile.read(options.model);
    BoundsResult found = bounds(asset.character(), options, context);
    List<String> notes = new ArrayList<>(found.notes());
    BoundsReport report = report(asset.character(), found, notes);
    if (options.output.isPresent()) {
      writeExtras(asset, found, report, notes);
      asset.document().write(options.output.get());
    }
    List<Path> inputs = new ArrayList<>(List.of(options.model));
    options.ranges.ifPresent(inputs::add);
    return new Outcome<>(report, inputs, options.output.map(List::of).orElse(List.of()));
  }

  private static BoundsResult bounds(
      SkinnedCharacter character, Options options, RunContext context) throws IOException {
    PoseSource source = character.clips().isEmpty() ? PoseSource.REST : PoseSource.RANGE;
    PoseKnowledge knowledge = PoseKnowledge.of(source, character, context.seed());
    if (options.ranges.isPresent()) {
      knowledge = knowledge.withRanges(RangeFile.read(options.ranges.get(), character.skeleton()));
    }
    try {
      return Bounds.run(knowledge, context);
    } catch (RequestException e) {
      throw e.naming("", options.model);
    }
  }

  private static BoundsReport report(
      SkinnedCharacter character, BoundsResult found, List<String> notes) {
    Entry whole = entry("", found.whole());
    return new BoundsReport(
        whole.clips,
        whole.range,
        whole.any,
        found.meshes().stream()
            .map(mesh -> entry(character.parts().get(mesh.part()).name(), mesh.bounds()))
            .toList(),
        found.joints().stream()
            .map(joint -> entry(character.skeleton().name(joint.joint()), joint.bounds()))
            .toList(),
        notes);
  }

  private static Entry entry(String name, BoundsResult.Entry entry) {
    return new Entry(name, bound(entry.clips()), bound(entry.range()), bound(entry.any()));
  }

  private static Bound bound(BoundsResult.Bound bound) {
    Sphere sphere = bound.sphere();
    Box box = bound.box();
    return new Bound(
        new Ball(List.of(sphere.x(), sphere.y(), sphere.z()), sphere.radius()),
        new Corners(
            List.of(box.minX(), box.minY(), box.minZ()),
            List.of(box.maxX(), box.maxY(), box.maxZ())),
        bound.tightness());
  }

  /** Puts the whole character's bounds into the scene, every mesh's into its node. */
  private static void writeExtras(
      GltfAsset asset, BoundsResult found, BoundsReport report, List<String> notes) {
    JsonObject json = asset.document().json();
    JsonArray scenes = json.getAsJsonArray("scenes");
    if (scenes != null && !scenes.isEmpty()) {
      int shown = json.has("scene") ? json.get("scene").getAsInt() : 0;
      Entry whole = new Entry("", report.clips, report.range, report.any);
      put(scenes.get(shown).getAsJsonObject(), "scene " + shown, whole, notes);
    } else {
      notes.add("the file has no scene to carry the whole character's bounds");
    }
    for (int i = 0; i < found.meshes().size(); i++) {
      int part = found.meshes().get(i).part();
      int node = asset.nodes().get(asset.character().parts().get(part).node());
      JsonObject carrier = json.getAsJsonArray("nodes").get(node).getAsJsonObject();
      put(carrier, "node " + node, report.meshes.get(i), notes);
    }
  }

  private static void put(JsonObject carrier, String where, Entry entry, List<String> notes) {
    JsonElement extras = carrier.get("extras");
    if (extras != null && !extras.isJsonObject()) {
      notes.add(where + " keeps its extras, which are no object and cannot carry bounds");
      return;
    }
    if (extras == null) {
      carrier.add("extras", new JsonObject());
    }
    JsonObject bounds = new JsonObject();
    Gson gson = new Gson();
    bounds.add("clips", gson.toJsonTree(entry.clips));
    bounds.add("range", gson.toJsonTree(entry.range));
    bounds.add("any", gson.toJsonTree(entry.any));
    carrier.getAsJsonObject("extras").add(EXTRAS, bounds);
  }
}
