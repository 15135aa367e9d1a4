package dev.sinew.cli;

import dev.sinew.model.Issue;
import dev.sinew.pipeline.SolveStep;
import dev.sinew.pipeline.Step;
import dev.sinew.solve.SolveOptions;
import dev.sinew.solve.SolveResult.FrameError;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "solve",
    description = {
      "Finds the poses of a rigged character that reproduce shapes of its mesh, and adds them as a"
          + " clip. Everything else in the file stays as it is.",
      "Shapes have the vertices that 'deform' writes for the model, or those of its file. Errors"
          + " are in units of the model's longest box side."
    },
    footer = {
      "",
      "Example:",
      "  sinew solve rig.glb scans/ -o animated.glb",
      "  sinew solve rig.glb --markers capture.json --ranges limits.json -o animated.glb --bvh"
          + " motion.bvh"
    })
final class SolveCommand extends StepCommand<SolveStep.Options, SolveStep.Report> {
  /** Frames that are printed; JSON has all. */
  private static final int SHOWN = 10;

  @Parameters(
      index = "0",
      paramLabel = "MODEL",
      description = "A character: .glb, .gltf, .fbx or .vrm.")
  private Path model = Path.of("");

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "SHAPES",
      description =
          "Shapes of its mesh, one per frame: .obj files, folders and patterns of them, .pc2,"
              + " .mdd.")
  private List<String> shapes = new ArrayList<>();

  @Option(
      names = "--markers",
      paramLabel = "FILE",
      description =
          "Use a few vertices only: a JSON file {\"vertices\": [12, 845], \"frames\": [[[x, y, z],"
              + " null], ...]} with positions, or null where a marker is not seen; without frames"
              + " the positions come from the SHAPES.")
  private @Nullable Path markers;

  @Option(
      names = "--ranges",
      paramLabel = "FILE",
      description =
          "A JSON file with limits of joints' rotations from rest, in degrees, as for 'bounds';"
              + " other joints rotate freely.")
  private @Nullable Path ranges;

  @Option(
      names = "--euler",
      description =
          "Solve for Euler angles about the joints' own axes, R = Rx Ry Rz, and report them.")
  private boolean euler;

  @Option(
      names = "--scales",
      description = "Also solve for a uniform scale of every joint, and report it.")
  private boolean scales;

  @Option(names = "--free-joints", description = "Let every joint translate, not only the root.")
  private boolean freeJoints;

  @Option(
      names = "--stiffness",
      paramLabel = "X",
      description =
          "The weight that pulls joints to rest where the points do not decide: squared radians"
              + " against squared box sides; raise it for noisy markers (default:"
              + " ${DEFAULT-VALUE}).")
  private double stiffness = SolveOptions.DEFAULTS.stiffness();

  @Option(
      names = "--tolerance",
      paramLabel = "X",
      description =
          "How far a vertex may move, in box sides, when keys are left out; 0 keeps a key per frame"
              + " (default: ${DEFAULT-VALUE}).")
  private double tolerance = SolveOptions.DEFAULTS.tolerance();

  @Option(
      names = "--fps",
      paramLabel = "N",
      description = "Frames per second of the clip (default: ${DEFAULT-VALUE}).")
  private double fps = SolveOptions.DEFAULTS.framesPerSecond();

  @Option(
      names = "--clip",
      paramLabel = "NAME",
      description = "The name of the clip (default: ${DEFAULT-VALUE}).")
  private String clip = SolveOptions.DEFAULTS.clip();

  @Option(
      names = "--bvh",
      paramLabel = "OUT",
      description = "Also write the motion of the joints: .bvh.")
  private @Nullable Path bvh;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description =
          "The model with the clip: .glb, .gltf or .vrm; or only the motion: .bvh (default: only"
              + " report).")
  private @Nullable Path output;

  @Override
  Step<SolveStep.Options, SolveStep.Report> step() {
    return new SolveStep();
  }

  @Override
  SolveStep.Options options() {
    return new SolveStep.Options(
        model,
        shapes,
        Optional.ofNullable(markers),
        Optional.ofNullable(ranges),
        new SolveOptions(euler, scales, freeJoints, Map.of(), stiffness, tolerance, fps, clip),
        Optional.ofNullable(output),
        Optional.ofNullable(bvh));
  }

  @Override
  void print(SolveStep.Report report, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%d frames of %d points, %d joints, %d parameters: rms %.6f, max %.6f%n",
        report.frames().size(),
        report.size().points(),
        report.size().joints(),
        report.size().parameters(),
        report.distance().rms(),
        report.distance().max());
    out.printf(
        Locale.ROOT,
        "clip %s: %d of %d keys, which moves a vertex by at most %.2g%n",
        report.clip(),
        report.keys().kept(),
        report.keys().solved(),
        report.keys().moved());
    List<FrameError> worst =
        report.frames().stream()
            .sorted(Comparator.comparingDouble(FrameError::rms).reversed())
            .limit(SHOWN)
            .toList();
    if (report.frames().size() > SHOWN) {
      out.println("the frames with the largest errors:");
    }
    for (FrameError frame : worst) {
      out.printf(
          Locale.ROOT,
          "  %s: rms %.6f, max %.6f at vertex %d%n",
          frame.name(),
          frame.rms(),
          frame.max(),
          frame.vertex());
    }
    for (Issue issue : report.issues()) {
      out.println("  " + issue);
    }
  }
}
