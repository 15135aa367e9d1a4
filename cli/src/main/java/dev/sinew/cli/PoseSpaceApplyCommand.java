package dev.sinew.cli;

import dev.sinew.pipeline.DeformStep;
import dev.sinew.pipeline.Step;
import dev.sinew.pipeline.posespace.PoseSpaceApplyStep;
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
    name = "apply",
    description = "Plays a clip with correctives into a sequence of meshes.",
    footer = {
      "",
      "Example:",
      "  sinew posespace apply arm.glb arm.psdb --clip examples -o corrected.pc2"
    })
final class PoseSpaceApplyCommand
    extends StepCommand<PoseSpaceApplyStep.Options, PoseSpaceApplyStep.Report> {
  @Parameters(index = "0", paramLabel = "MODEL", description = "A character: .glb or .gltf.")
  private Path model = Path.of("");

  @Parameters(index = "1", paramLabel = "DB", description = "Its correctives: .psdb.")
  private Path database = Path.of("");

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
      description = "A .pc2 or .mdd file; any other name is a folder of OBJ files.")
  private Path output = Path.of("");

  @Override
  Step<PoseSpaceApplyStep.Options, PoseSpaceApplyStep.Report> step() {
    return new PoseSpaceApplyStep();
  }

  @Override
  PoseSpaceApplyStep.Options options() {
    return new PoseSpaceApplyStep.Options(
        model,
        database,
        Optional.ofNullable(clip),
        Optional.ofNullable(motion),
        framesPerSecond,
        Optional.ofNullable(skinning),
        output);
  }

  @Override
  void print(PoseSpaceApplyStep.Report report, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "played %s (%.3f s): %d frames of %d vertices with %s correctives of %d poses%n",
        report.played().clip(),
        report.played().seconds(),
        report.played().frames(),
        report.played().vertices(),
        report.method(),
        report.poses());
    report.played().notes().forEach(note -> out.println("note: " + note));
  }
}
