package dev.sinew.cli;

import dev.sinew.cli.line.LookText;
import dev.sinew.cli.line.MotionsOption;
import dev.sinew.cli.line.RegionText;
import dev.sinew.distance.CompareOptions;
import dev.sinew.distance.Comparison;
import dev.sinew.distance.SurfaceError;
import dev.sinew.pipeline.CompareStep;
import dev.sinew.pipeline.Step;
import dev.sinew.pipeline.input.LevelChoice;
import dev.sinew.simplify.Measuring;
import dev.sinew.skin.SkinningMethod;
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
    name = "compare",
    description = {
      "Measures the distance between two characters over all poses of all clips, and says from how"
          + " far they look the same, and which regions differ.",
      "Distances are in units of the reference's longest box side at rest."
    },
    footer = {
      "",
      "Example:",
      "  sinew compare model.glb lighter.glb -o error.png",
      "  sinew compare model.glb model.glb --reference-method ssd --method dqs",
      "  sinew compare levels.glb --level all",
      "  sinew compare levels.glb --level 1 --correctives level-1.psdb --reference-correctives"
          + " full.psdb"
    })
final class CompareCommand extends ModelsCommand<CompareStep.Options, CompareStep.Report> {
  @Parameters(index = "0", paramLabel = "REFERENCE", description = "The reference character.")
  private Path reference = Path.of("");

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "CANDIDATE",
      description =
          "The characters to measure: files, folders, or patterns; with --level by default the"
              + " reference.")
  private List<Path> candidates = new ArrayList<>();

  @Option(
      names = "--level",
      paramLabel = "N,..|all",
      description =
          "Levels of detail of the candidate (MSFT_lod), each compared with level 0 of"
              + " the reference (default: the scenes as they are).")
  private @Nullable String level;

  @Option(
      names = "--reference-method",
      paramLabel = "M",
      description =
          "The skinning model of the reference: ${COMPLETION-CANDIDATES} (default: that of the"
              + " character).")
  private @Nullable SkinningMethod referenceMethod;

  @Option(
      names = "--method",
      paramLabel = "M",
      description = "The skinning model of the candidate (default: that of the character).")
  private @Nullable SkinningMethod method;

  @Option(
      names = "--fps",
      paramLabel = "N",
      description = "Frames per second at which clips are sampled (default: ${DEFAULT-VALUE}).")
  private double framesPerSecond = CompareOptions.DEFAULTS.framesPerSecond();

  @Option(
      names = "--measure",
      paramLabel = "HOW",
      description =
          "How thoroughly the distance between the surfaces and the appearance are measured, as"
              + " simplify does: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Measuring measure = Measuring.FULL;

  @Option(
      names = "--reference-correctives",
      paramLabel = "DB",
      description =
          "Pose-space correctives of the reference, to compare a level with a corrected original.")
  private @Nullable Path referenceCorrectives;

  @Option(
      names = "--correctives",
      paramLabel = "DB",
      description =
          "Pose-space correctives of the candidate, as 'posespace train' writes them: .psdb."
              + " Dynamics run from the start of every clip.")
  private @Nullable Path correctives;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description =
          "The output file, the reference coloured by error: .glb or .gltf, or .png for a picture"
              + " of it with a scale. A folder for several candidates.")
  private @Nullable Path output;

  @Mixin private MotionsOption motions = new MotionsOption();

  @Override
  List<Path> motions() {
    return motions.files();
  }

  @Override
  Step<CompareStep.Options, CompareStep.Report> step() {
    return new CompareStep();
  }

  @Override
  List<Path> models() {
    if (candidates.isEmpty() && level == null) {
      throw new IllegalArgumentException(
          "expected a CANDIDATE, or --level for a level of REFERENCE");
    }
    return candidates.isEmpty() ? List.of(reference) : candidates;
  }

  @Override
  Optional<Path> output() {
    return Optional.ofNullable(output);
  }

  @Override
  CompareStep.Options options(Path candidate, Optional<Path> target) {
    return new CompareStep.Options(
        reference,
        candidate,
        level == null ? LevelChoice.SCENE : LevelChoice.parse(level),
        new CompareOptions(
            Optional.ofNullable(referenceMethod), Optional.ofNullable(method), framesPerSecond),
        measure,
        Optional.ofNullable(referenceCorrectives),
        Optional.ofNullable(correctives),
        target);
  }

  @Override
  String summary(CompareStep.Report found) {
    return String.format(
        Locale.ROOT, "rms %.6f, max %.6f", found.error().rms(), found.error().max());
  }

  @Override
  void print(CompareStep.Report found, PrintWriter out) {
    for (CompareStep.LevelError one : found.levels()) {
      out.printf(
          Locale.ROOT,
          "level %d  %7d triangles  rms %.6f  max %.6f%s%n",
          one.level(),
          one.triangles(),
          one.surface() == null ? one.rms() : one.surface().rms(),
          one.surface() == null ? one.max() : one.surface().max(),
          one.seen().look() == null ? "" : "  " + LookText.of(one.seen().look()));
      if (one.seen().verdict() != null) {
        out.println("  " + one.seen().verdict());
      }
    }
    out.printf(
        Locale.ROOT,
        "%d poses, %d vertices, by %s; distances in longest box sides of the reference%n",
        found.compared().poses(),
        found.compared().vertices(),
        found.compared().correspondence());
    out.printf(
        Locale.ROOT,
        "  distance  mean %.6f  rms %.6f  max %.6f%n",
        found.error().mean(),
        found.error().rms(),
        found.error().max());
    SurfaceError surface = found.surface();
    if (surface != null) {
      out.printf(
          Locale.ROOT,
          "  surfaces  rms %.6f  max %.6f  (two-sided over %d poses, as simplify measures)%n",
          surface.rms(),
          surface.max(),
          surface.poses());
    }
    if (found.seen().look() != null) {
      out.println("  look      " + LookText.of(found.seen().look()) + "  (as simplify measures)");
    }
    if (found.seen().verdict() != null) {
      out.println("  verdict   it " + found.seen().verdict());
    }
    RegionText.print(found.seen().regions(), out);
    out.printf(
        Locale.ROOT,
        "  normals of the triangles  mean %.2f°  max %.2f°%n",
        found.error().meanNormalDegrees(),
        found.error().maxNormalDegrees());
    out.printf(
        Locale.ROOT,
        "  worst frame %s, vertex %d%n",
        found.error().worst().pose(),
        found.error().worst().vertex());
    for (Comparison.ClipError clip : found.details().clips()) {
      out.printf(
          Locale.ROOT,
          "  %-24s rms %.6f  max %.6f%n",
          clip.name(),
          clip.error().rms(),
          clip.error().max());
    }
  }
}
