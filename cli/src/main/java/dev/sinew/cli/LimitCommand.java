package dev.sinew.cli;

import dev.sinew.cli.line.FallbackOption;
import dev.sinew.cli.line.MotionsOption;
import dev.sinew.distance.ErrorSummary;
import dev.sinew.influence.LimitOptions;
import dev.sinew.pipeline.LimitStep;
import dev.sinew.pipeline.Step;
import dev.sinew.pose.PoseSource;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "limit",
    description = {
      "Limits the number of influences per vertex with the least error over all poses: joints and"
          + " weights are solved again.",
      "Reports the distance from the input, and for comparison the distance if the smallest weights"
          + " were dropped and the others normalised."
    },
    footer = {"", "Example:", "  sinew limit model.glb --max-influences 4 -o limited.glb"})
final class LimitCommand extends RewritingCommand<LimitStep.Options, LimitStep.Report> {
  @Parameters(
      arity = "1..*",
      paramLabel = "MODEL",
      description =
          "Characters, .glb, .gltf, .fbx or .vrm: files, folders, or patterns such as"
              + " 'models/*.glb'.")
  private List<Path> models = new ArrayList<>();

  @Option(
      names = "--max-influences",
      required = true,
      paramLabel = "K",
      description = "The maximum number of influences per vertex.")
  private int maxInfluences = LimitOptions.DEFAULTS.maxInfluences();

  @Option(
      names = "--metric",
      paramLabel = "M",
      description =
          "The poses that count: clips, the frames of the clips; range, the range of every joint in"
              + " the clips, all joints independent; skeleton, every joint turned by up to 45"
              + " degrees; rest, the rest pose alone (default: ${DEFAULT-VALUE}).")
  private PoseSource metric = LimitOptions.DEFAULTS.metric();

  @Option(
      names = "--model",
      paramLabel = "M",
      description =
          "The skinning model of the meshes that are limited: ssd, linear blend weights; as,"
              + " animation space with the best weights beside it for other viewers (default:"
              + " ${DEFAULT-VALUE}).")
  private LimitOptions.Model kind = LimitOptions.DEFAULTS.model();

  @Option(
      names = "--move-rest",
      description =
          "Also move vertices at rest, where that makes the error over all poses smaller.")
  private boolean moveRest;

  @Option(
      names = "--helpers",
      paramLabel = "N",
      description =
          "The maximum number of helper joints to add per skin: each follows vertices that lose"
              + " joints, and has keys in every clip (default: ${DEFAULT-VALUE}).")
  private int helpers;

  @Option(
      names = "--clip-weight",
      paramLabel = "CLIP=W",
      description =
          "The weight of a clip, by name or by number from 0 (default: 1). May be repeated.")
  private Map<String, Double> clipWeights = new LinkedHashMap<>();

  @Mixin private FallbackOption fallback = new FallbackOption();

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
  Step<LimitStep.Options, LimitStep.Report> step() {
    return new LimitStep();
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
  LimitStep.Options options(Path model, Optional<Path> target) {
    return new LimitStep.Options(
        model,
        new LimitOptions(maxInfluences, metric, kind, moveRest, helpers, clipWeights),
        fallback.influences(),
        target);
  }

  @Override
  void print(LimitStep.Report report, PrintWriter out) {
    if (isUnchanged(report)) {
      out.println(unchanged(report));
      report.notes().forEach(note -> out.println("note: " + note));
      return;
    }
    out.printf(
        Locale.ROOT,
        "%.2f influences per vertex, at most %d → %.2f, at most %d%n",
        report.change().before().influences().mean(),
        report.change().before().influences().max(),
        report.change().after().influences().mean(),
        report.change().after().influences().max());
    if (report.change().helpers() > 0) {
      out.printf(Locale.ROOT, "%d joints added%n", report.change().helpers());
    }
    FallbackOption.print(report.fallback(), out);
    print("error", report.distance().error(), out);
    print("dropping the smallest", report.distance().naive(), out);
    report.notes().forEach(note -> out.println("note: " + note));
  }

  private boolean isUnchanged(LimitStep.Report report) {
    return report.change().helpers() == 0
        && report.change().after().influences().max() <= maxInfluences
        && report.change().before().equals(report.change().after())
        && report.distance().error().max() == 0;
  }

  private static String unchanged(LimitStep.Report report) {
    return String.format(
        Locale.ROOT,
        "already at most %d influences per vertex: nothing changed",
        report.change().before().influences().max());
  }

  private static void print(String what, ErrorSummary error, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%s: rms %.3g, mean %.3g, max %.3g (%s)%n",
        what,
        error.rms(),
        error.mean(),
        error.max(),
        error.worst().pose());
  }

  @Override
  String summary(LimitStep.Report report) {
    if (isUnchanged(report)) {
      return unchanged(report);
    }
    return String.format(
        Locale.ROOT,
        "at most %d → %d influences, rms %.3g",
        report.change().before().influences().max(),
        report.change().after().influences().max(),
        report.distance().error().rms());
  }
}
