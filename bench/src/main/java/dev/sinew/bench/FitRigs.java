package dev.sinew.bench;

import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.FittedModel;
import dev.sinew.fit.FittedSkin;
import dev.sinew.model.MeshSequence;
import dev.sinew.rig.Articulation;
import dev.sinew.rig.WindingNumber;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Fits skeletons to all sequences at hand and prints Markdown: errors of bones that rotate about
 * joints beside those of free bones, and found skeletons beside known ones. The argument is the
 * folder of the data.
 */
public final class FitRigs {
  private final RunContext context;

  private FitRigs(RunContext context) {
    this.context = context;
  }

  /** Prints both tables. */
  public static void main(String[] args) throws IOException {
    Path data = Path.of(args[0]);
    try (RunContext context = RunContext.create()) {
      FitRigs rigs = new FitRigs(context);
      rigs.printErrors(data);
      rigs.printSkeletons(data);
    }
  }

  private void printErrors(Path data) throws IOException {
    System.out.println(
        "| shapes | bones | model | free | articulated | ratio | hold-out, free | articulated |"
            + " ratio | joints outside | trees | idle bones |");
    System.out.println("|---|---|---|---|---|---|---|---|---|---|---|---|");
    printErrors(FitSequences.horse(data), 24);
    printErrors(FitSequences.horse(data), 20);
    printErrors(FitSequences.gallop(data), 20);
    printErrors(FitSequences.bone(data), 20);
    printErrors(FitSequences.truth(data, "wolf", "poses-1"), 21);
    printErrors(FitSequences.truth(data, "cylinder", "poses-1"), 4);
    printErrors(FitSequences.truth(data, "cylinder", "poses-2"), 4);
    printErrors(FitSequences.sample("arm"), 4);
    printErrors(FitSequences.sample("biped"), 18);
    printErrors(FitSequences.sample("quadruped"), 22);
  }

  private void printErrors(FitSequences sequences, int bones) {
    FitResult fit = fit(sequences, bones);
    for (FittedModel jointed : fit.models()) {
      FitModel model = jointed.skin().model();
      FittedModel free = fit.ofFreeBones(model);
      double before = free.training().rms();
      double after = jointed.training().rms();
      StringBuilder row = new StringBuilder();
      row.append(
          String.format(
              Locale.ROOT,
              "| %s | %d | `%s` | %.5f | %.5f | %.2f |",
              sequences.name(),
              bones,
              model.label(),
              before,
              after,
              after / before));
      if (sequences.holdout().isPresent()) {
        MeshSequence unseen = sequences.holdout().get();
        double beforeUnseen = free.solve(unseen, context).errors().rms();
        double afterUnseen = jointed.solve(unseen, context).errors().rms();
        row.append(
            String.format(
                Locale.ROOT,
                " %.5f | %.5f | %.2f |",
                beforeUnseen,
                afterUnseen,
                afterUnseen / beforeUnseen));
      } else {
        row.append(" – | – | – |");
      }
      System.out.printf(
          Locale.ROOT,
          "%s %d | %d | %d |%n",
          row,
          outside(jointed.skin()),
          jointed.skin().hierarchy().rootCount(),
          jointed.skin().idleBoneCount());
    }
  }

  private FitResult fit(FitSequences sequences, int bones) {
    FitOptions options =
        FitOptions.DEFAULTS
            .withModels(FitModel.LINEAR_BLEND, FitModel.ANIMATION_SPACE)
            .withFreeBones(true);
    return Fit.run(sequences.training(), new BoneSource.Found(bones), options, context);
  }

  /** Returns the number of joints outside the body, without those of roots. */
  static int outside(FittedSkin skin) {
    Articulation skeleton = Objects.requireNonNull(skin.articulation());
    WindingNumber winding =
        new WindingNumber(skin.examples().restPositions(), skin.examples().reference().triangles());
    int count = 0;
    for (int b = 0; b < skin.boneCount(); b++) {
      boolean root = skeleton.tree().parents()[b] < 0;
      count += root || winding.isInside(skeleton.joints(), 3 * b) ? 0 : 1;
    }
    return count;
  }

  private void printSkeletons(Path data) throws IOException {
    System.out.println();
    System.out.println(
        "| known skeleton | bones | groups | links between them | wrong | joints off, mean |"
            + " largest |");
    System.out.println("|---|---|---|---|---|---|---|");
    for (String poses : List.of("poses-1", "poses-2")) {
      print(FitSequences.truth(data, "cylinder", poses), KnownRig.read(data, "cylinder", poses), 4);
    }
    print(FitSequences.truth(data, "wolf", "poses-1"), KnownRig.read(data, "wolf", "poses-1"), 21);
    print(FitSequences.sample("biped"), KnownRig.of(Samples.create("biped")), 18);
    print(FitSequences.sample("quadruped"), KnownRig.of(Samples.create("quadruped")), 22);
  }

  private void print(FitSequences sequences, KnownRig known, int bones) {
    FitOptions options = FitOptions.DEFAULTS.withModels(FitModel.LINEAR_BLEND);
    FitResult fit = Fit.run(sequences.training(), new BoneSource.Found(bones), options, context);
    TreeComparison found = known.compare(fit.first().skin());
    System.out.printf(
        Locale.ROOT,
        "| %s | %d | %d | %d | %d | %.4f | %.4f |%n",
        sequences.name(),
        bones,
        found.groups(),
        found.links(),
        found.wrong(),
        found.meanDistance(),
        found.maxDistance());
  }
}
