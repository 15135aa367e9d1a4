package dev.sinew.influence;

import dev.sinew.distance.CharacterComparison;
import dev.sinew.distance.CompareOptions;
import dev.sinew.distance.Comparison;
import dev.sinew.influence.LimitOptions.Model;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Skinning;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Limits the influences per vertex with the least error over all poses: new linear blend weights,
 * or animation coordinates (Merry, Marais and Gain, "Simplifying Character Skins with Analytic
 * Error Metrics", 2009, section 5).
 */
public final class Limit {
  /** The approximate maximum number of frames in which errors are measured. */
  private static final double MAX_FRAMES = 20_000;

  private final PoseKnowledge knowledge;
  private final SkinnedCharacter character;
  private final LimitOptions options;
  private final RunContext context;
  private final List<String> notes = new ArrayList<>();

  private Limit(PoseKnowledge knowledge, LimitOptions options, RunContext context) {
    this.knowledge = knowledge;
    this.character = knowledge.character();
    this.options = options;
    this.context = context;
  }

  /**
   * Limits a character.
   *
   * @throws RequestException if helpers are requested and no clip moves the character
   */
  public static LimitResult run(
      SkinnedCharacter character, LimitOptions options, RunContext context) {
    PoseKnowledge knowledge =
        PoseKnowledge.orSkeleton(options.metric(), character, context.seed())
            .withClipWeights(options.clipWeights());
    return run(knowledge, options, context);
  }

  /**
   * Limits a character with given pose knowledge; the metric and the clip weights of the options
   * are ignored.
   */
  public static LimitResult run(PoseKnowledge knowledge, LimitOptions options, RunContext context) {
    return new Limit(knowledge, options, context).run();
  }

  private LimitResult run() {
    if (options.helpers() > 0 && knowledge.clips().isEmpty()) {
      throw new RequestException(
          "helpers learn from clips, and "
              + (character.clips().isEmpty()
                  ? "the model has none"
                  : "those of the model hardly move"));
    }
    notes.addAll(knowledge.notes());
    MeshLimiter limiter = new MeshLimiter(knowledge, options.moveRest(), context, notes);
    SkinnedCharacter extended = character;
    if (options.helpers() > 0) {
      extended = withHelpers();
      limiter = limiter.withHelpers(extended);
    }
    List<Geometry> limited = new ArrayList<>();
    List<Geometry> naive = new ArrayList<>();
    for (int m = 0; m < character.meshes().size(); m++) {
      Geometry given = character.meshes().get(m);
      Optional<Geometry> made =
          limiter.limit(m, given, options.maxInfluences(), options.model() == Model.AS);
      context.checkCancelled();
      boolean losesCoords = given.skinning().coords().isPresent() && options.model() != Model.AS;
      if (made.isEmpty() && losesCoords) {
        notes.add("'" + given.name() + "' is within the limit: it keeps its animation space");
      }
      if (made.isPresent() && losesCoords) {
        notes.add(
            "'"
                + given.name()
                + "' becomes a linear blend skin; LimitOptions.model as keeps its animation space");
      }
      limited.add(made.orElse(given));
      naive.add(made.isPresent() ? dropSmallest(given) : given);
      context.report("limiting", m + 1, character.meshes().size());
    }
    SkinnedCharacter result = extended.withMeshes(limited);
    Comparison error = measure(result, "measuring");
    Comparison baseline = measure(character.withMeshes(naive), "measuring the naive way");
    return new LimitResult(
        result,
        knowledge.source(),
        LimitResult.Size.of(character),
        LimitResult.Size.of(result),
        extended.skeleton().jointCount() - character.skeleton().jointCount(),
        error,
        baseline,
        notes);
  }

  private SkinnedCharacter withHelpers() {
    MeshLimiter plain = new MeshLimiter(knowledge, false, context, notes);
    return new HelperPlanner(knowledge, plain, options.maxInfluences(), context, notes)
        .addHelpers(options.helpers());
  }

  /** Keeps the largest weights and normalises them, as most exporters and engines do. */
  private Geometry dropSmallest(Geometry given) {
    return given
        .skinning()
        .influences()
        .map(all -> given.withSkinning(new Skinning.Linear(all.heaviest(options.maxInfluences()))))
        .orElse(given);
  }

  private Comparison measure(SkinnedCharacter candidate, String phase) {
    double seconds = knowledge.clips().stream().mapToDouble(Clip::duration).sum();
    double rate = Math.min(CompareOptions.DEFAULTS.framesPerSecond(), MAX_FRAMES / seconds);
    CharacterComparison comparison =
        new CharacterComparison(
            character, candidate, CompareOptions.DEFAULTS.withFramesPerSecond(rate), context);
    comparison.compareRest();
    return comparison.result(comparison.compareClips(phase));
  }
}
