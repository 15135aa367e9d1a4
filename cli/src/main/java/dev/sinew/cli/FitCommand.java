package dev.sinew.cli;

import dev.sinew.cli.line.FallbackOption;
import dev.sinew.fit.FitErrors;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.model.Issue;
import dev.sinew.pipeline.FitStep;
import dev.sinew.pipeline.FitStep.ModelErrors;
import dev.sinew.pipeline.Step;
import dev.sinew.rig.BoneFreedom;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

@Command(
    name = "fit",
    description = {
      "Fits a skinned character to example meshes in correspondence: finds bones, their motions, a"
          + " skeleton and a skin.",
      "Errors are in units of the reference's longest box side."
    },
    footer = {
      "",
      "Example:",
      "  sinew fit poses/ --reference rest.obj --bones 24 --holdout gallop.pc2 -o horse.glb",
      "  sinew fit rest.obj pose1.obj pose2.obj --rig rig.glb --model ssd -o character.glb"
    })
final class FitCommand extends StepCommand<FitStep.Options, FitStep.Report> {
  /** Reads the names of the skinning models. */
  static final class ModelName implements ITypeConverter<FitModel> {
    @Override
    public FitModel convert(String text) {
      for (FitModel model : FitModel.values()) {
        if (model.label().equals(text.toLowerCase(Locale.ROOT))) {
          return model;
        }
      }
      throw new TypeConversionException(
          "expected one of "
              + Arrays.stream(FitModel.values()).map(FitModel::label).toList()
              + ", got "
              + text);
    }
  }

