package dev.sinew.cli;

import dev.sinew.cli.line.CorrectedModel;
import dev.sinew.cli.line.LevelOption;
import dev.sinew.cli.line.PlayOptions;
import dev.sinew.pipeline.Step;
import dev.sinew.pipeline.posespace.PoseSpaceApplyStep;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "apply",
    description = "Plays a clip with correctives into a sequence of meshes.",
    footer = {
      "",
      "Example:",
      "  sinew posespace apply arm.glb arm.psdb --clip examples -o corrected.pc2"
    })
final class PoseSpaceApplyCommand
    extends StepCommand<PoseSpaceApplyStep.Options, PoseSpaceApplyStep.Report> {
  @Mixin private CorrectedModel corrected = new CorrectedModel();

  @Mixin private LevelOption level = new LevelOption();

  @Mixin private PlayOptions play = new PlayOptions();

  @Override
  Step<PoseSpaceApplyStep.Options, PoseSpaceApplyStep.Report> step() {
    return new PoseSpaceApplyStep();
  }

  @Override
  PoseSpaceApplyStep.Options options() {
    return new PoseSpaceApplyStep.Options(
        corrected.model(),
        level.level(),
        corrected.database(),
        play.clip(),
        play.motion(),
        play.framesPerSecond(),
        corrected.skinning(),
        play.output());
  }

  @Override
  void print(PoseSpaceApplyStep.Report report, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "played %s (%.3f s): %d frames of %d vertices with %s correctives of %d poses,"
            + " %.3f µs per vertex%n",
        report.played().clip(),
        report.played().seconds(),
        report.played().frames(),
        report.played().vertices(),
        report.method(),
        report.poses(),
        report.microsecondsPerVertex());
    report.played().notes().forEach(note -> out.println("note: " + note));
  }
}
