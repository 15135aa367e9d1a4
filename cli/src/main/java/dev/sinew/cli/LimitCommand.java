package dev.sinew.cli;

import dev.sinew.distance.ErrorSummary;
import dev.sinew.pipeline.LimitStep;
import dev.sinew.pipeline.PoseKnowledge;
import dev.sinew.pipeline.Step;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "limit",
    description = {
      "Lets at most so many joints move a vertex, with the least error over all poses: which"
          + " joints, and how much of each, is solved anew.",
      "Says how far the character is from what it was, and how far it would be with the lightest"
          + " influences dropped and the rest scaled up."
    },
    footer = {"", "Example:", "  sinew limit model.glb --max-influences 4 -o limited.glb"})
final class LimitCommand extends StepCommand<LimitStep.Options, LimitStep.Limited> {
  @Parameters(paramLabel = "MODEL", description = "A character: .glb or .gltf.")
  private Path model = Path.of("");

  @Option(
      names = "--max-influences",
      required = true,
      paramLabel = "K",
      description = "Joints a vertex may keep.")
  private int maxInfluences = 4;

  @Option(
      names = "--metric",
      paramLabel = "M",
      description =
          "What counts: clips, their frames; range, every joint as it moves in them, whatever the"
              + " others do; skeleton, every joint turned in any way; rest, the rest pose alone"
              + " (default: ${DEFAULT-VALUE}).")
  private PoseKnowledge metric = LimitStep.Options.DEFAULT_METRIC;

  @Option(
      names = "--model",
      paramLabel = "M",
      description =
          "What moves the result: ssd, weights; as, animation space, with the best weights beside"
              + " it for other viewers (default: ${DEFAULT-VALUE}).")
  private LimitStep.Model kind = LimitStep.Options.DEFAULT_KIND;

  @Option(
      names = "--move-rest",
      description =
          "Let vertices that lose joints move at rest too, where that makes the error over all"
              + " poses smaller.")
  private boolean moveRest;

  @Option(
      names = "--helpers",
      paramLabel = "N",
      description =
          "Joints to add, at most, to every skin: each goes where vertices go that lose joints, and"
              + " is keyed in every clip (default: ${DEFAULT-VALUE}).")
  private int helpers;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description = "Where to write: .glb or .gltf (default: only measure).")
  private @Nullable Path output;

  @Override
  Step<LimitStep.Options, LimitStep.Limited> step() {
    return new LimitStep();
  }

  @Override
  LimitStep.Options options() {
    return new LimitStep.Options(
        model, maxInfluences, metric, Optional.ofNullable(output), kind, moveRest, helpers);
  }

  @Override
  void print(LimitStep.Limited report, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%.2f influences a vertex, at most %d → %.2f, at most %d%n",
        report.before().influences().mean(),
        report.before().influences().max(),
        report.after().influences().mean(),
        report.after().influences().max());
    if (report.helpers() > 0) {
      out.printf(Locale.ROOT, "%d joints added%n", report.helpers());
    }
    print("error", report.error(), out);
    print("dropping the lightest", report.naive(), out);
    report.notes().forEach(note -> out.println("note: " + note));
  }

  private static void print(String what, ErrorSummary error, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%s: rms %.3g, mean %.3g, max %.3g (%s)%n",
        what,
        error.rms(),
        error.mean(),
        error.max(),
        error.worst().pose());
  }
}
