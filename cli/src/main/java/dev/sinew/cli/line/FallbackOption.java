package dev.sinew.cli.line;

import dev.sinew.distance.FallbackError;
import dev.sinew.pipeline.Step;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of commands that write a linear blend skin beside animation space. */
public final class FallbackOption {
  @Option(
      names = "--fallback-influences",
      paramLabel = "K",
      description =
          "The maximum number of influences per vertex of the linear blend skin that other viewers"
              + " show instead of animation space (default: ${DEFAULT-VALUE}).")
  private int influences = Step.FALLBACK_INFLUENCES;

  /** Returns the maximum number of influences per vertex. */
  public int influences() {
    return influences;
  }

  /** Prints the error of the linear blend skin, if there is one. */
  public static void print(@Nullable FallbackError fallback, PrintWriter out) {
    if (fallback != null) {
      out.printf(
          Locale.ROOT,
          "linear blend, what other viewers show: rms %.6f  max %.6f (%s)%n",
          fallback.rms(),
          fallback.max(),
          fallback.worstPose());
    }
  }
}
