package dev.sinew.pipeline;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.bounds.CharacterPieces;
import dev.sinew.bounds.ClipBounds;
import dev.sinew.bounds.ReachBounds;
import dev.sinew.bounds.Sphere;
import dev.sinew.bounds.Support;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.model.Box;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.JointRanges;
import dev.sinew.pose.Turn;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Finds spheres and boxes that a character never leaves: while its clips play, with every joint
 * anywhere within the range it has in them, and with every joint turned in any way.
 */
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
    SkinnedCharacter character = asset.character();
    CharacterPieces pieces = new CharacterPieces(character);
    if (pieces.pieces().isEmpty()) {
      throw new MalformedAssetException(options.model.toString(), "", "no mesh is in the scene");
    }
    List<int[]> sets = new ArrayList<>();
    sets.add(IntStream.range(0, pieces.pieces().size()).toArray());
    List<String> meshNames = addMeshes(pieces, sets);
    List<String> jointNames = addJoints(pieces, sets);

    Map<Integer, List<Turn>> turns =
        options.ranges.isPresent()
            ? RangeFile.read(options.ranges.get(), character.skeleton())
            : Map.of();
    Finder finder = new Finder(pieces, sets, turns, context);
    List<Entry> entries = finder.find();
    requireFinite(options.model, entries.getFirst());
    int joints = 1 + meshNames.size();
    List<String> notes = new ArrayList<>();
    if (character.clips().isEmpty()) {
      notes.add(
          turns.isEmpty()
              ? "the model has no clips: 'clips' and 'range' are its rest pose"
              : "the model has no clips: 'clips' is its rest pose");
    }
    BoundsReport report =
        new BoundsReport(
            entries.getFirst().clips,
            entries.getFirst().range,
            entries.getFirst().any,
            named(meshNames, entries.subList(1, joints)),
            named(jointNames, entries.subList(joints, entries.size())),
            notes);
    if (options.output.isPresent()) {
      writeExtras(asset, pieces, report, notes);
      asset.document().write(options.output.get());
    }
    List<Path> inputs = new ArrayList<>(List.of(options.model));
    options.ranges.ifPresent(inputs::add);
    return new Outcome<>(report, inputs, options.output.map(List::of).orElse(List.of()));
  }

  private static List<String> addMeshes(CharacterPieces pieces, List<int[]> sets) {
    List<String> names = new ArrayList<>();
    for (int p : drawnParts(pieces)) {
      sets.add(pieces.ofPart(p));
      names.add(pieces.character().parts().get(p).name());
    }
    return names;
  }

  /** The parts that have vertices. */
  private static int[] drawnParts(CharacterPieces pieces) {
    return pieces.pieces().stream().mapToInt(CharacterPieces.Piece::part).distinct().toArray();
  }

  private static List<String> addJoints(CharacterPieces pieces, List<int[]> sets) {
    List<String> names = new ArrayList<>();
    pieces.pieces().stream()
        .mapToInt(CharacterPieces.Piece::joint)
        .distinct()
        .sorted()
        .forEach(
            joint -> {
              sets.add(pieces.ofJoint(joint));
              names.add(pieces.character().skeleton().name(joint));
            });
    return names;
  }

  private static List<Entry> named(List<String> names, List<Entry> entries) {
    return IntStream.range(0, names.size())
        .mapToObj(
            i ->
                new Entry(
                    names.get(i), entries.get(i).clips, entries.get(i).range, entries.get(i).any))
        .toList();
  }

  private static void requireFinite(Path model, Entry whole) throws MalformedAssetException {
    for (Bound bound : List.of(whole.clips, whole.range, whole.any)) {
      if (!Double.isFinite(bound.sphere.radius)) {
        throw new MalformedAssetException(
            model.toString(), "", "its transforms leave the range of numbers: nothing bounds it");
      }
    }
  }

  /** Finds the bounds of sets of pieces. */
  private static final class Finder {
    private final List<int[]> sets;
    private final List<Support> ranges;
    private final List<Support> anys;
    private final ClipBounds clips;
    private final RunContext context;

    Finder(
        CharacterPieces pieces,
        List<int[]> sets,
        Map<Integer, List<Turn>> turns,
        RunContext context) {
      this.sets = sets;
      this.context = context;
      SkinnedCharacter character = pieces.character();
      ReachBounds played =
          ReachBounds.of(
              character.skeleton(), JointRanges.ofClips(character.skeleton(), character.clips()));
      ReachBounds range =
          ReachBounds.of(
              character.skeleton(),
              JointRanges.ofClips(character.skeleton(), character.clips(), turns));
      ReachBounds any =
          ReachBounds.of(
              character.skeleton(),
              JointRanges.anyRotation(
                  character.skeleton(), character.clips(), skinJoints(character)));
      context.report("ranges", 0, 4);
      ranges = pieces.supports(range);
      context.report("any rotation", 1, 4);
      anys = pieces.supports(any);
      context.report("clips", 2, 4);
      clips = new ClipBounds(pieces, played);
    }

    private static BitSet skinJoints(SkinnedCharacter character) {
      BitSet joints = new BitSet();
      for (Skin skin : character.skins()) {
        for (int i = 0; i < skin.jointCount(); i++) {
          joints.set(skin.joint(i));
        }
      }
      return joints;
    }

    /** Three questions a set, in the order clips, range, any. */
    List<Entry> find() {
      context.report("clips", 3, 4);
      List<ClipBounds.Question> questions = new ArrayList<>();
      List<Sphere> spheres = new ArrayList<>();
      List<Box> boxes = new ArrayList<>();
      for (int[] set : sets) {
        double[] c = clips.centre(set);
        Support range = CharacterPieces.union(ranges, set);
        Support any = CharacterPieces.union(anys, set);
        spheres.add(new Sphere(c[0], c[1], c[2], 0));
        spheres.add(range.sphere());
        spheres.add(any.sphere());
        boxes.add(clips.box(set));
        boxes.add(range.box());
        boxes.add(any.box());
        for (Sphere sphere : spheres.subList(spheres.size() - 3, spheres.size())) {
          questions.add(new ClipBounds.Question(set, sphere.x(), sphere.y(), sphere.z()));
        }
      }
      List<ClipBounds.Reach> reaches = clips.reaches(questions);
      List<Entry> entries = new ArrayList<>();
      for (int i = 0; i < questions.size(); i += 3) {
        double played = reaches.get(i).bound();
        entries.add(
            new Entry(
                "",
                bound(spheres.get(i).grown(played), boxes.get(i), reaches.get(i)),
                bound(spheres.get(i + 1), boxes.get(i + 1), reaches.get(i + 1)),
                bound(spheres.get(i + 2), boxes.get(i + 2), reaches.get(i + 2))));
      }
      context.report("clips", 4, 4);
      return entries;
    }

    private static Bound bound(Sphere sphere, Box box, ClipBounds.Reach reach) {
      double reached = reach.reached();
      return new Bound(
          new Ball(List.of(sphere.x(), sphere.y(), sphere.z()), sphere.radius()),
          new Corners(
              List.of(box.minX(), box.minY(), box.minZ()),
              List.of(box.maxX(), box.maxY(), box.maxZ())),
          reached > 0 ? sphere.radius() / reached : 1);
    }
  }

  /** Puts the whole character's bounds into the scene, every mesh's into its node. */
  private static void writeExtras(
      GltfAsset asset, CharacterPieces pieces, BoundsReport report, List<String> notes) {
    JsonObject json = asset.document().json();
    JsonArray scenes = json.getAsJsonArray("scenes");
    if (scenes != null && !scenes.isEmpty()) {
      int shown = json.has("scene") ? json.get("scene").getAsInt() : 0;
      Entry whole = new Entry("", report.clips, report.range, report.any);
      put(scenes.get(shown).getAsJsonObject(), "scene " + shown, whole, notes);
    } else {
      notes.add("the file has no scene to carry the whole character's bounds");
    }
    int[] parts = drawnParts(pieces);
    for (int i = 0; i < parts.length; i++) {
      int node = asset.nodes().get(pieces.character().parts().get(parts[i]).node());
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
