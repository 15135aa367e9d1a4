package dev.sinew.pipeline;

import dev.sinew.distance.FallbackError;
import dev.sinew.fit.Examples;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitErrors;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.FittedSkin;
import dev.sinew.model.Clip;
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
import dev.sinew.rig.ExamplesClip;
import dev.sinew.rig.ShapeSet;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.SequenceSimplification;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Measures a finished fit: its models, free bones, thinned shapes, and the fit through a level. */
final class FitReporting {
  private FitReporting() {}

  /**
   * What was fitted.
   *
   * @param fit the fit to the whole mesh, or to the level if there is no other
   * @param seconds the time that it took
   * @param level the fit through a level, if requested
   * @param unseen the poses of the hold-out of the character through the level
   */
  record Fitted(
      FitResult fit, double seconds, Optional<ThroughLevel> level, Optional<Clip> unseen) {}

  /** Measures all that a report has. Figures are those of the character that is written. */
  static FitStep.Report report(
      Options options,
      Fitted fitted,
      ExampleFiles files,
      Optional<MeshSequence> holdout,
      @Nullable FallbackError fallback,
      List<Issue> issues,
      RunContext context) {
    FitResult fit = fitted.fit;
    boolean whole = fitted.level.isEmpty() || options.compare();
    ModelErrors full = whole ? errors(fit, options.model(), holdout) : null;
    List<ModelErrors> all = null;
    if (options.compare() && full != null) {
      all = new ArrayList<>();
      for (FitModel model :
          List.of(FitModel.LINEAR_BLEND, FitModel.ANIMATION_SPACE, FitModel.MULTI_WEIGHT)) {
        all.add(model == options.model() ? full : errors(fit, model, holdout));
      }
    }
    ModelErrors own =
        fitted.level.isPresent()
            ? throughErrors(options, fitted, files, holdout, context)
            : Objects.requireNonNull(full);
    Examples examples = Fit.examplesOf(files.sequence());
    return new FitStep.Report(
        examples.vertexCount(),
        examples.frameCount(),
        fit.skin(options.model()).boneCount(),
        influences(options, fitted),
        options.model().label(),
        own.training(),
        own.holdout(),
        fit.fit().rounds(),
        fit.fit().movedBones(),
        thinned(options, fit, files.sequence(), holdout, own.holdout(), context),
        through(options, fitted, own, full, examples.vertexCount()),
        all,
        fallback,
        whole ? freeErrors(fit, options.model(), holdout) : null,
        issues);
  }

  private static Influences influences(Options options, Fitted fitted) {
    if (fitted.level.isPresent()) {
      dev.sinew.model.Influences weights = weights(fitted.level.get().character());
      return new Influences(
          (double) weights.totalCount() / weights.vertexCount(),
          weights.maxCount(),
          weights.totalCount());
    }
    FittedSkin skin = fitted.fit.skin(options.model());
    return new Influences(
        (double) skin.influenceCount() / fitted.fit.examples().vertexCount(),
        skin.maxInfluences(),
        skin.influenceCount());
  }

  private static dev.sinew.model.Influences weights(SkinnedCharacter character) {
    return character.meshes().getFirst().skinning().influences().orElseThrow();
  }

  /** Measures the clips of the character that has its weights from a level. */
  private static ModelErrors throughErrors(
      Options options,
      Fitted fitted,
      ExampleFiles files,
      Optional<MeshSequence> holdout,
      RunContext context) {
    SkinnedCharacter character = fitted.level.orElseThrow().character();
    Examples examples = Fit.examplesOf(files.sequence());
    FitErrors training =
        FitResult.ofClip(
            character,
            character.clips().getFirst(),
            ExamplesClip.times(examples.frameCount()),
            examples,
            examples.shapes(),
            context);
    FitErrors unseen = null;
    if (holdout.isPresent() && fitted.unseen.isPresent()) {
      unseen =
          FitResult.ofClip(
              character,
              fitted.unseen.get(),
              HoldoutClip.times(holdout.get().frameCount()),
              examples,
              ShapeSet.of(holdout.get(), examples.box()),
              context);
    }
    dev.sinew.model.Influences weights = weights(character);
    return new ModelErrors(
        options.model().label(),
        (double) weights.totalCount() / weights.vertexCount(),
        training,
        unseen);
  }

  private static @Nullable Through through(
      Options options, Fitted fitted, ModelErrors level, @Nullable ModelErrors full, int vertices) {
    return fitted
        .level
        .map(
            made ->
                new Through(
                    options.through().orElseThrow(),
                    way(made.vertices(), made.seconds(), level),
                    full == null ? null : way(vertices, fitted.seconds, full)))
        .orElse(null);
  }

  private static Way way(int vertices, double seconds, ModelErrors errors) {
    return new Way(
        vertices,
        seconds,
        errors.training().rms(),
        errors.training().max(),
        errors.holdout() == null ? null : errors.holdout().rms());
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
