package dev.sinew.cli;

import dev.sinew.cli.line.CorrectedModel;
import dev.sinew.cli.line.LevelOption;
import dev.sinew.pipeline.Step;
import dev.sinew.pipeline.posespace.PoseSpaceBakeStep;
import dev.sinew.posespace.bake.MorphBakeOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "bake",
    description = {
      "Writes the correctives of clips into a model as morph targets with weight tracks, which any"
          + " viewer plays.",
      "Includes the difference of the skinning model from linear blending, and dynamics. All else"
          + " of the file is kept. An animation-space skin is baked into the linear blend that"
          + " other viewers show instead of it."
    },
    footer = {"", "Example:", "  sinew posespace bake arm.glb arm.psdb --clip flex -o baked.glb"})
final class PoseSpaceBakeCommand
    extends StepCommand<PoseSpaceBakeStep.Options, PoseSpaceBakeStep.Report> {
  @Mixin private CorrectedModel corrected = new CorrectedModel();

  @Mixin private LevelOption level = new LevelOption();

  @Option(
      names = "--clip",
      paramLabel = "NAME-or-number",
      split = ",",
      description = "The clips to bake, by name or by number from 0 (default: all).")
  private List<String> clips = new ArrayList<>();

  @Option(
      names = "--error",
      paramLabel = "E",
      description =
          "The largest distance of a vertex before skinning from its corrected place, in units of"
              + " the model's longest side (default: ${DEFAULT-VALUE}).")
  private double error = MorphBakeOptions.DEFAULTS.error();

  @Option(
      names = "--max-targets",
      paramLabel = "N",
      description = "The maximum number of targets per mesh (default: ${DEFAULT-VALUE}).")
  private int targets = MorphBakeOptions.DEFAULTS.targets();

  @Option(
      names = "--fps",
      paramLabel = "N",
      description = "Keys per second of the weights (default: ${DEFAULT-VALUE}).")
  private double framesPerSecond = MorphBakeOptions.DEFAULTS.framesPerSecond();

  @Option(
      names = "--loop",
      description = "Clips loop: dynamics at the start continue those at the end.")
  private boolean loop;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT",
      description = "The output file: .glb, .gltf, .vrm, .usda or .usdz.")
  private Path output = Path.of("");

  @Override
  Step<PoseSpaceBakeStep.Options, PoseSpaceBakeStep.Report> step() {
    return new PoseSpaceBakeStep();
  }

  @Override
  PoseSpaceBakeStep.Options options() {
    return new PoseSpaceBakeStep.Options(
        corrected.model(),
        level.level(),
        corrected.database(),
        clips,
        corrected.skinning(),
        new MorphBakeOptions(error, targets, framesPerSecond, loop),
        output);
  }

  @Override
  void print(PoseSpaceBakeStep.Report report, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%d targets for %d frames of %d clips: rms %.3g, max %.3g (without: rms %.3g, max %.3g)%n",
        report.targets().stream().mapToInt(Integer::intValue).sum(),
        report.frames(),
        report.clips().size(),
        report.error().rms(),
        report.error().max(),
        report.skin().rms(),
        report.skin().max());
    PoseSpaceBakeStep.Distance own = report.animationSpace();
    if (own != null) {
      out.printf(
          Locale.ROOT,
          "the animation-space skin, which ignores the targets: rms %.3g, max %.3g%n",
          own.rms(),
          own.max());
    }
    if (!report.reached()) {
      out.println("note: the error asked for needs more targets; raise --max-targets");
    }
  }
}
