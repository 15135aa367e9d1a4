package dev.sinew.cli;

import dev.sinew.demo.DemoStep;
import dev.sinew.pipeline.Step;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "demo",
    description = "Runs all commands on built-in characters and writes a page with the results.",
    footer = {"", "Example:", "  sinew demo -o demo"})
final class DemoCommand extends StepCommand<DemoStep.Options, DemoStep.DemoReport> {
  @Option(
      names = {"-o", "--out", "--output"},
      paramLabel = "DIR",
      description = "The folder to write (default: sinew-demo, or sinew-demo-2 and so on).")
  private @Nullable Path output;

  @Override
  Step<DemoStep.Options, DemoStep.DemoReport> step() {
    return new DemoStep();
  }

  @Override
  DemoStep.Options options() {
    return output == null ? DemoStep.Options.inNewFolder() : new DemoStep.Options(output);
  }

  @Override
  void print(DemoStep.DemoReport report, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%s: %d vertices, %d triangles, %d joints, %.2f influences per vertex; %d frames played%n",
        report.character(),
        report.vertices(),
        report.triangles(),
        report.joints(),
        report.influences(),
        report.frames());
  }

  @Override
  void printLast(DemoStep.DemoReport report, PrintWriter out) {
    Path folder = Path.of(report.page()).resolveSibling("");
    out.println("to look and work in the studio: sinew view " + folder);
    out.println("open " + report.page());
  }
}
