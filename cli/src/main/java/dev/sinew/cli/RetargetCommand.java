package dev.sinew.cli;

import dev.sinew.model.Issue;
import dev.sinew.pipeline.RetargetStep;
import dev.sinew.pipeline.Step;
import dev.sinew.pipeline.input.ModelSet;
import java.io.IOException;
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
    name = "retarget",
    description = {
      "Brings motions of other files to a rig, as clips: captures (.bvh), and clips of other"
          + " characters or avatars' animations (.glb, .gltf, .vrm, .vrma, .fbx).",
      "Joints are matched by the names that modelling and capture programs give the bones of a"
          + " human body, and by equal names. Rest poses, axes, sizes and units may differ; feet"
          + " stay where they stand."
    },
    footer = {
      "",
      "Example:",
      "  sinew retarget hero.glb walk.bvh -o walking.glb",
      "  sinew retarget hero.glb dance.glb moves.vrma --map joints.json -o hero-moves.glb"
    })
final class RetargetCommand extends StepCommand<RetargetStep.Options, RetargetStep.Report> {
  @Parameters(
      index = "0",
      paramLabel = "MODEL",
      description = "A character: .glb, .gltf, .fbx or .vrm.")
  private Path model = Path.of("");

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "MOTION",
      description = "Files with motions, or folders of them; all clips of each are used.")
  private List<Path> motions = new ArrayList<>();

  @Option(
      names = "--map",
      paramLabel = "FILE",
      description =
          "A JSON file {\"joint of the motion\": \"joint of the model\", ...} for joints that names"
              + " do not match.")
  private @Nullable Path map;

  @Option(
      names = "--slide",
      description = "Keep the rotations of legs as captured, also if feet slide then.")
  private boolean slide;

  @Option(names = "--only", description = "Leave out the clips that the model has.")
  private boolean only;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT",
      description = "The model with the clips: .glb, .gltf, .vrm, .usda or .usdz.")
  private Path output = Path.of("");

  @Override
  Step<RetargetStep.Options, RetargetStep.Report> step() {
    return new RetargetStep();
  }

  @Override
  RetargetStep.Options options() throws IOException {
    return new RetargetStep.Options(
        model, ModelSet.motions(motions), Optional.ofNullable(map), !slide, only, output);
  }

  @Override
  void print(RetargetStep.Report report, PrintWriter out) {
    for (RetargetStep.NewClip clip : report.clips()) {
      out.printf(
          Locale.ROOT,
          "%s: %.2f s, %d joints%s%n",
          clip.name(),
          clip.seconds(),
          clip.matched().size(),
          clip.sameRig() ? " of the same rig" : "");
    }
    for (Issue issue : report.issues()) {
      out.println("  " + issue);
    }
  }
}
