package dev.sinew.cli;

import dev.sinew.cli.line.GoalOptions;
import dev.sinew.cli.line.StreamOptions;
import dev.sinew.pipeline.SequenceStep;
import dev.sinew.pipeline.SimplifyStep;
import dev.sinew.pipeline.Step;
import dev.sinew.simplify.SequenceOptions;
import dev.sinew.simplify.SimplifyMethod;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "simplify-sequence",
    description = {
      "Makes levels of detail of meshes in correspondence, all shapes together.",
      "Every shape keeps the same triangles and gets positions of its own. Errors are symmetric"
          + " distances between the surfaces over all shapes, in units of the longest box side of"
          + " the mesh at rest. Several levels are written to OUT-1, OUT-2 and so on."
    },
    footer = {
      "",
      "Example:",
      "  sinew simplify-sequence poses/ --ratio 0.3 -o light",
      "  sinew simplify-sequence dance.pc2 --reference rest.obj --ratio 0.3,0.05 -o levels",
      "  sinew simplify-sequence poses/ --ratio 0.3,0.05 --weights rig.glb -o levels"
    })
final class SequenceCommand extends ModelsCommand<SequenceStep.Request, SimplifyStep.Report> {
  @Parameters(
      arity = "1..*",
      paramLabel = "SHAPES",
      description = "Shapes of one mesh: a folder of .obj files, a .pc2 or .mdd.")
  private List<Path> shapes = new ArrayList<>();

  @Option(
      names = "--reference",
      paramLabel = "MESH",
      description = "The mesh at rest of a point cache or of a folder of meshes: .obj.")
  private @Nullable Path reference;

  @Option(
      names = "--follow",
      paramLabel = "CACHE",
      description =
          "A point cache of the same mesh to which the same collapses are applied. May be"
              + " repeated.")
  private List<Path> follow = List.of();

  @Option(
      names = "--weights",
      paramLabel = "RIG",
      description =
          "A skinned character of the mesh or of one of its levels. Its weights are transferred to"
              + " all levels, and each level is also written as rig.glb.")
  private @Nullable Path weights;

  @ArgGroup(exclusive = true, multiplicity = "1")
  private GoalOptions goals = new GoalOptions();

  @Option(
      names = "--method",
      paramLabel = "M",
      description =
          "The price of a collapse: quadric, the sum over the shapes; adsd, the sum of the squares,"
              + " which protects parts that change much in any one shape (default:"
              + " ${DEFAULT-VALUE}).")
  private SimplifyMethod method = SequenceOptions.DEFAULTS.method();

  @Option(
      names = "--permissive",
      description = "Allow texture seams to move like any other edge, at the price of what shows.")
  private boolean permissive;

  @Option(names = "--no-polish", description = "Do not fit positions of the levels to the shapes.")
  private boolean noPolish;

  @Mixin private StreamOptions streams = new StreamOptions();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      required = true,
      description = "The output folder.")
  private @Nullable Path output;

  @Override
  Step<SequenceStep.Request, SimplifyStep.Report> step() {
    return new SequenceStep();
  }

  @Override
  List<Path> models() {
    return shapes;
  }

  @Override
  Optional<Path> output() {
    return Optional.ofNullable(output);
  }

  @Override
  SequenceStep.Request options(Path model, Optional<Path> target) {
    if (!goals.ratios().isEmpty()) {
      throw new IllegalArgumentException(
          "--ratio with a name: shapes have no meshes or materials to tell apart");
    }
    return new SequenceStep.Request(
        model,
        Optional.ofNullable(reference),
        follow,
        Optional.ofNullable(weights),
        SequenceOptions.DEFAULTS
            .withLevels(goals.levels())
            .withMethod(method)
            .withPermissive(permissive)
            .withPolish(!noPolish),
        streams.files(),
        target.orElseThrow());
  }

  @Override
  void print(SimplifyStep.Report report, PrintWriter out) {
    SimplifyCommand.printLevels(report, out);
  }

  @Override
  String summary(SimplifyStep.Report report) {
    return SimplifyCommand.summaryOf(report);
  }
}
