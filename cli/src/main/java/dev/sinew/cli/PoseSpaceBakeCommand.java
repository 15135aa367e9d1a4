package dev.sinew.cli;

import dev.sinew.pipeline.Step;
import dev.sinew.pipeline.posespace.PoseSpaceBakeStep;
import dev.sinew.posespace.bake.MorphBakeOptions;
import dev.sinew.skin.SkinningMethod;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "bake",
    description = {
      "Writes the correctives of clips into a model as morph targets with weight tracks, which any"
          + " viewer plays.",
      "Includes the difference of the skinning model from linear blending, and dynamics. All else"
          + " of the file is kept."
    },
    footer = {"", "Example:", "  sinew posespace bake arm.glb arm.psdb --clip bend -o baked.glb"})
final class PoseSpaceBakeCommand
    extends StepCommand<PoseSpaceBakeStep.Options, PoseSpaceBakeStep.Report> {
  @Parameters(index = "0", paramLabel = "MODEL", description = "A character: .glb or .gltf.")
  private Path model = Path.of("");

  @Parameters(index = "1", paramLabel = "DB", description = "Its correctives: .psdb.")
  private Path database = Path.of("");

  @Option(
      names = "--clip",
      paramLabel = "NAME-or-number",
      split = ",",
      description = "The clips to bake (default: all).")
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
      names = "--skinning",
      paramLabel = "M",
      description =
          "The skinning model under the correctives: ${COMPLETION-CANDIDATES} (default: the one"
              + " they were trained on).")
  private @Nullable SkinningMethod skinning;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT",
      description = "The output file: .glb or .gltf.")
  private Path output = Path.of("");

  @Override
  Step<PoseSpaceBakeStep.Options, PoseSpaceBakeStep.Report> step() {
    return new PoseSpaceBakeStep();
  }

  @Override
  PoseSpaceBakeStep.Options options() {
    return new PoseSpaceBakeStep.Options(
        model,
        database,
        clips,
        Optional.ofNullable(skinning),
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
    if (!report.reached()) {
      out.println("note: the error asked for needs more targets; raise --max-targets");
    }
  }
}
