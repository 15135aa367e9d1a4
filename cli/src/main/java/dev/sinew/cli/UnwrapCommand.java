package dev.sinew.cli;

import dev.sinew.cli.line.MotionsOption;
import dev.sinew.pipeline.Step;
import dev.sinew.pipeline.UnwrapStep;
import dev.sinew.pose.PoseSource;
import dev.sinew.unwrap.ChartPrice;
import dev.sinew.unwrap.Packing;
import dev.sinew.unwrap.Seams;
import dev.sinew.unwrap.UnwrapOptions;
import dev.sinew.unwrap.UnwrapResult.GivenCharts;
import dev.sinew.unwrap.UnwrapResult.StretchSummary;
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
    name = "unwrap",
    description = {
      "Makes a UV atlas of all meshes that the scene shows, with the least stretch over all poses:"
          + " no flipped and no overlapping triangles.",
      "Reports charts, L2 stretch (1 is isometric) in the rest pose and over the frames, and the"
          + " share of the texture that is used. Beside the output, OUT-atlas.png shows the"
          + " atlas."
    },
    footer = {"", "Example:", "  sinew unwrap model.glb --checker -o unwrapped.glb"})
final class UnwrapCommand extends RewritingCommand<UnwrapStep.Options, UnwrapStep.Report> {
  private static final UnwrapOptions DEFAULTS = UnwrapOptions.DEFAULTS;

  @Parameters(
      arity = "1..*",
      paramLabel = "MODEL",
      description =
          "Characters, .glb, .gltf, .fbx or .vrm: files, folders, or patterns such as"
              + " 'models/*.glb'.")
  private List<Path> models = new ArrayList<>();

  @Option(
      names = "--metric",
      paramLabel = "M",
      description =
          "The poses that count: clips, the frames of the clips; range, the range of every joint in"
              + " the clips, all joints independent; skeleton, every joint turned by up to 45"
              + " degrees; rest, the rest pose alone (default: ${DEFAULT-VALUE}).")
  private PoseSource metric = DEFAULTS.metric();

  @Option(
      names = "--charts",
      paramLabel = "N",
      description =
          "Merge charts until N remain, whatever their stretch, as far as discs are possible"
              + " (default: as long as the stretch allows).")
  private @Nullable Integer charts;

  @Option(
      names = "--max-stretch",
      paramLabel = "S",
      description =
          "The largest L2 stretch of a merged chart in the metric (default: ${DEFAULT-VALUE};"
              + " without effect with --charts).")
  private double maxStretch = DEFAULTS.charting().maxStretch();

  @Option(
      names = "--price",
      paramLabel = "P",
      description =
          "How the first charts are priced: area-ratio; mean-distance, from their best planes, for"
              + " comparison (default: ${DEFAULT-VALUE}).")
  private ChartPrice price = DEFAULTS.charting().price();

  @Option(
      names = "--seams",
      paramLabel = "S",
      description =
          "Where charts end: automatic; given, also at the seams of the given texture coordinates;"
              + " islands, exactly at them, each with the given map or a new one, whichever has"
              + " less stretch, except where an island is no disc or has no such map without flips"
              + " (default: ${DEFAULT-VALUE}).")
  private Seams seams = DEFAULTS.seams();

  @Option(
      names = "--straight",
      description =
          "Make the borders between charts straight lines in the texture, as simplification with"
              + " textures needs them.")
  private boolean straight;

  @Option(
      names = "--resolution",
      paramLabel = "N",
      description =
          "The side of the texture in texels, for the padding (default: ${DEFAULT-VALUE}).")
  private int resolution = DEFAULTS.layout().resolution();

  @Option(
      names = "--padding",
      paramLabel = "N",
      description = "The least distance of charts in texels (default: ${DEFAULT-VALUE}).")
  private int padding = DEFAULTS.layout().padding();

  @Option(
      names = "--packing",
      paramLabel = "P",
      description =
          "How charts are placed: bitmap, by their shapes; rows, their boxes in rows (default:"
              + " ${DEFAULT-VALUE}).")
  private Packing packing = DEFAULTS.layout().packing();

  @Option(
      names = "--replace",
      description =
          "Replace the first set of texture coordinates and transfer all textures to the atlas;"
              + " refused if one cannot follow (default: the atlas becomes the first free set,"
              + " after sets that no material uses are dropped, and textures stay as they are).")
  private boolean replace;

  @Option(names = "--checker", description = "Also write a checkered model, OUT-checker.glb.")
  private boolean checker;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description = "The output file: .glb, .gltf, .vrm, .usda or .usdz (default: only measure).")
  private @Nullable Path output;

  @Mixin private MotionsOption motions = new MotionsOption();

  @Override
  List<Path> motions() {
    return motions.files();
  }

  @Override
  Step<UnwrapStep.Options, UnwrapStep.Report> step() {
    return new UnwrapStep();
  }

  @Override
  List<Path> models() {
    return models;
  }

  @Override
  Optional<Path> output() {
    return Optional.ofNullable(output);
  }

  @Override
  Optional<String> alsoWrites() {
    return checker ? Optional.of("a checkered model") : Optional.empty();
  }

  @Override
  UnwrapStep.Options options(Path model, Optional<Path> target) {
    UnwrapOptions options =
        DEFAULTS
            .withMetric(metric)
            .withMaxStretch(maxStretch)
            .withPrice(price)
            .withSeams(seams)
            .withStraight(straight)
            .withTexture(resolution, padding)
            .withPacking(packing)
            .withReplace(replace);
    return new UnwrapStep.Options(
        model, charts == null ? options : options.withCharts(charts), checker, target);
  }

  @Override
  void print(UnwrapStep.Report report, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%d charts, %.1f %% of the texture used, %d flipped, %d overlapping%n",
        report.figures().charts(),
        100 * report.figures().packing(),
        report.figures().flipped(),
        report.figures().overlapping());
    StretchSummary stretch = report.figures().stretch();
    out.printf(Locale.ROOT, "stretch: rest %.4f", stretch.rest());
    if (stretch.frames() > 0) {
      out.printf(
          Locale.ROOT,
          ", mean %.4f, max %.4f over %d frames",
          stretch.mean(),
          stretch.max(),
          stretch.frames());
    }
    out.printf(Locale.ROOT, "; texel efficiency %.3f%n", report.figures().texelEfficiency());
    GivenCharts given = report.figures().given();
    if (given != null) {
      out.printf(
          Locale.ROOT,
          "given texture coordinates: stretch %s; %d of %d charts are better from them%n",
          given.stretch() == null
              ? "infinite"
              : String.format(Locale.ROOT, "mean %.4f", given.stretch()),
          given.charts(),
          report.figures().charts());
    }
    report
        .sets()
        .forEach(
            set -> out.printf(Locale.ROOT, "%s: texture coordinates %d%n", set.mesh(), set.set()));
    report.notes().forEach(note -> out.println("note: " + note));
  }

  @Override
  String summary(UnwrapStep.Report report) {
    return String.format(
        Locale.ROOT,
        "%d charts, mean stretch %.4f",
        report.figures().charts(),
        report.figures().stretch().mean());
  }
}
