package dev.sinew.cli;

import dev.sinew.cli.line.DeformationOptions;
import dev.sinew.cli.line.LevelOption;
import dev.sinew.pipeline.PoseStep;
import dev.sinew.pipeline.Step;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "pose",
    description = "Writes one posed mesh.",
    footer = {
      "",
      "Example:",
      "  sinew pose model.glb --clip walk --time 0.4 -o posed.obj",
      "  sinew pose model.glb --motion run.bvh --time 0.4 -o posed.obj"
    })
final class PoseCommand extends ModelsCommand<PoseStep.Options, PoseStep.PoseReport> {
  @Parameters(
      arity = "1..*",
      paramLabel = "MODEL",
      description = "Characters (.glb, .gltf, .fbx, .vrm): files, folders, or patterns.")
  private List<Path> models = new ArrayList<>();

  @Option(
      names = "--clip",
      paramLabel = "NAME-or-number",
      description =
          "The clip to take the pose from, by name or by number from 0 (default: the motion, or the"
              + " rest pose).")
  private @Nullable String clip;

  @Option(
      names = "--motion",
      paramLabel = "FILE",
      description =
          "A motion to take the pose from, from BVH or of another model; joints are matched by"
              + " name, and rest poses and sizes may differ.")
  private @Nullable Path motion;

  @Option(
      names = "--time",
      paramLabel = "S",
      description = "Seconds into the clip (default: ${DEFAULT-VALUE}).")
  private double time;

  @Mixin private LevelOption level = new LevelOption();

  @Mixin private DeformationOptions deformation = new DeformationOptions();

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT",
      description =
          "The output file: .obj, .ply, .glb or .gltf. A folder for several models, as .glb or"
              + " .gltf.")
  private Path output = Path.of("");

  @Override
  Step<PoseStep.Options, PoseStep.PoseReport> step() {
    return new PoseStep();
  }

  @Override
  List<Path> models() {
    return models;
  }

  @Override
  Optional<Path> output() {
    return Optional.of(output);
  }

  @Override
  PoseStep.Options options(Path model, Optional<Path> target) {
    return new PoseStep.Options(
        model,
        level.level(),
        Optional.ofNullable(clip),
        Optional.ofNullable(motion),
        time,
        deformation.deformation(),
        target.orElse(output));
  }

  @Override
  String summary(PoseStep.PoseReport report) {
    return String.format(
        Locale.ROOT, "%d vertices, %d triangles", report.vertices(), report.triangles());
  }

  @Override
  void print(PoseStep.PoseReport report, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "posed %d vertices, %d triangles %s%n",
        report.vertices(),
        report.triangles(),
        report.clip() == null
            ? "at rest"
            : "at %s s of %s".formatted(report.time(), report.clip()));
    report.notes().forEach(note -> out.println("note: " + note));
  }
}
