package dev.sinew.cli.line;

import dev.sinew.pipeline.SimplifyStep;
import dev.sinew.simplify.SimplifyOptions;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options on the joints of levels. */
public final class JointOptions {
  @Option(
      names = "--max-joints",
      split = ",",
      paramLabel = "N",
      description =
          "The maximum number of joints that move vertices: one number, or one per level. Joints"
              + " that matter least over the poses go, and the vertices that followed them follow"
              + " others with the least error. With --ratio 1, triangles stay.")
  private List<Integer> max = List.of();

  @Option(
      names = "--keep-joints",
      split = ",",
      paramLabel = "PATTERN",
      description = "Joints that --max-joints keeps: names or regular expressions.")
  private List<Pattern> keep = List.of();

  @Option(
      names = "--drop-joints",
      split = ",",
      paramLabel = "PATTERN",
      description =
          "Joints that may go although they are bones of an avatar (VRM), or extensions use them.")
  private List<Pattern> drop = List.of();

  /** Returns which joints go. */
  public SimplifyOptions.Joints joints() {
    return new SimplifyOptions.Joints(max, keep, drop, Set.of());
  }

  /** Prints the joints of a level. */
  public static void print(SimplifyStep.@Nullable JointsLeft joints, PrintWriter out) {
    if (joints == null) {
      return;
    }
    out.printf(Locale.ROOT, "          %d of %d joints", joints.left(), joints.before());
    if (joints.rms() != null && joints.max() != null) {
      out.printf(
          Locale.ROOT,
          ", which alone cost rms %.6f  max %.6f at %s",
          joints.rms(),
          joints.max(),
          joints.worstPose());
    }
    out.println();
  }
}
