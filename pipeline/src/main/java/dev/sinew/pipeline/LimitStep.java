package dev.sinew.pipeline;

import dev.sinew.distance.ErrorSummary;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.MeshEdit;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.pose.Freedom;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Lets at most so many joints move a vertex, with the least error over all poses: linear blend
 * weights solved anew, or coordinates of animation space. Everything else in the file stays.
 */
public final class LimitStep implements Step<LimitStep.Options, LimitStep.Limited> {
  private static final double FRAMES_PER_SECOND = 30;

  /** Poses that stand for all where there are no clips. */
  private static final int SAMPLED_POSES = 64;

  private static final int MOST_HELPERS = 256;

  /** What moves the vertices of the result. */
  public enum Model {
    /** Weights, as every viewer knows them. */
    SSD,
    /** Animation coordinates, with the best weights beside them for other viewers. */
    AS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What to limit.
   *
   * @param model a character
   * @param maxInfluences joints a vertex may keep, 1 or more
   * @param metric what is believed of its poses
   * @param output a .glb or .gltf; empty to only measure
   * @param kind what moves the vertices of the result
   * @param moveRest whether vertices that lose joints may move at rest too, where that makes the
   *     error over all poses smaller
   * @param helpers how many joints every skin may get beside its own, to go where vertices go that
   *     lose joints; they learn from the clips and are keyed in them
   */
  public record Options(
      Path model,
      int maxInfluences,
      PoseKnowledge metric,
      Optional<Path> output,
      Model kind,
      boolean moveRest,
      int helpers) {
    public static final PoseKnowledge DEFAULT_METRIC = PoseKnowledge.CLIPS;
    public static final Model DEFAULT_KIND = Model.SSD;

    public Options {
      if (maxInfluences < 1) {
        throw new IllegalArgumentException("influences: expected 1 or more, got " + maxInfluences);
      }
      if (helpers < 0 || helpers > MOST_HELPERS) {
        throw new IllegalArgumentException(
            "helpers: expected 0 to " + MOST_HELPERS + ", got " + helpers);
      }
      if (helpers > 0 && (metric != PoseKnowledge.CLIPS || kind != Model.SSD)) {
        throw new IllegalArgumentException(
            "helpers: expected with the metric clips and the model ssd, got %s and %s"
                .formatted(metric, kind));
      }
      output.ifPresent(ModelFile::requireGltfOutput);
    }
  }

  /**
   * What came out. Errors are over the rest pose and all frames of all clips; without clips over
   * sampled poses.
   *
   * @param metric what was believed of the poses
   * @param before the character as it was
   * @param after the character as it is
   * @param helpers joints added
   * @param error its distance from what it was
   * @param naive the distance with the lightest influences dropped and the rest scaled up
   * @param poses how many poses errors are over
   * @param notes what to know about these figures
   */
  public record Limited(
      String metric,
      Size before,
      Size after,
      int helpers,
      ErrorSummary error,
      ErrorSummary naive,
      int poses,
      List<String> notes) {}

  /**
   * How large a character's skins are.
   *
   * @param vertices points of meshes that a skin moves
   * @param influences joints of those
   */
  public record Size(long vertices, Count influences) {
    private static Size of(SkinnedCharacter character) {
      long vertices = 0;
      long total = 0;
      int max = 0;
      for (int m = 0; m < character.meshes().size(); m++) {
        Geometry geometry = character.meshes().get(m);
        Influences influences = geometry.influences();
        if (influences != null && !MeshLimiter.skinsOf(character, m).isEmpty()) {
          AnimationCoords coords = geometry.coords();
          vertices += influences.vertexCount();
          total += coords != null ? coords.totalCount() : influences.totalCount();
          max = Math.max(max, MeshLimiter.mostJoints(influences, coords));
        }
      }
      return new Size(vertices, new Count((double) total / Math.max(1, vertices), max, total));
    }
  }

  /**
   * Joints a vertex.
   *
   * @param mean on average
   * @param max at most
   * @param total of all vertices together
   */
  public record Count(double mean, int max, long total) {}

