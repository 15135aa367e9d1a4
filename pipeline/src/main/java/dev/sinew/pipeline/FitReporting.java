package dev.sinew.pipeline;

import dev.sinew.distance.FallbackError;
import dev.sinew.fit.Examples;
import dev.sinew.fit.FitErrors;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.FittedSkin;
import dev.sinew.model.Issue;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pipeline.FitStep.FreeErrors;
import dev.sinew.pipeline.FitStep.Influences;
import dev.sinew.pipeline.FitStep.ModelErrors;
import dev.sinew.pipeline.FitStep.Options;
import dev.sinew.pipeline.FitStep.Thinned;
import dev.sinew.pipeline.FitStep.Through;
import dev.sinew.pipeline.FitStep.Way;
import dev.sinew.pipeline.input.ExampleFiles;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.SequenceSimplification;
import dev.sinew.solve.Solve;
import dev.sinew.solve.SolveOptions;
import dev.sinew.solve.SolveResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Measures a finished fit: its models, free bones, thinned shapes, and the fit through a level. */
final class FitReporting {
  private FitReporting() {}

  /** Measures the fit through a level beside the full one; null without a level. */
  static @Nullable Through through(
      Options options,
      FitResult fit,
      double seconds,
      Optional<ThroughLevel> level,
      ExampleFiles examples,
      Optional<MeshSequence> holdout,
      RunContext context) {
    if (level.isEmpty()) {
      return null;
    }
    ThroughLevel made = level.get();
    MeshSequence shapes = examples.sequence();
    SkinnedCharacter full = fit.character(FitStep.NAME, options.model());
    return new Through(
        options.through().orElseThrow(),
        way(made.character(), made.vertices(), made.seconds(), shapes, holdout, context),
        way(full, fit.examples().vertexCount(), seconds, shapes, holdout, context));
  }

  private static Way way(
      SkinnedCharacter character,
      int vertices,
      double seconds,
      MeshSequence examples,
      Optional<MeshSequence> holdout,
      RunContext context) {
    SolveOptions free = SolveOptions.DEFAULTS.withFreeJoints(true).withTolerance(0);
    SolveResult training = Solve.run(character, examples, free, context.quiet());
    Double unseen =
        holdout.isEmpty() ? null : Solve.run(character, holdout.get(), free, context.quiet()).rms();
    return new Way(vertices, seconds, training.rms(), training.max(), unseen);
  }

  /** Measures all that a report has. */
  static FitStep.Report report(
      Options options,
      FitResult fit,
      ExampleFiles files,
      Optional<MeshSequence> holdout,
      @Nullable Through through,
      @Nullable FallbackError fallback,
      List<Issue> issues,
      RunContext context) {
    FittedSkin skin = fit.skin(options.model());
    Examples examples = fit.examples();
    ModelErrors own = errors(fit, options.model(), holdout);
    List<ModelErrors> all = null;
    if (options.compare()) {
      all = new ArrayList<>();
      for (FitModel model :
          List.of(FitModel.LINEAR_BLEND, FitModel.ANIMATION_SPACE, FitModel.MULTI_WEIGHT)) {
        all.add(model == options.model() ? own : errors(fit, model, holdout));
      }
    }
    return new FitStep.Report(
        examples.vertexCount(),
        examples.frameCount(),
        skin.boneCount(),
        new Influences(
            (double) skin.influenceCount() / examples.vertexCount(),
            skin.maxInfluences(),
            skin.influenceCount()),
        skin.model().label(),
        own.training(),
        own.holdout(),
        fit.fit().rounds(),
        fit.fit().movedBones(),
        thinned(options, fit, files.sequence(), holdout, own.holdout(), context),
        through,
        all,
        fallback,
        freeErrors(fit, options.model(), holdout),
        issues);
  }

  private static @Nullable FreeErrors freeErrors(
      FitResult fit, FitModel model, Optional<MeshSequence> holdout) {
    if (!fit.fit().isArticulated()) {
      return null;
    }
    FittedSkin free = fit.freeSkin(model);
    return new FreeErrors(
        fit.training(free), holdout.map(shapes -> fit.holdout(free, shapes)).orElse(null));
  }

  private static ModelErrors errors(FitResult fit, FitModel model, Optional<MeshSequence> holdout) {
    FittedSkin skin = fit.skin(model);
    return new ModelErrors(
        model.label(),
        (double) skin.influenceCount() / fit.examples().vertexCount(),
        fit.training(model),
        holdout.map(shapes -> fit.holdout(model, shapes)).orElse(null));
  }

  /** Decimates the examples and solves the hold-out's poses from the vertices that are left. */
  private static @Nullable Thinned thinned(
      Options options,
      FitResult fit,
      MeshSequence examples,
      Optional<MeshSequence> holdout,
      @Nullable FitErrors full,
      RunContext context) {
    if (options.thin().isEmpty() || holdout.isEmpty() || full == null) {
      return null;
    }
    int[] left =
        SequenceSimplification.verticesLeft(
            examples, options.thin().getAsDouble(), context.quiet());
    return new Thinned(
        left.length, fit.holdoutRms(options.model(), holdout.get(), left), full.rms());
  }
}
