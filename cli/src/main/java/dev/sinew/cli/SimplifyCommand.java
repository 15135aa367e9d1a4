package dev.sinew.cli;

import dev.sinew.cli.line.FallbackOption;
import dev.sinew.cli.line.GoalOptions;
import dev.sinew.cli.line.JointOptions;
import dev.sinew.cli.line.LookText;
import dev.sinew.cli.line.MotionsOption;
import dev.sinew.cli.line.StreamOptions;
import dev.sinew.pipeline.SimplifyStep;
import dev.sinew.pipeline.Step;
import dev.sinew.pose.PoseSource;
import dev.sinew.simplify.HiddenSurface;
import dev.sinew.simplify.Measuring;
import dev.sinew.simplify.SimplifyMethod;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.simplify.SimplifyResult;
import dev.sinew.simplify.SurfaceWeight;
import dev.sinew.simplify.collapse.InfluenceRanking;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "simplify",
    description = {
      "Makes levels of detail of a character for all its poses.",
      "Errors are symmetric distances between the surfaces over all clips, in units of the longest"
          + " box side at rest. Texture seams, material borders and boundaries are kept. Several"
          + " levels are written to OUT-1.glb, OUT-2.glb and so on, in the order of the goals."
    },
    footer = {
      "",
      "Example:",
      "  sinew simplify model.glb --ratio 0.25 -o light.glb",
      "  sinew simplify model.glb --ratio 0.5,0.25,0.1 -o levels.glb",
      "  sinew simplify model.glb --ratio 0.5,0.25,0.1 --max-influences 4,2,1 -o levels.glb",
      "  sinew simplify model.glb --ratio 0.25,face=0.5 -o light.glb",
      "  sinew simplify model.glb --ratio 0.5,0.25 --max-joints 40,20 -o levels.glb",
      "  sinew simplify model.glb --pixels 1 --height 200 -o light.glb",
      "  sinew simplify model.glb --error 0.002 --lock-bones 'Hand.*' -o light.glb",
      "  sinew simplify model.glb --ratio 0.1 --drop-targets 'tongue*,cheek?' -o far.glb",
      "",
      "Meshes in correspondence have a command of their own: sinew help simplify-sequence"
    })
final class SimplifyCommand extends RewritingCommand<SimplifyStep.Request, SimplifyStep.Report> {
  @Parameters(
      arity = "1..*",
      paramLabel = "MODEL",
      description =
          "Characters, .glb, .gltf, .fbx or .vrm: files, folders, or patterns such as"
              + " 'models/*.glb'.")
  private List<Path> models = new ArrayList<>();

  @ArgGroup(exclusive = true, multiplicity = "1")
  private GoalOptions goals = new GoalOptions();

  @Option(
      names = "--method",
      paramLabel = "M",
      description =
          "The price of a collapse: quadric; aps, aps-sampled or aps-standard for characters with"
              + " texture coordinates (default: ${DEFAULT-VALUE}).")
  private SimplifyMethod method = SimplifyOptions.DEFAULTS.method();

  @Option(
      names = "--metric",
      paramLabel = "M",
      description =
          "The source of the poses: ${COMPLETION-CANDIDATES} (default: clips, or skeleton"
              + " without clips).")
  private @Nullable PoseSource metric;

  @Option(
      names = "--poses",
      paramLabel = "N",
      description = "The number of sample poses of the prices (default: ${DEFAULT-VALUE}).")
  private int poses = SimplifyOptions.DEFAULTS.posing().poses();

  @Option(
      names = "--permissive",
      description =
          "Allow texture and colour seams to move like any other edge, at the price of what shows.")
  private boolean permissive;

  @Option(
      names = "--strict-seams",
      description =
          "Keep seams above all. By default they move in levels that cannot be reached otherwise.")
  private boolean strictSeams;