  @Override
  public Outcome<Limited> run(Options options, RunContext context) throws IOException {
    GltfAsset asset = ModelFile.read(options.model);
    SkinnedCharacter character = asset.character();
    List<String> notes = new ArrayList<>();
    PoseKnowledge metric = options.metric;
    if (options.helpers > 0 && character.clips().isEmpty()) {
      throw new IllegalArgumentException(
          options.model + ": helpers learn from clips, and the model has none");
    }
    if (!metric.isKnown(character)) {
      metric = PoseKnowledge.SKELETON;
      notes.add("the model has no clips: every joint is taken to turn in any way");
    }
    MeshEdit edit = new MeshEdit(asset);
    SkinnedCharacter longer = character;
    List<Geometry> limited = new ArrayList<>();
    List<Geometry> naive = new ArrayList<>();
    MeshLimiter limiter =
        new MeshLimiter(character, metric, Freedom.DEFAULTS, options.moveRest, context, notes);
    if (options.helpers > 0) {
      longer = withHelpers(character, options, context, notes);
      limiter = limiter.withHelpers(longer);
      edit.extend(longer);
    }
    for (int m = 0; m < character.meshes().size(); m++) {
      Geometry given = character.meshes().get(m);
      Optional<Geometry> made =
          limiter.limit(m, given, options.maxInfluences, options.kind == Model.AS);
      if (made.isPresent()) {
        edit.reweigh(m, made.get());
      }
      limited.add(made.orElse(given));
      naive.add(made.isPresent() ? dropLightest(given, options.maxInfluences) : given);
      context.report("limiting", m + 1, character.meshes().size());
    }
    if (options.output.isPresent()) {
      edit.build().write(options.output.get());
    }
    SkinnedCharacter after = withMeshes(longer, limited);
    CharacterComparison error = measure(character, after, context, "measuring");
    CharacterComparison baseline =
        measure(character, withMeshes(character, naive), context, "measuring the naive way");
    if (character.clips().isEmpty()) {
      notes.add(
          "errors are over the rest pose and %d in which every joint is turned by up to 45 degrees"
              .formatted(SAMPLED_POSES - 1));
    }
    return new Outcome<>(
        new Limited(
            metric.toString(),
            Size.of(character),
            Size.of(after),
            longer.skeleton().jointCount() - character.skeleton().jointCount(),
            error.summary(),
            baseline.summary(),
            error.poses(),
            notes),
        List.of(options.model),
        options.output.map(List::of).orElse(List.of()));
  }

  private static SkinnedCharacter withHelpers(
      SkinnedCharacter character, Options options, RunContext context, List<String> notes) {
    MeshLimiter plain =
        new MeshLimiter(character, options.metric, Freedom.DEFAULTS, false, context, notes);
    return new HelperFinding(character, plain, options.maxInfluences, context, notes)
        .addHelpers(options.helpers);
  }

  /** What most exporters and engines do: keep the heaviest, scale them to the sum 1. */
  private static Geometry dropLightest(Geometry given, int most) {
    Influences influences = given.influences();
    return influences == null
        ? given
        : new Geometry(given.name(), given.mesh(), influences.heaviest(most), given.morphs());
  }

  private static SkinnedCharacter withMeshes(SkinnedCharacter character, List<Geometry> meshes) {
    return new SkinnedCharacter(
        character.skeleton(), character.skins(), meshes, character.parts(), character.clips());
  }

  private static CharacterComparison measure(
      SkinnedCharacter reference, SkinnedCharacter candidate, RunContext context, String phase) {
    CharacterComparison comparison =
        new CharacterComparison(reference, Optional.empty(), candidate, Optional.empty());
    if (reference.clips().isEmpty()) {
      List<Pose> poses = PoseSampling.of(reference, SAMPLED_POSES, context.seed());
      comparison.comparePoses(poses);
    } else {
      comparison.compareRest();
      comparison.playClips(FRAMES_PER_SECOND, context, phase);
    }
    return comparison;
  }
}
