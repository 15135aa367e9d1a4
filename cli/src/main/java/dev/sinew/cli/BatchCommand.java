package dev.sinew.cli;

import com.google.gson.JsonObject;
import com.sun.management.OperatingSystemMXBean;
import dev.sinew.batch.Batch;
import dev.sinew.batch.BatchOptions;
import dev.sinew.batch.BatchPlan;
import dev.sinew.batch.ByteSize;
import dev.sinew.batch.Library;
import dev.sinew.batch.Recipe;
import dev.sinew.batch.RecipeReader;
import dev.sinew.batch.ResultFolder;
import dev.sinew.batch.child.PathPattern;
import dev.sinew.cli.line.Failure;
import dev.sinew.cli.line.ProgressLine;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "batch",
    description = {
      "Runs a recipe of commands over a library of models, in processes of their own: one bad file"
          + " does not stop the others. Writes the results as the library's tree, manifest.jsonl"
          + " with one row per file, and index.html.",
      "A file whose content, recipe and version have not changed is skipped, so that a run that was"
          + " stopped is continued by the same command. Exit status 1 if a file failed."
    },
    footer = {
      "",
      "Example:",
      "  sinew batch --example > recipe.json",
      "  sinew batch models/ -r recipe.json -o light/",
      "  sinew batch models/ -r recipe.json -o light/ --include 'heroes/**' --dry-run",
      "  find models -name '*.glb' | sinew batch - -r recipe.json -o light/"
    })
final class BatchCommand extends LineCommand implements Callable<Integer> {
  /** The share of the machine's memory that workers get. */
  private static final double MEMORY_SHARE = 0.75;

  @Parameters(
      arity = "0..1",
      paramLabel = "LIBRARY",
      description =
          "A folder with all folders below it, a text file with one name per line, or - for such"
              + " lines from standard input.")
  private @Nullable String library;