  @Option(
      names = "--look",
      paramLabel = "L",
      description =
          "The share of appearance (normals, texture, colours) in the prices, 0 to 1; 0 prices"
              + " geometry alone (default: ${DEFAULT-VALUE}).")
  private double look = SimplifyOptions.DEFAULTS.emphasis().look();

  @Option(
      names = "--importance",
      paramLabel = "BY",
      description =
          "What errors count by: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). By detail,"
              + " they count more where the model's maker spent triangles, and less where nothing"
              + " is seen: faces, hands and small parts keep their shape. By area, the mean"
              + " distance is least.")
  private SurfaceWeight importance = SimplifyOptions.DEFAULTS.emphasis().weight();

  @Option(
      names = "--hidden",
      paramLabel = "HOW",
      description =
          "What happens to surface that is seen from outside in no pose, such as skin under"
              + " clothes: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}). weigh, its errors"
              + " count less; drop, its triangles are dropped first, but for a rim around what is"
              + " seen.")
  private HiddenSurface hidden = SimplifyOptions.DEFAULTS.emphasis().hidden();

  @Option(
      names = "--measure",
      paramLabel = "HOW",
      description =
          "How thoroughly errors are measured: ${COMPLETION-CANDIDATES} (default:"
              + " ${DEFAULT-VALUE}).")
  private Measuring measure = SimplifyOptions.DEFAULTS.measuring();

  @Option(
      names = "--no-polish",
      description = "Do not fit positions, weights and attributes of the levels to the original.")
  private boolean noPolish;

  @Option(
      names = "--no-flips",
      description =
          "Do not flip edges when levels are fitted to the original (the fit that --no-polish"
              + " leaves out): levels keep the triangles of the collapses and can be blended into"
              + " each other.")
  private boolean noFlips;

  @Option(
      names = "--insert",
      negatable = true,
      description =
          "Insert vertices where levels differ most from the original when they are fitted to it,"
              + " and take as many away where that shows least, or not (default: do not). With"
              + " --no-flips, streams, influences that are removed and ratios by name, levels keep"
              + " their vertices.")
  private @Nullable Boolean insert;

  @Option(
      names = "--keep-unused-seams",
      description = "Keep seams of texture coordinates that no texture uses.")
  private boolean keepUnusedSeams;

  @Option(
      names = "--lock-bones",
      paramLabel = "PATTERN",
      description = "Keep the vertices of joints whose names match.")
  private @Nullable Pattern lockBones;

  @Option(
      names = "--prefer-bones",
      paramLabel = "PATTERN",
      description = "Give the surface at joints whose names match ten times the weight.")
  private @Nullable Pattern preferBones;

  @Option(
      names = "--influences",
      description =
          "Also remove influences, in the order of their cost. The result is an animation-space"
              + " skin, together with its best linear blend approximation.")
  private boolean influences;

  @Option(
      names = "--rank",
      paramLabel = "R",
      description =
          "The order of influence removals: ${COMPLETION-CANDIDATES} (default: error). Implies"
              + " --influences.")
  private @Nullable InfluenceRanking rank;

  @Option(
      names = "--max-influences",
      split = ",",
      paramLabel = "K",
      description = "The maximum number of influences per vertex: one number, or one per level.")
  private List<Integer> maxInfluences = List.of();

  @Mixin private JointOptions joints = new JointOptions();

  @Option(
      names = "--priority-color",
      description =
          "Use the brightness of COLOR_0 as the weight: white has ten times the weight of black.")
  private boolean priorityColor;

  @Option(
      names = "--clip-weight",
      paramLabel = "CLIP=W",
      description =
          "The weight of a clip, by name or by number from 0 (default: 1). May be repeated.")
  private Map<String, Double> clipWeights = new LinkedHashMap<>();

  @Mixin private StreamOptions streams = new StreamOptions();

  @Option(
      names = "--msft-lod",
      description =
          "Write the levels to one file, after the model itself, with the extension MSFT_lod, not"
              + " to OUT-1.glb, OUT-2.glb and so on. Blender and Godot show all levels of such a"
              + " file at once. A USD file has them as variants.")
  private boolean oneFile;

