package dev.sinew.cli;

import dev.sinew.cli.line.Failure;
import dev.sinew.cli.line.InspectTables;
import dev.sinew.inspect.TargetUse;
import dev.sinew.io.gltf.AvatarInfo;
import dev.sinew.model.Issue;
import dev.sinew.pipeline.InspectStep;
import dev.sinew.pipeline.InspectStep.FileInspection;
import dev.sinew.pipeline.Step;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
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
      "  sinew inspect models/ --joints",
      "  sinew inspect face.glb --targets"
    })
final class InspectCommand extends ModelsCommand<InspectStep.Options, InspectStep.FileInspection> {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "Files to inspect: .glb, .gltf, .fbx, .vrm, .obj, .pc2, .mdd, .bvh, .psdb; patterns;"
              + " folders of models, or of OBJ files in correspondence.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--joints",
      description = "Also print the tree of joints, with the vertices that each moves.")
  private boolean joints;

  @Option(
      names = "--materials",
      description = "Also print materials with their triangles and textures, and images.")
  private boolean materials;

  @Option(
      names = "--targets",
      description =
          "Also print morph targets: how many vertices each moves, how far, and the clips and"
              + " expressions that drive it.")
  private boolean targets;

  @Override
  Step<InspectStep.Options, FileInspection> step() {
    return new InspectStep();
  }

  @Override
  List<Path> models() {
    return files;
  }

  @Override
  Optional<Path> output() {
    return Optional.empty();
  }

  @Override
  InspectStep.Options options(Path file, Optional<Path> output) {
    return new InspectStep.Options(file);
  }

  @Override
  String summary(FileInspection one) {
    return String.format(
        Locale.ROOT,
        "%d triangles, %d vertices, %d influences, %d materials, %.1f KB",
        one.counts().triangles(),
        one.counts().points(),
        one.counts().influences().total(),
        one.counts().materials(),
        one.bytes() / 1000.0);
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

  private static void print(InspectStep.CorrectivesEntry correctives, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "  %-11s %s over %s, %d poses%s%n",
        "correctives",
        correctives.method(),
        correctives.skinning(),
        correctives.poses(),
        correctives.dynamic() ? ", with dynamics" : "");
    out.printf(
        Locale.ROOT,
        "  %-11s %d, of at most %d offsets%n",
        "blocks",
        correctives.blocks(),
        correctives.offsets());
  }

  private void printTargets(List<TargetUse> all, PrintWriter out) {
    if (!all.isEmpty()) {
      out.printf(Locale.ROOT, "  %-11s %s%n", "targets", InspectTables.counts(all));
    }
    if (targets) {
      InspectTables.printTargets(all, out);
    }
  }

  @Override
  int status(FileInspection one, PrintWriter err) {
    for (Issue issue : one.issues()) {
      if (issue.severity() == Issue.Severity.ERROR) {
        err.println("sinew: " + one.file() + ": " + issue.text());
        return Failure.Kind.INPUT.status();
      }
    }
    return 0;
  }

  private static void printInfluences(FileInspection one, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "  %-11s %d in all, %.2f per wedge, at most %d%n",
        "influences",
        one.counts().influences().total(),
        one.counts().influences().mean(),
        one.counts().influences().max());
    out.printf(
        Locale.ROOT,
        "  %-11s %s%n",
        "per wedge",
        InspectTables.histogram(one.counts().influences().histogram()));
  }

  private void printLook(FileInspection one, PrintWriter out) {
    if (one.counts().materials() > 0) {
      line(out, "materials", one.counts().materials());
    }
    if (materials) {
      InspectTables.printMaterials(one.details(), out);
    } else if (!one.details().images().isEmpty()) {
      out.printf(
          Locale.ROOT, "  %-11s %s%n", "images", InspectTables.sizes(one.details().images()));
    }
  }

  @Override
  void print(FileInspection one, PrintWriter out) {
    out.println(one.file());
    InspectStep.CorrectivesEntry correctives = one.details().correctives();
    if (correctives != null) {
      print(correctives, out);
    } else {
      line(out, "meshes", one.counts().meshes());
    }
    if (one.counts().instances() > 0) {
      line(out, "instances", one.counts().instances());
    }
    out.printf(
        Locale.ROOT,
        "  %-11s %d (%d wedges)%n",
        "vertices",
        one.counts().points(),
        one.counts().vertices());
    if (correctives == null) {
      line(out, "triangles", one.counts().triangles());
    }
    line(out, "joints", one.counts().joints());
    if (!one.details().humanoid().isEmpty()) {
      line(out, "human bones", one.details().humanoid().size());
    }
    AvatarInfo avatar = one.details().avatar();
    if (avatar != null) {
      InspectTables.printAvatar(avatar, out);
    }
    if (one.counts().influences().total() > 0) {
      printInfluences(one, out);
    }
    if (joints) {
      InspectTables.printJoints(one.details().joints(), out);
    }
    printTargets(one.details().targets(), out);
    printLook(one, out);
    if (!one.details().extensions().isEmpty()) {
      out.printf(
          Locale.ROOT,
          "  %-11s %s%n",
          "extensions",
          InspectTables.shownName(String.join(", ", one.details().extensions())));
    }
    one.levels().forEach(level -> print(level, out));
    out.printf(Locale.ROOT, "  %-11s %s%n", "size", one.sizeText());
    if (one.frames() > 0) {
      line(out, "frames", one.frames());
    }
    for (InspectStep.ClipEntry clip : one.clips()) {
      out.printf(
          Locale.ROOT,
          "  %-11s %s, %.3f s%n",
          "clip",
          InspectTables.shownName(clip.name()),
          clip.seconds());
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