  @Option(
      names = {"-r", "--recipe"},
      paramLabel = "RECIPE",
      description = "The recipe, a JSON file (docs/batch.md).")
  private @Nullable Path recipe;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description = "The folder of the results.")
  private @Nullable Path output;

  @Option(
      names = "--include",
      paramLabel = "PATTERN",
      description =
          "Only files that match: * is any name, ** any folders; a pattern without a slash is about"
              + " the file's name alone. May be given several times.")
  private List<String> include = new ArrayList<>();

  @Option(
      names = "--exclude",
      paramLabel = "PATTERN",
      description = "No files that match. May be given several times.")
  private List<String> exclude = new ArrayList<>();

  @Option(
      names = "--root",
      paramLabel = "DIR",
      description =
          "The folder that the results mirror, for a list of files (default: that of the list, or"
              + " this one for standard input).")
  private @Nullable Path root;

  @Option(
      names = "--force",
      description = "Work on all files, and replace any file of the results.")
  private boolean force;

  @Option(names = "--retry-failed", description = "Also work on files that failed before.")
  private boolean retryFailed;

  @Option(names = "--dry-run", description = "Only print what would be done.")
  private boolean dryRun;

  @Option(
      names = "--shard",
      paramLabel = "i/n",
      description =
          "Work on one of n parts, on as many machines; a run without it, or --merge, puts the"
              + " manifests together.")
  private @Nullable String shard;

  @Option(names = "--merge", description = "Only merge the manifests in OUT and write the page.")
  private boolean merge;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "The most files at once (default: one per core, if memory is enough).")
  private int jobs = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description =
          "The memory for all files at once, such as 4g (default: three quarters of the"
              + " machine's).")
  private @Nullable String memory;

  @Option(names = "--example", description = "Print a recipe to start with.")
  private boolean example;

  @Option(
      names = "--json",
      description = "Print a JSON object on standard output, with --dry-run one per file.")
  private boolean json;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print errors only.")
  private boolean quiet;

  @Option(names = "--debug", description = "Print the stack trace of an error.")
  @SuppressWarnings("UnusedVariable") // Read where errors are printed.
  private boolean debug;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    if (example) {
      out.print(exampleRecipe());
      out.flush();
      return 0;
    }
    try {
      requireArguments();
      if (merge) {
        out.println("open " + ResultFolder.merge(required(output)));
        return 0;
      }
      BatchOptions options = options();
      Recipe read = RecipeReader.read(required(recipe), new BatchVerbs());
      Library found = list(options);
      return dryRun ? plan(read, found, options) : run(read, found, options);
    } catch (IllegalArgumentException e) {
      throw wrongUsage(e);
    }
  }

  private void requireArguments() {
    if (output == null) {
      throw new IllegalArgumentException("missing --output OUT");
    }
    if (merge) {
      return;
    }
    if (library == null || recipe == null) {
      throw new IllegalArgumentException(
          library == null ? "missing LIBRARY" : "missing --recipe RECIPE (--example prints one)");
    }
    if (jobs < 1) {
      throw new IllegalArgumentException("--jobs: expected 1 or more, got " + jobs);
    }
    if (force && retryFailed) {
      throw new IllegalArgumentException("--force includes --retry-failed");
    }
  }

  private static <T> T required(@Nullable T given) {
    return Objects.requireNonNull(given);
  }

  private BatchOptions options() {
    return new BatchOptions(
        required(output),
        force
            ? BatchOptions.Redo.ALL
            : retryFailed ? BatchOptions.Redo.FAILED : BatchOptions.Redo.NONE,
        Optional.ofNullable(shard)
            .map(text -> named("--shard", () -> BatchOptions.Shard.parse(text))),
        jobs,
        memory == null ? ownMemory() : named("--memory", () -> ByteSize.parse(required(memory))),
        new JavaLauncher(required(recipe)));
  }

  /** Reads the value of an option; its name comes before the message. */
  private static <T> T named(String option, Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
    }
  }

  /** Returns the share of the memory of this machine, or of the container it runs in. */
  private static long ownMemory() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return (long) (MEMORY_SHARE * system.getTotalMemorySize());
  }

  private Library list(BatchOptions options) throws IOException {
    Library.Selection selection =
        new Library.Selection(
            patterns("--include", include),
            patterns("--exclude", exclude),
            Optional.ofNullable(root));
    Library found;
    if (required(library).equals("-")) {
      found = Library.ofList(System.in, "standard input", Path.of(""), selection, options.output());
    } else {
      found = Library.of(Path.of(required(library)), selection, options.output());
    }
    if (!quiet) {
      PrintWriter err = spec.commandLine().getErr();
      found.notes().forEach(note -> err.println("sinew: warning: " + note));
    }
    return found;
  }

  private static List<PathPattern> patterns(String option, List<String> texts) {
    return texts.stream().map(text -> named(option, () -> new PathPattern(text))).toList();
  }

  private int plan(Recipe read, Library found, BatchOptions options) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    BatchPlan plan = BatchPlan.of(read, found.files(), options);
    for (BatchPlan.Entry entry : plan.entries()) {
      if (json) {
        out.println(entry.toJson());
      } else if (!quiet) {
        out.println(entry.action() + "  " + entry.file());
      }
    }
    if (!json && !quiet) {
      out.printf(
          Locale.ROOT,
          "%d files: %d to work on%n",
          plan.entries().size(),
          plan.entries().stream().filter(BatchPlan.Entry::isWork).count());
    }
    return 0;
  }

  private int run(Recipe read, Library found, BatchOptions options)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    Batch.Summary done;
    try (ProgressLine progress = new ProgressLine(quiet, false, "")) {
      done = Batch.run(read, found.files(), options, progress);
    }
    PrintWriter out = spec.commandLine().getOut();
    double seconds = (System.nanoTime() - start) / 1e9;
    if (json) {
      JsonObject report = done.toJson();
      report.addProperty("seconds", Math.round(seconds * 1000) / 1000.0);
      out.println(report);
    } else if (!quiet) {
      out.printf(
          Locale.ROOT,
          "%d files in %.1f s: %d done, %d unchanged, %d failed%n",
          done.files(),
          seconds,
          done.done(),
          done.unchanged(),
          done.failed());
      out.println("open " + done.page());
    }
    return done.failed() > 0 ? Failure.Kind.INPUT.status() : 0;
  }

  private static String exampleRecipe() throws IOException {
    try (InputStream in = required(BatchCommand.class.getResourceAsStream("recipe.json"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
