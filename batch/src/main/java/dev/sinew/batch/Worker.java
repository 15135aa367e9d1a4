package dev.sinew.batch;

import com.google.gson.JsonObject;
import dev.sinew.batch.child.Child;
import dev.sinew.batch.child.Job;
import dev.sinew.batch.child.Rows;
import dev.sinew.io.Folders;
import dev.sinew.io.OwnedFolder;
import dev.sinew.pipeline.Version;
import dev.sinew.run.Cancellation;
import dev.sinew.run.Progress;
import dev.sinew.run.RunContext;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * A process that works on one file after the other: it reads jobs from standard input, one per
 * line, and answers each with its limit and its row. When its input ends, it ends.
 */
public final class Worker {
  private static final String END = "";
  private static final int ATTEMPTS = 10;

  private final Recipe recipe;
  private final Verbs verbs;
  private final int threads;
  private final PrintStream out;
  private final Child.Hello hello;

  /** The folder for unfinished files, and the folder of results that it is in. */
  private @Nullable OwnedFolder workFolder;

  private @Nullable Path workOutput;

  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final Runnable abandoned;
  private volatile boolean busy;
  private boolean exhausted;

  /**
   * Prepares a worker.
   *
   * @param out receives the answers
   * @param abandoned is called if the input ends during a job: nobody waits for its row
   */
  public Worker(Recipe recipe, Verbs verbs, int threads, PrintStream out, Runnable abandoned) {
    this.recipe = recipe;
    this.verbs = verbs;
    this.threads = threads;
    this.out = out;
    this.abandoned = abandoned;
    hello = new Child.Hello(Version.TEXT, recipe.hash());
  }

  /** Serves jobs until the input ends, or until the memory of this process cannot be trusted. */
  public void serve(InputStream in) throws IOException, InterruptedException {
    Thread reader = new Thread(() -> read(in), "sinew-jobs");
    reader.setDaemon(true);
    reader.start();
    JsonObject first = new JsonObject();
    first.addProperty("worker", 1);
    first.addProperty("sinew", hello.version());
    first.addProperty("recipe", hello.recipe());
    say(first);
    try {
      for (String line = lines.take(); !line.isEmpty() && !exhausted; line = lines.take()) {
        busy = true;
        serve(Job.ofLine(line));
        busy = false;
        if (exhausted) {
          return;
        }
      }
    } finally {
      closeWorkFolder();
    }
  }

  private void read(InputStream in) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      // The process that gave the jobs has ended.
    }
    lines.add(END);
    if (busy) {
      abandoned.run();
    }
  }

  private void say(JsonObject object) {
    out.println(object);
    out.flush();
  }

  private void serve(Job job) throws IOException {
    resetPeak();
    long start = System.nanoTime();
    JsonObject row = row(job);
    row.addProperty("seconds", Math.round((System.nanoTime() - start) / 1e6) / 1e3);
    row.addProperty("peakMemory", peak());
    if (exhausted) {
      row.addProperty("last", true);
    }
    say(row);
  }

  /** Says what the file may take and what it contains, should this process not live to say more. */
  private void announce(Job job, @Nullable InputHash input) {
    JsonObject start = new JsonObject();
    start.addProperty("limit", recipe.limitsFor(job.file()).seconds());
    start.add("input", input == null ? null : input.toJson());
    say(start);
  }

  private JsonObject row(Job job) throws IOException {
    JobRun run = null;
    Path work = null;
    InputHash input = null;
    try (RunContext context =
        new RunContext(threads, recipe.seed(), Progress.SILENT, new Cancellation())) {
      try {
        input = InputHash.of(job.source());
      } finally {
        announce(job, input);
      }
      if (holds(job, input, recipe)) {
        return Rows.of(job, hello, Rows.UNCHANGED);
      }
      work = Files.createTempDirectory(workFolder(job.output()), "job-");
      run = new JobRun(recipe, verbs, job, work, context);
      return run.run(hello, input);
    } catch (IOException | RuntimeException | Error e) {
      exhausted = e instanceof OutOfMemoryError;
      return failed(job, run, input, e);
    } finally {
      if (work != null) {
        Folders.delete(work);
      }
    }
  }

  private JsonObject failed(
      Job job, @Nullable JobRun run, @Nullable InputHash input, Throwable thrown) {
    Rows.Problem problem = verbs.problem(thrown, job.source());
    String message = run == null ? problem.message() : run.clean(problem.message());
    JsonObject row = Rows.of(job, hello, Rows.FAILED);
    if (input != null) {
      row.add("input", input.toJson());
    }
    JsonObject error = Rows.error(new Rows.Problem(problem.kind(), message, problem.advice()));
    error.addProperty("step", run == null ? "" : run.step());
    row.add("error", error);
    return row;
  }

  /** Returns true if the last row of a file is what the work on it would give again. */
  static boolean holds(Job job, InputHash input, Recipe recipe) throws IOException {
    return !job.force()
        && job.known() != null
        && isSame(job.known(), input, recipe.hash())
        && Results.areThere(job.output(), job.known());
  }

  /** Returns true if a row was made from the same file by the same recipe and version. */
  private static boolean isSame(JsonObject row, InputHash input, String recipe) {
    return Rows.text(row, "sinew").equals(Version.TEXT)
        && Rows.text(row, "recipe").equals(recipe)
        && Rows.text(Rows.object(row, "input"), "sha256").equals(input.sha256());
  }

  private Path workFolder(Path output) throws IOException {
    if (workFolder == null || !output.equals(workOutput)) {
      closeWorkFolder();
      workFolder = newWorkFolder(output);
      workOutput = output;
    }
    return workFolder.path();
  }

  private void closeWorkFolder() throws IOException {
    if (workFolder != null) {
      workFolder.close();
      workFolder = null;
    }
  }

  /** Makes a folder for unfinished files; deletes those of processes of this machine that died. */
  static OwnedFolder newWorkFolder(Path output) throws IOException {
    Path parent = output.resolve(Results.WORK);
    for (int attempt = 1; ; attempt++) {
      Files.createDirectories(parent);
      if (!parent.toRealPath().startsWith(output.toRealPath())) {
        throw new IOException(parent + ": a link leads outside the folder " + output);
      }
      try {
        return new OwnedFolder(parent, "work-" + host() + "-");
      } catch (NoSuchFileException e) {
        // Another run has just ended here and deleted the folder that it left empty.
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9.-]", "_");
    } catch (UnknownHostException e) {
      return "local";
    }
  }

  private static void resetPeak() {
    ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
  }

  /** Returns the most heap that was in use during a job, with what could have been freed. */
  private static long peak() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToLong(pool -> pool.getPeakUsage().getUsed())
        .sum();
  }
}
