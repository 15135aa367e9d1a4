package dev.sinew.bench;

import dev.sinew.distance.PoseError;
import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitErrors;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.FittedModel;
import dev.sinew.fit.FittedSkin;
import dev.sinew.model.MeshSequence;
import dev.sinew.rig.BoneFreedom;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Errors of fitted skins as Markdown: shapes left out, few poses, bind poses, figures beside
 * published ones, and the effect of the options. The argument is the folder of the data.
 */
public final class FitFigures {
  private static final FitOptions RIG =
      FitOptions.DEFAULTS.withModels(FitModel.ANIMATION_SPACE, FitModel.LINEAR_BLEND);
  private static final FitOptions FREE = RIG.withArticulated(false).withExactRest(false);

  private final Path data;
  private final RunContext context;

  private FitFigures(Path data, RunContext context) {
    this.data = data;
    this.context = context;
  }

  /** Prints all tables. */
  public static void main(String[] args) throws IOException {
    try (RunContext context = RunContext.create()) {
      FitFigures figures = new FitFigures(Path.of(args[0]), context);
      figures.printLeftOut();
      figures.printFewPoses();
      figures.printBindPoses();
      figures.printPublished();
      figures.printOptions();
    }
  }

  private FitResult fit(MeshSequence shapes, int bones, FitOptions options) {
    return Fit.run(shapes, new BoneSource.Found(bones), options, context);
  }

  private double unseen(FittedModel model, MeshSequence shapes) {
    return model.solve(shapes, context).errors().rms();
  }

  private double fallbackRms(FittedSkin skin) {
    return skin.fallback(context).error(skin.examples().shapes(), skin.motions(), context).rms();
  }

  private static void print(String format, Object... values) {
    System.out.printf(Locale.ROOT, format + "%n", values);
  }

  private Map<FitSequences, Integer> sequences() throws IOException {
    Map<FitSequences, Integer> all = new LinkedHashMap<>();
    all.put(FitSequences.horse(data), 24);
    all.put(FitSequences.gallop(data), 20);
    all.put(FitSequences.bone(data), 20);
    all.put(FitSequences.truth(data, "wolf", "poses-1").everySecond(), 21);
    all.put(FitSequences.truth(data, "cylinder", "poses-1").everySecond(), 4);
    all.put(FitSequences.sample("arm"), 4);
    all.put(FitSequences.sample("biped"), 18);
    all.put(FitSequences.sample("quadruped"), 22);
    return all;
  }

  private void printLeftOut() throws IOException {
    print("### Shapes left out, free bones%n");
    print(
        "| shapes | bones | `ssd` training | `as` training | `ssd` hold-out | `as` hold-out |"
            + " `as` influences |");
    print("|---|---|---|---|---|---|---|");
    for (Map.Entry<FitSequences, Integer> one : sequences().entrySet()) {
      FitResult fit = fit(one.getKey().training(), one.getValue(), FREE);
      FittedSkin skin = fit.first().skin();
      MeshSequence others = one.getKey().holdout().orElseThrow();
      print(
          "| %s | %d | %.5f | %.5f | %.5f | %.5f | %.2f |",
          one.getKey().name(),
          one.getValue(),
          fit.of(FitModel.LINEAR_BLEND).training().rms(),
          fit.first().training().rms(),
          unseen(fit.of(FitModel.LINEAR_BLEND), others),
          unseen(fit.first(), others),
          skin.influenceCount() / (double) skin.examples().vertexCount());
    }
  }

  private void printFewPoses() throws IOException {
    print("%n### Few poses: hold-out of `as` relative to that of `ssd`%n");
    print(
        "| shapes | free, 2 poses | 4 | 5 | 6 | articulated, 2 poses | 4 | 5 | 6 |%n"
            + "|---|---|---|---|---|---|---|---|---|");
    for (Map.Entry<FitSequences, Integer> one : sequences().entrySet()) {
      if (one.getKey().training().frameCount() < 10) {
        continue;
      }
      StringBuilder row = new StringBuilder("| " + one.getKey().name() + " |");
      for (FitOptions options : List.of(FREE, RIG)) {
        for (int count : new int[] {2, 4, 5, 6}) {
          FitSequences few = one.getKey().few(count);
          FitResult fit = fit(few.training(), one.getValue(), options);
          MeshSequence others = few.holdout().orElseThrow();
          row.append(
              String.format(
                  Locale.ROOT,
                  " %.3f |",
                  unseen(fit.of(FitModel.ANIMATION_SPACE), others)
                      / unseen(fit.of(FitModel.LINEAR_BLEND), others)));
        }
      }
      print("%s", row);
    }
  }