  /** The names, for panels. */
  static final class ModelNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(FitModel.values()).map(FitModel::label).iterator();
    }
  }

  @Parameters(
      arity = "1..*",
      paramLabel = "EXAMPLES",
      description = "Shapes of one mesh: .obj files, folders and patterns of them, .pc2, .mdd.")
  private List<String> examples = new ArrayList<>();

  @Option(
      names = "--reference",
      paramLabel = "FILE",
      description = "The mesh at rest: .obj (default: the first OBJ file).")
  private @Nullable Path reference;

  @Option(names = "--bones", paramLabel = "N", description = "The number of bones to find.")
  private @Nullable Integer bones;

  @Option(
      names = "--rig",
      paramLabel = "RIG",
      description = "Use the joints of this character as bones: .glb, .gltf, .fbx or .vrm.")
  private @Nullable Path rig;

  @Option(
      names = "--keep-influences",
      description = "With --rig: a vertex keeps the joints that influence it in the rig.")
  private boolean keepInfluences;

  @Option(
      names = "--skeleton",
      paramLabel = "HOW",
      description =
          "Use the joints of a skeleton found in the examples as bones: shape, as the command"
              + " skeleton finds it.")
  private @Nullable SkeletonFrom skeleton;

  @Mixin private SkeletonSearch search = new SkeletonSearch();

  @Option(
      names = "--cores",
      paramLabel = "FILE",
      description =
          "Use these groups of vertices as bones: a JSON object of bone names with lists of"
              + " vertices.")
  private @Nullable Path cores;

  @Option(
      names = "--model",
      converter = ModelName.class,
      completionCandidates = ModelNames.class,
      paramLabel = "M",
      description =
          "as: animation space; ssd: linear blend skinning; mwe: multi-weight enveloping"
              + " (default: as).")
  private FitModel model = FitModel.ANIMATION_SPACE;

  @Option(
      names = "--max-influences",
      paramLabel = "K",
      description = "The maximum number of influences per vertex (default: ${DEFAULT-VALUE}).")
  private int maxInfluences = FitOptions.DEFAULTS.influences().max();

  @Option(
      names = "--mean-influences",
      paramLabel = "X",
      description =
          "The maximum mean number of influences per vertex in animation space (default: "
              + FitOptions.MEAN_INFLUENCES
              + ", or as many as linear blending has if these are more).")
  private @Nullable Double meanInfluences;

  @Option(
      names = "--smooth",
      paramLabel = "δ",
      description =
          "The weight of smoothness between neighbours in animation space (default:"
              + " ${DEFAULT-VALUE}).")
  private double smooth = FitOptions.DEFAULTS.smooth();

  @Option(
      names = "--shrink",
      paramLabel = "λ",
      description =
          "The weight that pulls animation space to linear blending (default: ${DEFAULT-VALUE}).")
  private double shrink = FitOptions.DEFAULTS.shrink();

  @Option(
      names = "--moves",
      paramLabel = "N",
      description =
          "The maximum number of times that a bone of little use is tried elsewhere (default:"
              + " ${DEFAULT-VALUE}).")
  private int moves = FitOptions.DEFAULTS.moves();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "The number of rounds that solve skin and bones in turn, once bones are found (default:"
              + " ${DEFAULT-VALUE}).")
  private int rounds = FitOptions.DEFAULTS.rounds();

  @Option(names = "--scale", description = "Allow uniform scale of the bones.")
  private boolean scaledBones;

  @Option(
      names = "--affine",
      description =
          "Allow any affine map of the bones, for elastic shapes such as faces; bones have no"
              + " parents.")
  private boolean affineBones;

  @Option(
      names = "--exact-rest",
      negatable = true,
      description =
          "Animation space reproduces the reference within 0.0001 of the box, at the price of more"
              + " error in other poses (default: yes for bones that rotate, no for free ones).")
  private @Nullable Boolean exactRest;

  @Option(
      names = "--articulated",
      description = "Bones rotate about fixed joints; only the root moves (default).")
  private boolean articulated;

  @Option(
      names = "--free-bones",
      description = "Bones move freely, so joints stretch; --scale implies it.")
  private boolean freeBones;

  @Option(
      names = "--holdout",
      arity = "1..*",
      paramLabel = "EXAMPLES",
      description =
          "Shapes that the fit does not see, to measure it on. Write them after the EXAMPLES.")
  private List<String> holdout = new ArrayList<>();

  @Option(
      names = {"--thin", "--through"},
      hidden = true,
      paramLabel = "R",
      description = "Moved to the benchmarks.")
  private @Nullable String moved;

  @Option(names = "--holdout-clip", description = "Write the poses of the hold-out as a clip.")
  private boolean holdoutClip;

  @Option(
      names = "--compare",
      description =
          "Fit and measure all models, and the model with bones that move freely, and print their"
              + " errors.")
  private boolean compare;

  @Option(
      names = "--motion",
      paramLabel = "FILE",
      description =
          "With --rig: a motion that becomes a clip of the fitted character; joints are matched by"
              + " name.")
  private @Nullable Path motion;

  @Mixin private FallbackOption fallback = new FallbackOption();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description = "The output file: .glb, .gltf, .usda or .usdz (default: only measure).")
  private @Nullable Path output;

  @Override
  Step<FitStep.Options, FitStep.Report> step() {
    return new FitStep();
  }

  @Override
  FitStep.Options options() {
    if (moved != null) {
      throw new IllegalArgumentException(
          "--thin and --through: expected neither, bench/fit measures them now; to fit a large mesh"
              + " through a level, use simplify --save-stream on the shapes, fit on the level, and"
              + " simplify --use-stream --weights; to solve poses from some vertices, use solve"
              + " --markers");
    }
    FitOptions fit =
        FitOptions.DEFAULTS
            .withModels(model)
            .withMaxInfluences(maxInfluences)
            .withSmooth(smooth)
            .withShrink(shrink)
            .withMoves(moves)
            .withRounds(rounds)
            .withBones(new FitOptions.BoneMovement(freedom(), articulated()));
    fit = fit.withExactRest(exactRest == null ? fit.bones().isJointed() : exactRest);
    fit = meanInfluences == null ? fit : fit.withMeanInfluences(meanInfluences);
    FitStep.Options options =
        FitStep.Options.of(examples, bones())
            .withFit(compare ? fit.withComparison() : fit)
            .withFallbackInfluences(fallback.influences());
    options = reference == null ? options : options.withReference(reference);
    options = output == null ? options : options.withOutput(output);
    options = options.withHoldout(new FitStep.Holdout(holdout, holdoutClip));
    return motion == null ? options : options.withMotion(motion);
  }

  private boolean articulated() {
    String other =
        freeBones ? "--free-bones" : scaledBones ? "--scale" : affineBones ? "--affine" : "";
    if (articulated && !other.isEmpty()) {
      throw new IllegalArgumentException("--articulated: expected no " + other);
    }
    return !freeBones;
  }

  private BoneFreedom freedom() {
    if (scaledBones && affineBones) {
      throw new IllegalArgumentException("--affine: expected no --scale, which it includes");
    }
    return affineBones ? BoneFreedom.AFFINE : scaledBones ? BoneFreedom.SCALED : BoneFreedom.RIGID;
  }

  /** Where a skeleton is found. */
  private enum SkeletonFrom {
    SHAPE;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private FitStep.Bones bones() {
    long sources = Stream.of(bones, rig, cores, skeleton).filter(Objects::nonNull).count();
    if (sources != 1) {
      throw new IllegalArgumentException(
          "expected one of --bones, --rig, --skeleton and --cores, "
              + (sources == 0 ? "for example --bones 24" : "got " + sources));
    }
    if (keepInfluences && rig == null) {
      throw new IllegalArgumentException("--keep-influences: expected a --rig");
    }
    if (search.isGiven() && skeleton == null) {
      throw new IllegalArgumentException(
          "--source, --min-limb, --joint-gain and --levels: expected --skeleton shape");
    }
    if (bones != null) {
      return new FitStep.Bones.Found(bones);
    }
    if (skeleton != null) {
      return new FitStep.Bones.Shape(search.options(maxInfluences));
    }
    return rig != null
        ? new FitStep.Bones.Rig(rig, keepInfluences)
        : new FitStep.Bones.Cores(Objects.requireNonNull(cores));
  }

  @Override
  void print(FitStep.Report report, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%d vertices, %d examples, %d bones, %.2f influences per vertex (%d at most), model %s%n",
        report.fitted().vertices(),
        report.fitted().examples(),
        report.fitted().bones(),
        report.fitted().influences().mean(),
        report.fitted().influences().max(),
        report.fitted().model());
    List<ModelErrors> all = report.comparison();
    if (all != null) {
      all.forEach(
          one -> {
            out.printf(
                Locale.ROOT, "%s: %.2f influences per vertex%n", one.model(), one.influences());
            print(one.model() + " training", one.training(), out);
            print(one.model() + " hold-out", one.holdout(), out);
          });
    } else {
      print("training", report.training(), out);
      print("hold-out", report.holdout(), out);
    }
    FitStep.FreeErrors free = report.freeBones();
    if (free != null) {
      print("for comparison, free bones: training", free.training(), out);
      print("for comparison, free bones: hold-out", free.holdout(), out);
    }
    FallbackOption.print(report.fallback(), out);
    for (Issue issue : report.issues()) {
      out.println("  " + issue);
    }
  }

  private static void print(String what, @Nullable FitErrors errors, PrintWriter out) {
    if (errors != null) {
      out.printf(
          Locale.ROOT,
          "%-12s mean %.6f  rms %.6f  max %.6f  eRms %.3f  normals mean %.2f°  max %.1f°"
              + "  stretch %.2f%n",
          what,
          errors.mean(),
          errors.rms(),
          errors.max(),
          errors.eRms(),
          errors.normals().meanNormalDegrees(),
          errors.normals().maxNormalDegrees(),
          errors.maxStretch());
    }
  }
}
