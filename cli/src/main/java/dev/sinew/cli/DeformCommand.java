package dev.sinew.cli;

import dev.sinew.cli.line.DeformationOptions;
import dev.sinew.cli.line.LevelOption;
import dev.sinew.cli.line.PlayOptions;
import dev.sinew.pipeline.DeformStep;
import dev.sinew.pipeline.Step;
import dev.sinew.pipeline.input.ModelSet;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
final class DeformCommand extends ModelsCommand<DeformStep.Options, DeformStep.DeformReport> {
  /** What several models are written as. */
  private static final String CACHE = "pc2";

  @Parameters(
      arity = "1..*",
      paramLabel = "MODEL",
      description =
          "Characters (.glb, .gltf, .fbx, .vrm): files, folders, or patterns; several are written"
              + " as .pc2 into a folder.")
  private List<Path> models = new ArrayList<>();

  @Mixin private PlayOptions play = new PlayOptions();

  @Mixin private LevelOption level = new LevelOption();

  @Mixin private DeformationOptions deformation = new DeformationOptions();

  @Override
  Step<DeformStep.Options, DeformStep.DeformReport> step() {
    return new DeformStep();
  }

  @Override
  List<Path> models() {
    return models;
  }

  @Override
  Optional<Path> output() {
    return Optional.of(play.output());
  }

  @Override
  List<Optional<Path>> outputs(ModelSet set) throws IOException {
    return set.outputs(play.output(), CACHE);
  }

  @Override
  DeformStep.Options options(Path model, Optional<Path> target) {
    return new DeformStep.Options(
        model,
        level.level(),
        play.clip(),
        play.motion(),
        play.framesPerSecond(),
        deformation.deformation(),
        target.orElse(play.output()));
  }

  @Override
  String summary(DeformStep.DeformReport report) {
    return String.format(
        Locale.ROOT, "%d frames of %d vertices", report.frames(), report.vertices());
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
