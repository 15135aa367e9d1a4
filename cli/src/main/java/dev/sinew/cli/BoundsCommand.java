package dev.sinew.cli;

import dev.sinew.cli.line.MotionsOption;
import dev.sinew.pipeline.BoundsStep;
import dev.sinew.pipeline.BoundsStep.Bound;
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
    name = "bounds",
    description = {
      "Finds bounding spheres and boxes of a character: for its clips, for every joint within its"
          + " range in the clips, and for any rotation of every joint."
    },
    footer = {"", "Example:", "  sinew bounds model.glb -o bounded.glb --json"})
final class BoundsCommand extends RewritingCommand<BoundsStep.Options, BoundsStep.BoundsReport> {
  @Parameters(
      arity = "1..*",
      paramLabel = "MODEL",
      description =
          "Characters, .glb, .gltf, .fbx or .vrm: files, folders, or patterns such as"
              + " 'models/*.glb'.")
  private List<Path> models = new ArrayList<>();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description =
          "The model with its bounds as extras.sinewBounds of the scene and of every node with a"
              + " mesh: .glb, .gltf or .vrm (default: not written).")
  private @Nullable Path output;

  @Option(
      names = "--ranges",
      paramLabel = "FILE",
      description =
          "A JSON file with the rotation range of joints from rest, in degrees: {\"arm\":"
              + " {\"x\": [-40, 90]}, \"elbow\": {\"axis\": [0, 0, 1], \"range\": [0, 140]}}. Used"
              + " for 'range'; other joints keep their range in the clips.")
  private @Nullable Path ranges;

  @Mixin private MotionsOption motions = new MotionsOption();

  @Override
  List<Path> motions() {
    return motions.files();
  }

  @Override
  Step<BoundsStep.Options, BoundsStep.BoundsReport> step() {
    return new BoundsStep();
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
  BoundsStep.Options options(Path model, Optional<Path> target) {
    return new BoundsStep.Options(model, target, Optional.ofNullable(ranges));
  }

  @Override
  void print(BoundsStep.BoundsReport report, PrintWriter out) {
    print("clips", report.clips(), out);
    print("range", report.range(), out);
    print("any", report.any(), out);
    for (BoundsStep.Entry mesh : report.meshes()) {
      printRadii("mesh", mesh, out);
    }
    for (BoundsStep.Entry joint : report.joints()) {
      printRadii("joint", joint, out);
    }
    report.notes().forEach(note -> out.println("note: " + note));
  }

  private static void print(String what, Bound bound, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%-6s sphere %s radius %.6g (tightness %.3f), box %s to %s%n",
        what,
        point(bound.sphere().center()),
        bound.sphere().radius(),
        bound.tightness(),
        point(bound.box().min()),
        point(bound.box().max()));
  }

  private static void printRadii(String what, BoundsStep.Entry entry, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%-6s %s: radius %.6g in clips, %.6g in range, %.6g in any pose%n",
        what,
        entry.name(),
        entry.clips().sphere().radius(),
        entry.range().sphere().radius(),
        entry.any().sphere().radius());
  }

  private static String point(List<Double> p) {
    return String.format(Locale.ROOT, "(%.6g, %.6g, %.6g)", p.get(0), p.get(1), p.get(2));
  }

  @Override
  String summary(BoundsStep.BoundsReport report) {
    return String.format(Locale.ROOT, "radius %.6g in clips", report.clips().sphere().radius());
  }
}
