package dev.sinew.cli;

import dev.sinew.pipeline.DeformStep;
import dev.sinew.pipeline.Step;
import dev.sinew.skin.SkinningMethod;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
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

  @Option(
      names = "--clip",
      paramLabel = "NAME-or-number",
      description = "The clip to play (default: the motion).")
  private @Nullable String clip;

  @Option(
      names = "--motion",
      paramLabel = "FILE.bvh",
      description = "A motion to play; joints are matched by name, without case and prefix.")
  private @Nullable Path motion;

  @Option(
      names = "--fps",
      paramLabel = "N",
      description = "Frames per second (default: ${DEFAULT-VALUE}).")
  private double framesPerSecond = DeformStep.Options.DEFAULT_FRAMES_PER_SECOND;

  @Option(
      names = "--method",
      paramLabel = "M",
      description =
          "The skinning model: ${COMPLETION-CANDIDATES} (default: that of the character, ssd or"
              + " as).")
  private @Nullable SkinningMethod method;

  @Option(
      names = "--correctives",
      paramLabel = "DB",
      description =
          "Pose-space correctives over the skinning model, as 'posespace train' writes them:"
              + " .psdb.")
  private @Nullable Path correctives;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT",
      description = "A .pc2 or .mdd file; any other name is a folder of OBJ files.")
  private Path output = Path.of("");

  @Override
  Step<DeformStep.Options, DeformStep.DeformReport> step() {
    return new DeformStep();
  }

  @Override
  DeformStep.Options options() {
    return new DeformStep.Options(
        model,
        Optional.ofNullable(clip),
        Optional.ofNullable(motion),
        framesPerSecond,
        Optional.ofNullable(method),
        Optional.ofNullable(correctives),
        output);
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
