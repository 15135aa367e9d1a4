package dev.sinew.cli;

import dev.sinew.merge.MergeOptions;
import dev.sinew.merge.MergeResult;
import dev.sinew.pipeline.MergeStep;
import dev.sinew.pipeline.Step;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "merge",
    description = {
      "Makes one mesh of all meshes of a character, with as few materials as their shaders allow:"
          + " fewer draw calls for the same pictures in every pose.",
      "Rigid parts follow the joints above them. Materials that differ only in textures and factors"
          + " get common textures, in which their parts keep their texels where there is room."
          + " Opaque, cut-out and blended, single- and double-sided surfaces stay apart, as do"
          + " materials with extensions that differ."
    },
    footer = {"", "Example:", "  sinew merge model.glb -o merged.glb"})
final class MergeCommand extends WritingCommand<MergeStep.Options, MergeStep.Report> {
  @Parameters(
      arity = "1..*",
      paramLabel = "MODEL",
      description =
          "Characters, .glb, .gltf, .fbx or .vrm: files, folders, or patterns such as"
              + " 'models/*.glb'.")
  private List<Path> models = new ArrayList<>();

  @Option(
      names = "--size",
      paramLabel = "N",
      description =
          "The largest side of a common texture in texels (default: ${DEFAULT-VALUE}). It has at"
              + " most as many texels as the textures of the model.")
  private int size = MergeOptions.DEFAULTS.size();

  @Option(
      names = "--padding",
      paramLabel = "N",
      description =
          "The texels around parts of a common texture that filtering may mix in (default:"
              + " ${DEFAULT-VALUE}).")
  private int padding = MergeOptions.DEFAULTS.padding();

  @Option(
      names = "--keep",
      paramLabel = "PATTERN",
      description = "Keep meshes and materials apart whose names match.")
  private @Nullable Pattern keep;

  @Override
  Step<MergeStep.Options, MergeStep.Report> step() {
    return new MergeStep();
  }

  @Override
  List<Path> models() {
    return models;
  }

  @Override
  MergeStep.Options options(Path model, Optional<Path> target) {
    return new MergeStep.Options(
        model, new MergeOptions(size, padding, Optional.ofNullable(keep)), target.orElseThrow());
  }

  @Override
  void print(MergeStep.Report report, PrintWriter out) {
    print("before", report.before(), out);
    print("after", report.after(), out);
    for (MergeResult.Atlas atlas : report.atlases()) {
      out.printf(
          Locale.ROOT,
          "%s: %d materials in %d textures of %d × %d texels at a scale of %.2f, %.0f %% filled%n",
          atlas.material(),
          atlas.materials(),
          atlas.textures(),
          atlas.width(),
          atlas.height(),
          atlas.scale(),
          100 * atlas.filled());
    }
    report.notes().forEach(note -> out.println("note: " + note));
  }

  private static void print(String when, MergeResult.Size size, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%s: %d draw calls, %d meshes, %d materials, %d joints%n",
        when,
        size.drawCalls(),
        size.meshes(),
        size.materials(),
        size.joints());
  }

  @Override
  String summary(MergeStep.Report report) {
    return String.format(
        Locale.ROOT, "%d → %d draw calls", report.before().drawCalls(), report.after().drawCalls());
  }
}