  private void printBindPoses() throws IOException {
    print("%n### Bind poses and fallbacks%n");
    print(
        "| shapes | bones | training | hold-out | reference, largest | fallback / `ssd` fit |%n"
            + "|---|---|---|---|---|---|");
    for (Map.Entry<FitSequences, Integer> one : sequences().entrySet()) {
      for (FitOptions options :
          List.of(FREE, FREE.withExactRest(true), RIG.withExactRest(false), RIG)) {
        FitResult fit = fit(one.getKey().training(), one.getValue(), options);
        FittedSkin skin = fit.first().skin();
        FitErrors training = fit.first().training();
        print(
            "| %s | %d %s%s | %.5f | %.5f | %.6f | %.2f |",
            one.getKey().name(),
            one.getValue(),
            options.bones().articulated() ? "articulated" : "free",
            options.exactRest() ? ", exact reference" : "",
            training.rms(),
            unseen(fit.first(), one.getKey().holdout().orElseThrow()),
            training.perPose().getFirst().max(),
            fallbackRms(skin) / fit.of(FitModel.LINEAR_BLEND).training().rms());
      }
    }
  }

  private void printPublished() throws IOException {
    print("%n### E_RMS, free bones, with the reference and (in parentheses) without%n");
    print("| shapes | bones | `ssd` | `as` | `mwe` |%n|---|---|---|---|---|");
    for (FitSequences shapes : List.of(FitSequences.horse(data), FitSequences.wholeGallop(data))) {
      for (int bones : new int[] {10, 20, 30}) {
        FitResult fit = fit(shapes.training(), bones, FREE.withModels(FitModel.values()));
        StringBuilder row = new StringBuilder("| " + shapes.name() + " | " + bones + " |");
        for (FitModel model :
            List.of(FitModel.LINEAR_BLEND, FitModel.ANIMATION_SPACE, FitModel.MULTI_WEIGHT)) {
          FitErrors errors = fit.of(model).training();
          row.append(
              String.format(
                  Locale.ROOT,
                  " %.2f (%.2f) |",
                  errors.eRms(),
                  errors.eRms() * rmsWithoutReference(errors) / errors.rms()));
        }
        print("%s", row);
      }
    }
  }

  private static double rmsWithoutReference(FitErrors errors) {
    return Math.sqrt(
        errors.perPose().stream()
            .skip(1)
            .mapToDouble(PoseError::rms)
            .map(rms -> rms * rms)
            .average()
            .orElse(0));
  }

  private void printOptions() throws IOException {
    Map<String, FitOptions> all = new LinkedHashMap<>();
    all.put("defaults", FREE);
    all.put("`--mean-influences 1.8`", FREE.withMeanInfluences(1.8));
    all.put("`--max-influences 2`", FREE.withMaxInfluences(2));
    all.put(
        "`--max-influences 8 --mean-influences 4`",
        FREE.withMaxInfluences(8).withMeanInfluences(4));
    all.put("`--smooth 0`", FREE.withSmooth(0));
    all.put("`--smooth 2e-4`", FREE.withSmooth(2e-4));
    all.put("`--smooth 2e-3`", FREE.withSmooth(2e-3));
    all.put("`--shrink 0`", FREE.withShrink(0));
    all.put("`--shrink 1e-4`", FREE.withShrink(1e-4));
    all.put("`--shrink 0.01`", FREE.withShrink(0.01));
    all.put("`--shrink 0.04`", FREE.withShrink(0.04));
    all.put("`--shrink 1`", FREE.withShrink(1));
    all.put("`--moves 0`", FREE.withMoves(0));
    all.put("`--rounds 4`", FREE.withRounds(4));
    all.put("`--rounds 40`", FREE.withRounds(40));
    all.put("`--exact-rest`", FREE.withExactRest(true));
    all.put("`--scale`", FREE.withFreedom(BoneFreedom.SCALED));
    all.put("`--affine`", FREE.withFreedom(BoneFreedom.AFFINE));
    print("%n### Options, horse with 24 free bones, animation space%n");
    print("| options | influences | training, mean | rms | hold-out, rms |%n|---|---|---|---|---|");
    FitSequences horse = FitSequences.horse(data);
    for (Map.Entry<String, FitOptions> one : all.entrySet()) {
      FitResult fit =
          fit(horse.training(), 24, one.getValue().withModels(FitModel.ANIMATION_SPACE));
      FittedSkin skin = fit.first().skin();
      FitErrors training = fit.first().training();
      print(
          "| %s | %.2f | %.5f | %.5f | %.5f |",
          one.getKey(),
          skin.influenceCount() / (double) skin.examples().vertexCount(),
          training.mean(),
          training.rms(),
          unseen(fit.first(), horse.holdout().orElseThrow()));
    }
  }
}
