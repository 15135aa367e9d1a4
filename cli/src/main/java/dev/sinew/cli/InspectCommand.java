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
      "Reports the contents of files, their levels of detail, where their bytes go, and their"
          + " issues.",
      "Exit status 1 if a file is malformed."
    },
    footer = {
      "",
      "Example:",
      "  sinew inspect model.glb --json",
      "  sinew inspect model.glb level-1.glb level-2.glb"
    })
final class InspectCommand extends StepCommand<InspectStep.Options, InspectStep.Inspection> {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "Files to inspect: .glb, .gltf, .obj, .pc2, .mdd, .bvh; or folders of OBJ files in"
              + " correspondence.")
  private List<Path> files = new ArrayList<>();

  @Override
  Step<InspectStep.Options, InspectStep.Inspection> step() {
    return new InspectStep();
  }

  /** The report of one file is the object itself; several are a list. */
  @Override
  Object jsonReport(InspectStep.Inspection report) {
    return report.files().size() == 1 ? report.files().getFirst() : report;
  }

  @Override
  InspectStep.Options options() {
    return new InspectStep.Options(files);
  }

  @Override
  void print(InspectStep.Inspection report, PrintWriter out) {
    report.files().forEach(one -> print(one, out));
    List<FileInspection> models = report.files().stream().filter(f -> f.triangles() > 0).toList();
    if (models.size() > 1) {
      printTable(models, out);
    }
  }

  /** Prints models, such as levels of detail in files of their own, line by line. */
  private static void printTable(List<FileInspection> models, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%9s %7s %9s %10s %9s %10s  %s%n",
        "triangles",
        "share",
        "vertices",
        "influences",
        "materials",
        "KB",
        "file");
    for (FileInspection one : models) {
      out.printf(
          Locale.ROOT,
          "%9d %6.1f%% %9d %10d %9d %10.1f  %s%n",
          one.triangles(),
          100.0 * one.triangles() / models.getFirst().triangles(),
          one.points(),
          one.influences().total(),
          one.materials(),
          one.bytes() / 1000.0,
          one.file());
    }
  }

  private static void print(InspectStep.LevelEntry level, PrintWriter out) {
    Double coverage = level.screenCoverage();
    out.printf(
        Locale.ROOT,
        "  %-11s %d triangles, %d vertices (%d wedges), %d influences (at most %d), %d"
            + " materials%s%n",
        "level " + level.level(),
        level.shown().triangles(),
        level.shown().vertices(),
        level.shown().wedges(),
        level.shown().influences().total(),
        level.shown().influences().max(),
        level.shown().materials(),
        coverage == null
            ? ""
            : String.format(Locale.ROOT, ", from %.1f %% of the screen height", 100 * coverage));
  }

  @Override
  int status(InspectStep.Inspection report, PrintWriter err) {
    for (FileInspection one : report.files()) {
      for (Issue issue : one.issues()) {
        if (issue.severity() == Issue.Severity.ERROR) {
          err.println("sinew: " + one.file() + ": " + issue.where() + ": " + issue.what());
          return Main.COULD_NOT;
        }
      }
    }
    return 0;
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
    if (one.materials() > 0) {
      line(out, "materials", one.materials());
    }
    one.levels().forEach(level -> print(level, out));
    out.printf(Locale.ROOT, "  %-11s %s%n", "size", one.sizeText());
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
