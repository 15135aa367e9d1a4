package dev.sinew.cli;

import dev.sinew.pipeline.SampleStep;
import dev.sinew.pipeline.Step;
import dev.sinew.sample.Samples;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "sample",
    description = {
      "Writes a built-in character with example poses.",
      "The folder contains the rigged, animated .glb, the mesh at rest, and example poses that"
          + " linear blending cannot reproduce, as OBJ files and as a point cache."
    },
    footer = {"", "Example:", "  sinew sample biped -o biped"})
final class SampleCommand extends StepCommand<SampleStep.Options, SampleStep.SampleReport> {
  /** The names, for the help text. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return new ArrayList<>(Samples.names()).iterator();
    }
  }

  @Parameters(
      paramLabel = "NAME",
      completionCandidates = Names.class,
      description = "The name: ${COMPLETION-CANDIDATES}.")
  private String name = "";

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "DIR",
      description = "The folder to write.")
  private Path output = Path.of("");

  @Override
  Step<SampleStep.Options, SampleStep.SampleReport> step() {
    return new SampleStep();
  }

  @Override
  SampleStep.Options options() {
    return new SampleStep.Options(name, output);
  }

  @Override
  void print(SampleStep.SampleReport report, PrintWriter out) {
    out.printf(Locale.ROOT, "%s: %s%n", report.name(), report.description());
    out.printf(
        Locale.ROOT,
        "%d vertices, %d triangles, %d joints, %d example poses; clips %s%n",
        report.size().vertices(),
        report.size().triangles(),
        report.size().joints(),
        report.examples(),
        String.join(", ", report.clips()));
  }
}
