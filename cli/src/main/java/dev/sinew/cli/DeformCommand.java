package dev.sinew.cli;

import dev.sinew.cli.line.DeformationOptions;
import dev.sinew.cli.line.LevelOption;
import dev.sinew.cli.line.PlayOptions;
import dev.sinew.pipeline.DeformStep;
import dev.sinew.pipeline.Step;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "deform",
    description = "Plays a clip into a sequence of meshes.",
    footer = {
      "",
      "Example:",
      "  sinew deform model.glb --clip walk --fps 30 -o walk.pc2",
      "  sinew deform model.glb --motion run.bvh -o run.pc2"
    })
final class DeformCommand extends StepCommand<DeformStep.Options, DeformStep.DeformReport> {
  @Parameters(paramLabel = "MODEL", description = "A character: .glb or .gltf.")
  private Path model = Path.of("");

  @Mixin private PlayOptions play = new PlayOptions();

  @Mixin private LevelOption level = new LevelOption();

  @Mixin private DeformationOptions deformation = new DeformationOptions();

  @Override
  Step<DeformStep.Options, DeformStep.DeformReport> step() {
    return new DeformStep();
  }

  @Override
  DeformStep.Options options() {
    return new DeformStep.Options(
        model,
        level.level(),
        play.clip(),
        play.motion(),
        play.framesPerSecond(),
        deformation.method(),
        deformation.correctives(),
        play.output());
  }

  @Override
  void print(DeformStep.DeformReport report, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "played %s (%.3f s): %d frames of %d vertices%n",
        report.clip(),
        report.seconds(),
        report.frames(),
        report.vertices());
    report.notes().forEach(note -> out.println("note: " + note));
  }
}