  @Option(
      names = "--maps",
      paramLabel = "N",
      description =
          "Give levels UV atlases of their own and the normals and textures of the model as maps,"
              + " of as many texels as the level needs, at most N × N. A level gets them only if"
              + " its pictures are then closer to the model's; the report has what they cost and"
              + " gain.")
  private @Nullable Integer maps;

  @Option(
      names = "--drop-targets",
      split = ",",
      paramLabel = "PATTERN",
      description =
          "Leave out morph targets by name or by number from 0, where * stands for any characters"
              + " and ? for one; MESH:NAME is that of one mesh. Their weights in clips and"
              + " expressions go too. Targets that move nothing after the simplification are left"
              + " out without asking.")
  private List<String> dropTargets = List.of();

  @Mixin private FallbackOption fallback = new FallbackOption();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description = "The output file: .glb, .gltf, .vrm, .usda or .usdz.")
  private @Nullable Path output;

  @Mixin private MotionsOption motions = new MotionsOption();

  @Override
  List<Path> motions() {
    return motions.files();
  }

  @Override
  Step<SimplifyStep.Request, SimplifyStep.Report> step() {
    return new SimplifyStep();
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
  boolean needsOutput() {
    return true;
  }

  @Override
  Optional<String> alsoWrites() {
    return streams.files().save().isPresent()
        ? Optional.of("a stream")
        : goals.levels().size() > 1 && !oneFile
            ? Optional.of("a file per level")
            : Optional.empty();
  }

  @Override
  SimplifyStep.Request options(Path model, Optional<Path> target) {
    if (method == SimplifyMethod.ADSD) {
      throw new IllegalArgumentException(
          "--method adsd: for meshes in correspondence, see 'sinew help simplify-sequence'");
    }
    SimplifyOptions options =
        new SimplifyOptions(
            new SimplifyOptions.Goals(
                goals.levels(),
                goals.ratios(),
                streams.files().save().isPresent(),
                Optional.empty()),
            method,
            new SimplifyOptions.Posing(Optional.ofNullable(metric), poses, clipWeights),
            new SimplifyOptions.Seams(permissive, strictSeams, keepUnusedSeams),
            new SimplifyOptions.Emphasis(
                look,
                importance,
                Optional.ofNullable(lockBones),
                Optional.ofNullable(preferBones),
                priorityColor,
                hidden),
            new SimplifyOptions.Skin(
                influences && rank == null
                    ? Optional.of(InfluenceRanking.ERROR)
                    : Optional.ofNullable(rank),
                maxInfluences,
                joints.joints()),
            new SimplifyOptions.Fitting(
                !noPolish,
                !noFlips,
                insert == null ? SimplifyOptions.DEFAULTS.fitting().insert() : insert),
            measure);
    return new SimplifyStep.Request(
        model,
        options,
        dropTargets,
        streams.files(),
        oneFile,
        fallback.influences(),
        maps == null ? OptionalInt.empty() : OptionalInt.of(maps),
        target.orElseThrow());
  }

  @Override
  void print(SimplifyStep.Report report, PrintWriter out) {
    printLevels(report, out);
  }

  /** Prints the levels of characters or of meshes in correspondence. */
  static void printLevels(SimplifyStep.Report report, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%d triangles, %d vertices, %d influences; %d poses priced (%s), %d measured%n",
        report.before().triangles(),
        report.before().vertices(),
        report.before().influences(),
        report.poses().pricedPoses(),
        report.poses().metric(),
        report.poses().measuredPoses());
    for (SimplifyResult.Dropped part : report.hidden()) {
      out.printf(
          Locale.ROOT,
          "  hidden: %d of %d triangles of %s dropped%n",
          part.triangles(),
          part.of(),
          part.mesh());
    }
    out.println("  errors in longest box sides at rest");
    print(report.weights(), out);
    for (SimplifyStep.Level level : report.levels()) {
      out.printf(
          Locale.ROOT,
          "  %7d triangles  %7d vertices  %7d influences (at most %d)%s%s%n",
          level.size().triangles(),
          level.size().vertices(),
          level.size().influences(),
          level.size().mostInfluences(),
          error(level) + look(level),
          level.goal().reached() ? "" : "  (goal not reached)");
      JointOptions.print(level.size().joints(), out);
      if (level.error() != null && level.error().shownFrom() != null) {
        SimplifyStep.ShownFrom from = level.error().shownFrom();
        out.printf(
            Locale.ROOT,
            "          differs by less than a pixel from a distance of %.4g (%.0f of %d lines,"
                + " %.0f°)%n",
            from.distance(),
            from.pixels(),
            from.screenHeight(),
            from.fieldOfView());
      }
      if (level.seen().verdict() != null) {
        out.println("          " + level.seen().verdict());
      }
      print(level.maps(), out);
      if (level.bound() != null) {
        out.printf(
            Locale.ROOT,
            "          at most %.6f with every joint within its range%n",
            level.bound());
      }
      for (SimplifyStep.Followed one : level.transferred().followed()) {
        out.printf(
            Locale.ROOT,
            "          %s  rms %.6f  max %.6f  worst frame %.6f at %s%n",
            one.name(),
            one.rms(),
            one.max(),
            one.worstFrameRms(),
            one.worstPose());
      }
      print(level.transferred().weights(), out);
      FallbackOption.print(level.fallback(), out);
    }
    report.notes().forEach(note -> out.println("  " + note));
  }

  private static void print(SimplifyStep.@Nullable Maps maps, PrintWriter out) {
    if (maps == null) {
      return;
    }
    out.printf(
        Locale.ROOT,
        "          maps of %d texels: %s, %+.1f KB",
        maps.resolution(),
        maps.used() ? "used" : "not used",
        maps.bytes() / 1000.0);
    if (maps.maeWithout() != null && maps.maeWith() != null) {
      out.printf(
          Locale.ROOT,
          "; pictures differ by %.4f without, by %.4f with them",
          maps.maeWithout(),
          maps.maeWith());
    }
    out.println();
  }

  private static void print(SimplifyStep.@Nullable Weights weights, PrintWriter out) {
    if (weights == null) {
      return;
    }
    out.printf(
        Locale.ROOT,
        "          weights of %d vertices, %.6f away on average",
        weights.from(),
        weights.meanDistance());
    if (weights.rms() != null && weights.max() != null) {
      out.printf(Locale.ROOT, ": posed, rms %.6f  max %.6f", weights.rms(), weights.max());
    }
    out.println();
  }

  private static String error(SimplifyStep.Level level) {
    return level.error() == null
        ? "  not measured"
        : String.format(
            Locale.ROOT,
            "  rms %.6f  max %.6f%s  worst frame %.6f at %s",
            level.error().rms(),
            level.error().max(),
            level.error().detailRms() == null
                ? ""
                : String.format(Locale.ROOT, "  detail %.4f", level.error().detailRms()),
            level.error().worstFrameRms(),
            level.error().worstPose());
  }

  private static String look(SimplifyStep.Level level) {
    return level.seen().look() == null ? "" : "  " + LookText.of(level.seen().look());
  }

  @Override
  String summary(SimplifyStep.Report report) {
    return summaryOf(report);
  }

  /** Returns the numbers of triangles before and after. */
  static String summaryOf(SimplifyStep.Report report) {
    List<String> levels = new ArrayList<>();
    for (SimplifyStep.Level level : report.levels()) {
      levels.add(level.size().triangles() + (level.goal().reached() ? "" : " (goal not reached)"));
    }
    return report.before().triangles() + " → " + String.join(", ", levels) + " triangles";
  }
}
