package dev.sinew.cli;

import dev.sinew.pipeline.OutputSize;
import dev.sinew.pipeline.Report;
import dev.sinew.pipeline.Step;
import dev.sinew.run.Cancellation;
import dev.sinew.run.Progress;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The common part of all commands: options, timing and the report.
 *
 * @param <O> the options of the step
 * @param <R> the report of the step
 */
abstract class StepCommand<O, R> implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--json",
      description = "Print a JSON report on standard output, and nothing else.")
  private boolean json;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "The seed of all random numbers: the same input and seed give the same output (default:"
              + " ${DEFAULT-VALUE}).")
  private long seed = RunContext.DEFAULT_SEED;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of threads (default: one per core).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--allow-outside",
      description = "Allow models to refer to files outside their own folder.")
  private boolean allowOutside;

  @Option(names = "--debug", description = "Print the stack trace of an error.")
  @SuppressWarnings("UnusedVariable") // Read before parsing, so that it works for any error.
  private boolean debug;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Print this help.")
  @SuppressWarnings("UnusedVariable") // Read by the parser.
  private boolean help;

  /** Returns the step of the command. */
  abstract Step<O, R> step();

  /** Returns the options as typed. */
  abstract O options();

  /** Prints the report as text. */
  abstract void print(R report, PrintWriter out);

  /** Returns the report as it is in JSON. */
  Object jsonReport(R report) {
    return report;
  }

  /** Returns the exit status, once the report is printed. */
  int status(R report, PrintWriter err) {
    return 0;
  }

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    long start = System.nanoTime();
    Step.Outcome<R> outcome;
    try (ProgressLine progress = new ProgressLine();
        RunContext context = context(progress)) {
      outcome = step().run(checkedOptions(), allowOutside, context);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    if (json) {
      Step.Outcome<Object> shown =
          new Step.Outcome<>(
              jsonReport(outcome.report()), outcome.inputs(), outcome.outputs(), outcome.sizes());
      out.println(Report.of(commandName(), shown, seconds).toJson());
    } else {
      print(outcome.report(), out);
      printOutputs(outcome, out);
    }
    out.flush();
    return status(outcome.report(), err);
  }

  /** Returns the name of the command, after that of its parent if it has one. */
  private String commandName() {
    return spec.qualifiedName().substring(spec.root().name().length()).strip();
  }

  /** Prints the files written; for models, also of folders, their sizes. */
  private static void printOutputs(Step.Outcome<?> outcome, PrintWriter out) {
    for (Path path : outcome.outputs()) {
      out.println("wrote " + path);
      for (OutputSize model : outcome.sizes()) {
        Path file = Path.of(model.file());
        if (file.equals(path) || path.equals(file.getParent())) {
          String name = file.equals(path) ? "" : file.getFileName() + ", ";
          out.println("  " + name + model.text());
        }
      }
    }
  }

  /** Values that are wrong for every input are wrong usage. */
  private O checkedOptions() {
    try {
      return options();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private RunContext context(Progress progress) {
    try {
      return new RunContext(threads, seed, progress, new Cancellation());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
