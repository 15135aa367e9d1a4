package dev.sinew.cli;

import dev.sinew.cli.line.LevelOption;
import dev.sinew.pipeline.Step;
import dev.sinew.pipeline.posespace.PoseSpaceTransferStep;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "transfer",
    description = {
      "Transfers correctives to another mesh on the same joints: a level of detail, a similar"
          + " mesh.",
      "Each vertex takes those of the closest point of the old surface at rest, dynamics too."
    },
    footer = {
      "",
      "Example:",
      "  sinew posespace transfer light.glb arm.psdb -o light.psdb",
      "  sinew posespace transfer levels.glb arm.psdb --level 2 -o level-2.psdb"
    })
final class PoseSpaceTransferCommand
    extends StepCommand<PoseSpaceTransferStep.Options, PoseSpaceTransferStep.Report> {
  @Parameters(index = "0", paramLabel = "MODEL", description = "The other character.")
  private Path model = Path.of("");

  @Parameters(index = "1", paramLabel = "DB", description = "The correctives: .psdb.")
  private Path database = Path.of("");

  @Mixin private LevelOption level = new LevelOption();

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT",
      description = "The output file: .psdb.")
  private Path output = Path.of("");

  @Override
  Step<PoseSpaceTransferStep.Options, PoseSpaceTransferStep.Report> step() {
    return new PoseSpaceTransferStep();
  }

  @Override
  PoseSpaceTransferStep.Options options() {
    return new PoseSpaceTransferStep.Options(model, level.level(), database, output);
  }

  @Override
  void print(PoseSpaceTransferStep.Report report, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%d poses for %d vertices, %.3g of the size away on average, %.3g at most%n",
        report.poses(),
        report.vertices(),
        report.meanDistance(),
        report.maxDistance());
    report.notes().forEach(note -> out.println("note: " + note));
  }
}
