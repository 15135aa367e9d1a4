package dev.sinew.batch;

import com.google.gson.JsonObject;
import dev.sinew.batch.BatchOptions.Redo;
import dev.sinew.batch.child.Job;
import dev.sinew.batch.child.Manifest;
import dev.sinew.batch.child.Rows;
import dev.sinew.pipeline.Version;
import dev.sinew.run.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A recipe over a library, by workers on this machine. */
public final class Batch {
  /** What a file costs however small it is, in bytes, for the estimate of the time left. */
  private static final long BASE_COST = 1 << 16;

  private final Recipe recipe;
  private final BatchOptions options;
  private final Progress progress;
  private final ChildPool pool;
  private final Map<String, JsonObject> rows = new TreeMap<>();
  private final Set<String> written = new HashSet<>();
  private final List<Job> tooLarge = new ArrayList<>();
  private final Map<String, Long> costs = new HashMap<>();
  private long cost;
  private long costDone;
  private int total;
  private int unchanged;
  private int done;
  private int failed;

  /**
   * What a run did.
   *
   * @param files the files that it was about
   * @param done those that were worked on with success
   * @param unchanged those whose rows still held
   * @param failed those that failed, now or before
   * @param page the page of all results
   */
  public record Summary(int files, int done, int unchanged, int failed, Path page) {
    /** Returns the summary as JSON. */
    public JsonObject toJson() {
      JsonObject json = new JsonObject();
      json.addProperty("schema", Rows.SCHEMA);
      json.addProperty("sinew", Version.TEXT);
      json.addProperty("command", "batch");
      json.addProperty("files", files);
      json.addProperty("done", done);
      json.addProperty("unchanged", unchanged);
      json.addProperty("failed", failed);
      json.addProperty("page", page.toString());
      return json;
    }
  }

  private Batch(Recipe recipe, BatchOptions options, Progress progress) {
    this.recipe = recipe;
    this.options = options;
    this.progress = progress;
    pool = new ChildPool(options.launcher());
  }

  /**
   * Runs a recipe.
   *
   * @throws IOException if results cannot be written or workers cannot be started
   */
  public static Summary run(
      Recipe recipe, List<LibraryFile> files, BatchOptions options, Progress progress)
      throws IOException, InterruptedException {
    return new Batch(recipe, options, progress).run(files);
  }

  private Summary run(List<LibraryFile> files) throws IOException, InterruptedException {
    Path output = options.output();
    Files.createDirectories(output);
    ResultFolder folder = new ResultFolder(output);
    String name = options.shard().map(BatchOptions.Shard::manifest).orElse(Manifest.NAME);
    folder.file(Results.WORK);
    try (Manifest manifest = new Manifest(folder.file(name))) {
      folder.clean();
      Thread hook = new Thread(() -> interrupted(folder));
      Runtime.getRuntime().addShutdownHook(hook);
      try {
        folder.readAll(rows);
        runAll(jobs(files), manifest);
      } finally {
        pool.stop();
        Runtime.getRuntime().removeShutdownHook(hook);
      }
      Path page = options.shard().isEmpty() ? folder.merge(rows, written) : folder.writePage(rows);
      return new Summary(total, done, unchanged, failed, page);
    } finally {
      folder.clean();
    }
  }

  private void interrupted(ResultFolder folder) {
    pool.stop();
    folder.clean();
  }

  /** Returns the jobs, the largest first: no long one is left for the end. */
  private List<Job> jobs(List<LibraryFile> files) {
    List<Job> jobs = new ArrayList<>();
    files.stream()
        .filter(file -> options.shard().isEmpty() || options.shard().get().has(file.name()))
        .sorted(Comparator.comparingLong(LibraryFile::bytes).reversed())
        .forEach(
            file -> {
              jobs.add(job(file, options, rows.get(file.name())));
              costs.put(file.name(), BASE_COST + file.bytes());
              cost += BASE_COST + file.bytes();
            });
    total = jobs.size();
    return jobs;
  }

  static Job job(LibraryFile file, BatchOptions options, @Nullable JsonObject known) {
    boolean retried = known != null && Rows.hasFailed(known) && options.redo() == Redo.FAILED;
    return new Job(
        file.name(),
        file.source(),
        options.output().toAbsolutePath(),
        retried ? null : known,
        options.redo() == Redo.ALL);
  }

  /** Works on all jobs by the heap that they may take; those that lack memory come once more. */
  private void runAll(List<Job> jobs, Manifest manifest) throws IOException, InterruptedException {
    progress.expect(0, 1, 1);
    Map<Long, List<Job>> byHeap = new TreeMap<>();
    for (Job job : jobs) {
      long heap = recipe.limitsFor(job.file()).memory();
      byHeap.computeIfAbsent(heap, limit -> new ArrayList<>()).add(job);
    }
    int cores = Runtime.getRuntime().availableProcessors();
    for (Map.Entry<Long, List<Job>> group : byHeap.entrySet()) {
      MemoryPlan plan = MemoryPlan.of(options.memory(), options.jobs(), cores, group.getKey());
      boolean canGrow = group.getKey() == 0 && plan.workers() > 1;
      pool.run(group.getValue(), plan, (job, row) -> take(job, row, canGrow, manifest));
    }
    if (!tooLarge.isEmpty()) {
      MemoryPlan alone = new MemoryPlan(1, MemoryPlan.largest(options.memory()), cores);
      pool.run(List.copyOf(tooLarge), alone, (job, row) -> take(job, row, false, manifest));
    }
  }

  private void take(Job job, JsonObject row, boolean canGrow, Manifest manifest)
      throws IOException {
    if (canGrow && Rows.problem(row).equals("memory")) {
      tooLarge.add(job);
      return;
    }
    long own = costs.getOrDefault(job.file(), 0L);
    if (Rows.text(row, "status").equals(Rows.UNCHANGED)) {
      boolean hadFailed = Rows.hasFailed(rows.getOrDefault(job.file(), row));
      unchanged += hadFailed ? 0 : 1;
      failed += hadFailed ? 1 : 0;
      // What takes no time says nothing about the time left.
      cost -= own;
    } else {
      manifest.add(row);
      rows.put(job.file(), row);
      written.add(job.file());
      done += Rows.hasFailed(row) ? 0 : 1;
      failed += Rows.hasFailed(row) ? 1 : 0;
      costDone += own;
    }
    int seen = done + failed + unchanged;
    progress.report(
        "%d of %d files, %d failed".formatted(seen, total, failed), costDone, Math.max(1, cost));
  }
}
