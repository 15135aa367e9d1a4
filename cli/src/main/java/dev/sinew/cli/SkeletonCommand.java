package dev.sinew.cli;

import dev.sinew.extract.SkeletonOptions;
import dev.sinew.extract.SkeletonResult.FoundLimb;
import dev.sinew.model.Issue;
import dev.sinew.pipeline.SkeletonStep;
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
    name = "skeleton",
    description = {
      "Finds a skeleton in the shape of a mesh, and weights: a statue becomes a character.",
      "With several poses joints are where the limbs bend, and every pose becomes a clip. Poses may"
          + " have different triangles."
    },
    footer = {
      "",
      "Example:",
      "  sinew skeleton statue.glb -o rigged.glb",
      "  sinew skeleton rest.obj poses/*.obj -o rigged.glb"
    })
final class SkeletonCommand extends StepCommand<SkeletonStep.Options, SkeletonStep.Report> {
  @Parameters(
      arity = "1..*",
      paramLabel = "EXAMPLES",
      description =
          "Shapes: .obj, folders or patterns of .obj, or .glb and .gltf without a skin. The first"
              + " is the reference.")
  private List<String> examples = new ArrayList<>();

  @Option(
      names = "--reference",
      paramLabel = "FILE",
      description = "The shape at rest, which is rigged (default: the first).")
  private @Nullable Path reference;

  @Mixin private SkeletonSearch search = new SkeletonSearch();

  @Option(
      names = "--max-influences",
      paramLabel = "K",
      description = "The maximum number of influences per vertex (default: ${DEFAULT-VALUE}).")
  private int maxInfluences = SkeletonOptions.DEFAULTS.maxInfluences();

  @Option(
      names = "--field",
      paramLabel = "OUT",
      description = "Also write the reference coloured by the field: .glb or .gltf.")
  private @Nullable Path field;

  @Option(
      names = "--graph",
      paramLabel = "OUT",
      description = "Also write iso-curves and the graph of their centres: .glb or .gltf.")
  private @Nullable Path graph;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description = "The rigged character: .glb, .gltf, .usda or .usdz (default: only report).")
  private @Nullable Path output;

  @Override
  Step<SkeletonStep.Options, SkeletonStep.Report> step() {
    return new SkeletonStep();
  }

  @Override
  SkeletonStep.Options options() {
    return new SkeletonStep.Options(
        examples,
        Optional.ofNullable(reference),
        search.options(maxInfluences),
        Optional.ofNullable(output),
        Optional.ofNullable(field),
        Optional.ofNullable(graph));
  }

  @Override
  void print(SkeletonStep.Report report, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%d shapes, %d limbs, %d joints%n",
        report.shapes(),
        report.skeleton().limbs(),
        report.skeleton().joints());
    if (report.shapes() > 1) {
      out.printf(
          Locale.ROOT,
          "  corresponding: %d of %d poses%n",
          report.corresponding(),
          report.shapes() - 1);
    }
    for (FoundLimb part : report.skeleton().parts()) {
      out.printf(
          Locale.ROOT,
          "  %-10s length %.3g, radius %.3g, %d joints%n",
          part.name(),
          part.length(),
          part.radius(),
          part.joints());
    }
    for (Issue issue : report.issues()) {
      out.println("  " + issue);
    }
  }
}
