package dev.sinew.cli;

import dev.sinew.model.Issue;
import dev.sinew.pipeline.InspectStep;
import dev.sinew.pipeline.InspectStep.FileInspection;
import dev.sinew.pipeline.Step;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "inspect",
    description = {
      "Reports the contents of files and their issues.",
      "Exit status 1 if a file is malformed."
    },
    footer = {"", "Example:", "  sinew inspect model.glb --json"})
final class InspectCommand extends StepCommand<InspectStep.Options, Object> {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "Files to inspect: .glb, .gltf, .obj, .pc2, .mdd, .bvh; or folders of OBJ files in"
              + " correspondence.")
  private List<Path> files = new ArrayList<>();

  /** One file's report is the object itself; several come as a list. */
  @Override
  Step<InspectStep.Options, Object> step() {
    return (options, context) -> {
      Step.Outcome<InspectStep.Inspection> outcome = new InspectStep().run(options, context);
      List<FileInspection> found = outcome.report().files();
      Object report = found.size() == 1 ? found.getFirst() : outcome.report();
      return new Step.Outcome<>(report, outcome.inputs(), outcome.outputs());
    };
  }

  @Override
  InspectStep.Options options() {
    return new InspectStep.Options(files);
  }

  @Override
  void print(Object report, PrintWriter out) {
    inspections(report).forEach(one -> print(one, out));
  }

  @Override
  int status(Object report, PrintWriter err) {
    for (FileInspection one : inspections(report)) {
      for (Issue issue : one.issues()) {
        if (issue.severity() == Issue.Severity.ERROR) {
          err.println("sinew: " + one.file() + ": " + issue.where() + ": " + issue.what());
          return Main.COULD_NOT;
        }
      }
    }
    return 0;
  }

  private static List<FileInspection> inspections(Object report) {
    return report instanceof FileInspection one
        ? List.of(one)
        : ((InspectStep.Inspection) report).files();
  }

  private static void print(FileInspection one, PrintWriter out) {
    out.println(one.file());
    line(out, "meshes", one.meshes());
    out.printf(Locale.ROOT, "  %-11s %d (%d wedges)%n", "vertices", one.points(), one.vertices());
    line(out, "triangles", one.triangles());
    line(out, "joints", one.joints());
    if (one.influences().total() > 0) {
      out.printf(
          Locale.ROOT,
          "  %-11s %d in all, %.2f per wedge, at most %d%n",
          "influences",
          one.influences().total(),
          one.influences().mean(),
          one.influences().max());
    }
    if (one.frames() > 0) {
      line(out, "frames", one.frames());
    }
    for (InspectStep.ClipEntry clip : one.clips()) {
      out.printf(Locale.ROOT, "  %-11s %s, %.3f s%n", "clip", clip.name(), clip.seconds());
    }
    for (Issue issue : one.issues()) {
      out.printf(Locale.ROOT, "  %-11s %s: %s%n", issue.severity(), issue.where(), issue.what());
    }
    if (one.issues().isEmpty()) {
      out.println("  no issues");
    }
  }

  private static void line(PrintWriter out, String what, long count) {
    out.printf(Locale.ROOT, "  %-11s %d%n", what, count);
  }
}
