package dev.sinew.cli;

import dev.sinew.pipeline.Step;
import dev.sinew.pipeline.posespace.MotionTakes;
import dev.sinew.pipeline.posespace.PoseSpaceTrainStep;
import dev.sinew.posespace.JointSpace;
import dev.sinew.posespace.PoseSpaceMethod;
import dev.sinew.posespace.TrainOptions;
import dev.sinew.posespace.dynamic.DynamicMethod;
import dev.sinew.posespace.dynamic.DynamicOptions;
import dev.sinew.posespace.dynamic.DynamicResult;
import dev.sinew.skin.SkinningMethod;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "train",
    description = {
      "Makes a database of correctives from example shapes of a character.",
      "Example k belongs to key k of a clip of the character; if the clip has one key more, the"
          + " first is the reference, as 'fit' writes it."
    },
    footer = {
      "",
      "Example:",
      "  sinew posespace train arm.glb --examples examples -o arm.psdb",
      "  sinew posespace train horse.glb --examples 'horse-*.obj' --reference rest.obj -o"
          + " horse.psdb",
      "  sinew posespace train body.glb --examples sim.pc2 --clip run --fps 30 --poses 40 --method"
          + " local -o body.psdb",
      "  sinew posespace train body.glb --dynamic spring --take sim.pc2=run --take-fps 30 -o"
          + " body.psdb"
    })
final class PoseSpaceTrainCommand
    extends StepCommand<PoseSpaceTrainStep.Options, PoseSpaceTrainStep.Report> {
  @Parameters(paramLabel = "MODEL", description = "A character: .glb, .gltf, .fbx or .vrm.")
  private Path model = Path.of("");

  @Option(
      names = "--examples",
      arity = "1..*",
      paramLabel = "EXAMPLES",
      description =
          "Meshes in correspondence with the model: OBJ files, folders or patterns of them, point"
              + " caches (.pc2, .mdd). A mesh named reference.obj, or ...-reference.obj, is the one"
              + " at rest, as --reference. Optional with --take.")
  private List<String> examples = new ArrayList<>();

  @Option(
      names = "--reference",
      paramLabel = "FILE",
      description =
          "A mesh of the examples at rest, if their vertices have another order than the model's."
              + " Among the examples it is left out.")
  private @Nullable Path reference;

  @Option(
      names = "--clip",
      paramLabel = "NAME-or-number",
      description =
          "The clip with the poses of the examples, by name or by number from 0 (default:"
              + " examples).")
  private @Nullable String clip;

  @Option(
      names = "--fps",
      paramLabel = "N",
      description = "Example k belongs to k/N seconds of the clip (default: to key k).")
  private double framesPerSecond;

  @Option(
      names = "--method",
      paramLabel = "M",
      description = "The interpolator: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private PoseSpaceMethod method = TrainOptions.DEFAULTS.method();

  @Option(
      names = "--skinning",
      paramLabel = "M",
      description =
          "The skinning model to correct: ${COMPLETION-CANDIDATES} (default: that of the"
              + " character).")
  private @Nullable SkinningMethod skinning;

  @Option(
      names = "--space",
      paramLabel = "S",
      description = "What describes a joint: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private JointSpace space = TrainOptions.DEFAULTS.space();

  @Option(
      names = "--form",
      paramLabel = "F",
      description =
          "Where offsets are added: ${COMPLETION-CANDIDATES} of the skin (default:"
              + " ${DEFAULT-VALUE}).")
  private TrainOptions.Form form = TrainOptions.DEFAULTS.form();

  @Option(
      names = "--poses",
      paramLabel = "N",
      description = "Choose this number of examples and measure on the others (default: all).")
  private int poses;

  @Option(
      names = "--picks",
      paramLabel = "P",
      description = "How --poses are chosen: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private TrainOptions.Picks picks = TrainOptions.DEFAULTS.picks();

  @Option(
      names = "--basis-error",
      paramLabel = "E",
      description =
          "The largest error of the stored offsets, in units of the model's longest side (default:"
              + " ${DEFAULT-VALUE}).")
  private double basisError = TrainOptions.DEFAULTS.basisError();

  @Option(
      names = "--dynamic",
      paramLabel = "M",
      description =
          "How what depends on motion is fitted to takes: ${COMPLETION-CANDIDATES} (default:"
              + " ${DEFAULT-VALUE}).")
  private DynamicMethod dynamic = DynamicOptions.DEFAULTS.method();

  @Option(
      names = "--take",
      paramLabel = "FILE=CLIP",
      description =
          "Shapes in motion, as --examples, and the clip that they show: frame k at k/N seconds.")
  private List<String> takes = new ArrayList<>();

  @Option(
      names = "--take-fps",
      paramLabel = "N",
      description = "Frames per second of the takes (default: ${DEFAULT-VALUE}).")
  private double takeRate = 30;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "DB",
      description = "The output file: .psdb.")
  private Path output = Path.of("");

  @Override
  Step<PoseSpaceTrainStep.Options, PoseSpaceTrainStep.Report> step() {
    return new PoseSpaceTrainStep();
  }

  @Override
  PoseSpaceTrainStep.Options options() {
    requireWith("--picks", "--poses");
    requireWith("--dynamic", "--take");
    requireWith("--take-fps", "--take");
    return new PoseSpaceTrainStep.Options(
        model,
        examples,
        Optional.ofNullable(reference),
        Optional.ofNullable(clip),
        framesPerSecond,
        new TrainOptions(
            Optional.ofNullable(skinning),
            method,
            space,
            form,
            picks,
            poses,
            basisError,
            TrainOptions.DEFAULTS.maxRank()),
        takes.isEmpty() ? Optional.empty() : Optional.of(new MotionTakes(dynamic, takes, takeRate)),
        output);
  }

  @Override
  void print(PoseSpaceTrainStep.Report report, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%d poses, %s over %s, %d bytes, %.3f µs per vertex%n",
        report.database().poses(),
        report.database().method(),
        report.database().skinning(),
        report.cost().bytes(),
        report.cost().microsecondsPerVertex());
    print("skin alone", report.accuracy().skin(), out);
    print("training", report.accuracy().training(), out);
    print(
        report.accuracy().heldOut().equals("others")
            ? "other examples"
            : report.accuracy().heldOut(),
        report.accuracy().holdout(),
        out);
    PoseSpaceTrainStep.Dynamics dynamics = report.dynamic();
    if (dynamics != null) {
      out.printf(
          Locale.ROOT,
          "  %s dynamics of %d vertices explain %.0f %% of the motion, %.0f %% where held out%n",
          dynamics.method(),
          dynamics.vertices(),
          100 * dynamics.training(),
          100 * dynamics.holdout());
      for (DynamicResult.Unseen left : dynamics.unseen()) {
        out.printf(
            Locale.ROOT,
            "    take %s: %.0f %% when trained without it%n",
            left.take(),
            100 * left.explained());
      }
    }
    report.notes().forEach(note -> out.println("note: " + note));
  }

  private static void print(String what, PoseSpaceTrainStep.Errors errors, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "  %-14s rms %.3g  max %.3g%n",
        what,
        errors.error().rms(),
        errors.error().max());
  }
}
