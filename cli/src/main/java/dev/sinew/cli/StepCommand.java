package dev.sinew.cli;

import dev.sinew.cli.line.BatchTable;
import dev.sinew.cli.line.Failure;
import dev.sinew.cli.line.FileOptions;
import dev.sinew.cli.line.OptionNameWriter;
import dev.sinew.cli.line.ProgressLine;
import dev.sinew.io.FilePolicy;
import dev.sinew.pipeline.OutputSize;
import dev.sinew.pipeline.Report;
import dev.sinew.pipeline.Step;
import dev.sinew.pipeline.input.ModelSet;
import dev.sinew.pipeline.report.HtmlReport;
import dev.sinew.run.Cancellation;
import dev.sinew.run.Progress;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/**
 * The common part of all commands: options, timing and the report.
 *
 * @param <O> the options of the step
 * @param <R> the report of the step
 */
abstract class StepCommand<O, R> extends LineCommand implements Callable<Integer> {
  /** The number of models that get pictures on the page; they are kept in memory. */
  private static final int MAX_PICTURED = 50;

  @Option(
      names = "--json",
      description =
          "Print a JSON report on standard output, one line per model, and nothing else; also if"
              + " the command fails.")
  private boolean json;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print errors only.")
  private boolean quiet;

  @Option(
      names = {"-v", "--verbose"},
      description = "Print the phases of the work and their times on standard error.")
  private boolean verbose;

  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description =
          "Also write the report as one page: figures, plots and pictures; of several models, one"
              + " after the other.")
  private @Nullable Path page;

  /** The sections of the page, one per model that was done. */
  private final List<HtmlReport.Section> sections = new ArrayList<>();

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

  @Mixin private FileOptions fileOptions = new FileOptions();

  @Option(names = "--debug", description = "Print the stack trace of an error.")
  private boolean debug;

  /**
   * One piece of work.
   *
   * @param model the model it is about, for messages; empty if it is the only one
   * @param options its options
   */
  record Job<O>(String model, O options) {}

  abstract Step<O, R> step();

  /** Returns the options as typed. */
  abstract O options() throws IOException;

  /** Returns what to do: one job, unless the command takes several models. */
  List<Job<O>> jobs() throws IOException {
    return List.of(new Job<>("", options()));
  }

  /** Prints the report as text. */
  abstract void print(R report, PrintWriter out);

  /** Prints what comes after the names of the outputs; by default nothing. */
  void printLast(R report, PrintWriter out) {}

  /** Refuses an option that would do nothing without another. */
  final void requireWith(String option, String other) {
    ParseResult given = spec.commandLine().getParseResult();
    if (given.hasMatchedOption(option) && !given.hasMatchedOption(other)) {
      throw new IllegalArgumentException(option + " needs " + other);
    }
  }

  /** Returns a summary of a report for the table of several models; may be empty. */
  String summary(R report) {
    return "";
  }

  /** Returns the exit status, once the report is printed. */
  int status(R report, PrintWriter err) {
    return 0;
  }

  /** Returns the files whose motions the models have, too. */
  List<Path> motions() {
    return List.of();
  }

  /** Returns true if an output may replace the model it is made from. */
  boolean replacesInputs() {
    return fileOptions.isForced();
  }

  @Override
  public Integer call() throws IOException {
    List<Job<O>> jobs = checkedJobs();
    int status =
        jobs.size() == 1 && jobs.getFirst().model.isEmpty()
            ? status(run(jobs.getFirst(), ""), spec.commandLine().getErr())
            : runAll(jobs);
    writePage();
    if (page != null && !sections.isEmpty() && !json && !quiet) {
      spec.commandLine().getOut().println("wrote " + page);
    }
    return status;
  }

  /** Does one job and prints its report. */
  private R run(Job<O> job, String progressPrefix) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    Finished<R> finished;
    try (ProgressLine progress = new ProgressLine(quiet, verbose, progressPrefix);
        RunContext context = context(progress)) {
      finished = run(job.options, context);
    }
    Step.Outcome<R> outcome = finished.outcome;
    if (json) {
      out.println(finished.report.toJson());
    } else if (!quiet) {
      print(outcome.report(), out);
      outcome.notes().forEach(note -> out.println("note: " + note));
      printOutputs(outcome, out);
      printLast(outcome.report(), out);
    }
    out.flush();
    return outcome.report();
  }

  /** Does all jobs, also after one has failed, and prints a table of them. */
  private int runAll(List<Job<O>> jobs) {
    PrintWriter out = spec.commandLine().getOut();
    List<BatchTable.Row> rows = new ArrayList<>();
    for (Job<O> job : jobs) {
      if (!json && !quiet) {
        out.println(job.model);
      }
      long start = System.nanoTime();
      BatchTable.Row row;
      try {
        R report = run(job, (rows.size() + 1) + "/" + jobs.size() + " ");
        int status = status(report, spec.commandLine().getErr());
        row = new BatchTable.Row(job.model, secondsSince(start), status, summary(report));
      } catch (CancellationException e) {
        throw e;
      } catch (IOException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
        Failure failure = Failure.of(e, job.model);
        report(failure, job.model, secondsSince(start));
        row =
            new BatchTable.Row(job.model, secondsSince(start), failure.status(), failure.message());
      }
      rows.add(row);
    }
    if (!json && !quiet) {
      BatchTable.print(rows, Main.isStyled("sinew.terminal.out"), out);
    }
    return BatchTable.status(rows);
  }

  private void report(Failure failure, String model, double seconds) {
    failure.print(spec.commandLine().getErr(), debug, Main.isStyled("sinew.terminal"));
    if (json) {
      spec.commandLine()
          .getOut()
          .println(Report.of(commandName(), List.of(model), failure.toError(), seconds).toJson());
    }
  }

  private static double secondsSince(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  /**
   * What a command did.
   *
   * @param outcome the outcome of its step
   * @param report the report as it is in JSON
   */
  record Finished<R>(Step.Outcome<R> outcome, Report<R> report) {}

  /** Checks the options, as far as that is possible without the files. */
  final void check() throws IOException {
    checkedJobs();
  }

  /** Runs the step and writes the page; prints nothing. */
  Finished<R> run(RunContext context) throws IOException {
    Finished<R> finished = run(checkedJobs().getFirst().options, context);
    writePage();
    return finished;
  }

  private Finished<R> run(O options, RunContext context) throws IOException {
    long start = System.nanoTime();
    FilePolicy policy = fileOptions.policy(replacesInputs()).withMotions(motions());
    Step.Outcome<R> outcome =
        step().run(options, page == null ? policy : policy.withReserved(page), context);
    Report<R> report = Report.of(commandName(), outcome, secondsSince(start));
    if (page != null) {
      HtmlReport.Section section =
          sections.size() < MAX_PICTURED
              ? HtmlReport.section(report, fileOptions.allowsOutside(), context)
              : HtmlReport.section(report, "");
      sections.add(
          new HtmlReport.Section(section.title(), OptionNameWriter.spelled(section.html())));
    }
    return new Finished<>(outcome, report);
  }

  private void writePage() throws IOException {
    if (page != null && !sections.isEmpty()) {
      HtmlReport.write(page, sections);
    }
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
  private List<Job<O>> checkedJobs() throws IOException {
    try {
      if (page != null) {
        HtmlReport.requireName(page);
        HtmlReport.requireWritable(page);
      }
      requireSingleFiles();
      return jobs();
    } catch (RequestException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw wrongUsage(e);
    }
  }

  /** Folders and patterns are for parameters that take several files. */
  private void requireSingleFiles() {
    for (PositionalParamSpec parameter : spec.positionalParameters()) {
      if (!parameter.isMultiValue() && parameter.getValue() instanceof Path file) {
        boolean folder = Files.isDirectory(file);
        if (folder || ModelSet.isPattern(file)) {
          throw new IllegalArgumentException(
              "%s: expected one file, got the %s %s"
                  .formatted(parameter.paramLabel(), folder ? "folder" : "pattern", file));
        }
      }
    }
  }

  private RunContext context(Progress progress) {
    try {
      return new RunContext(threads, seed, progress, new Cancellation());
    } catch (IllegalArgumentException e) {
      throw wrongUsage(e);
    }
  }
}
