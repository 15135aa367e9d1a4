package dev.sinew.pipeline;

import dev.sinew.distance.FallbackError;
import dev.sinew.fit.FitErrors;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.FittedModel;
import dev.sinew.fit.FittedSkin;
import dev.sinew.model.Issue;
import dev.sinew.model.MeshSequence;
import dev.sinew.pipeline.FitStep.FreeErrors;
import dev.sinew.pipeline.FitStep.Influences;
import dev.sinew.pipeline.FitStep.ModelErrors;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Measures a finished fit on the hold-out, and reports it. */
final class FitReporting {
  /** The order of a comparison: the simplest model first. */
  private static final List<FitModel> ORDER =
      List.of(FitModel.LINEAR_BLEND, FitModel.ANIMATION_SPACE, FitModel.MULTI_WEIGHT);

  private FitReporting() {}

  /**
   * What is measured beside the result of a fit.
   *
   * @param holdout the first model in the shapes of the hold-out, if any
   * @param comparison all models, if there are several
   * @param freeBones the first model with bones that move freely, if solved
   */
  record Measured(
      Optional<FittedModel.Holdout> holdout,
      @Nullable List<ModelErrors> comparison,
      @Nullable FreeErrors freeBones) {
    @Nullable FitErrors holdoutErrors() {
      return holdout.map(FittedModel.Holdout::errors).orElse(null);
    }
  }

  /** Solves and measures all models on the hold-out. */
  static Measured measure(FitResult fit, Optional<MeshSequence> holdout, RunContext context) {
    Optional<FittedModel.Holdout> first = holdout.map(shapes -> fit.first().solve(shapes, context));
    List<ModelErrors> all = null;
    if (fit.models().size() > 1) {
      all = new ArrayList<>();
      for (FittedModel model : sorted(fit.models())) {
        FitModel kind = model.skin().model();
        FitErrors unseen =
            kind == fit.first().skin().model()
                ? first.map(FittedModel.Holdout::errors).orElse(null)
                : unseen(model, holdout, context);
        all.add(
            new ModelErrors(
                kind.label(), influences(model.skin()).mean(), model.training(), unseen));
      }
    }
    FreeErrors free = null;
    if (!fit.freeBones().isEmpty()) {
      FittedModel model = fit.freeBones().getFirst();
      free = new FreeErrors(model.training(), unseen(model, holdout, context));
    }
    return new Measured(first, all, free);
  }

  private static List<FittedModel> sorted(List<FittedModel> models) {
    return models.stream()
        .sorted(Comparator.comparingInt(model -> ORDER.indexOf(model.skin().model())))
        .toList();
  }

  private static @Nullable FitErrors unseen(
      FittedModel model, Optional<MeshSequence> holdout, RunContext context) {
    return holdout.map(shapes -> model.solve(shapes, context).errors()).orElse(null);
  }

  /** Returns the report. */
  static FitStep.Report report(
      FitResult fit, Measured measured, @Nullable FallbackError fallback, List<Issue> issues) {
    FittedModel first = fit.first();
    return new FitStep.Report(
        new FitStep.Fitted(
            fit.examples().vertexCount(),
            fit.examples().frameCount(),
            first.skin().boneCount(),
            influences(first.skin()),
            first.skin().model().label()),
        first.training(),
        measured.holdoutErrors(),
        new FitStep.Search(fit.rounds(), first.movedBones()),
        measured.comparison(),
        fallback,
        measured.freeBones(),
        issues);
  }

  private static Influences influences(FittedSkin skin) {
    return new Influences(
        (double) skin.influenceCount() / skin.examples().vertexCount(),
        skin.maxInfluences(),
        skin.influenceCount());
  }
}
