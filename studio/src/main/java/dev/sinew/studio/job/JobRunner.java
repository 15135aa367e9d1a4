package dev.sinew.studio.job;

import dev.sinew.run.RunContext;
import dev.sinew.studio.http.Defects;
import dev.sinew.studio.http.Refusal;
import dev.sinew.studio.model.ModelStore;
import dev.sinew.studio.model.OpenModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Runs jobs, one at a time, since each uses all cores. */
public final class JobRunner implements AutoCloseable {
  /** The most jobs that wait or run. */
  private static final int MAX_OPEN = 16;

  /** The most jobs that are remembered. */
  private static final int MAX_KEPT = 64;

  private static final int STOP_SECONDS = 3;
  private static final String PAGE = "report.html";

  private final Commands commands;
  private final ModelStore store;
  private final Path folder;
  // In the order of their numbers; guarded by itself.
  private final Map<Integer, Job> jobs = new LinkedHashMap<>();
  private final ExecutorService worker =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().name("sinew-studio-job").daemon().factory());
  private int nextId = 1;

  /**
   * Runs commands on the models of a store.
   *
   * @param folder where the files of jobs are
   */
  public JobRunner(Commands commands, ModelStore store, Path folder) {
    this.commands = commands;
    this.store = store;
    this.folder = folder;
  }

  /**
   * Starts a job.
   *
   * @param verb a command
   * @param models the models that it works on
   * @param files all models whose files it reads
   * @param options values by name
   */
  Job start(Verb verb, List<OpenModel> models, List<OpenModel> files, Map<String, String> options)
      throws IOException {
    JobPlan plan = new JobPlan(verb, models, options);
    CommandChain chain = plan.chain();
    List<Integer> ids = models.stream().map(OpenModel::id).toList();
    synchronized (jobs) {
      if (jobs.values().stream().filter(job -> !job.isOver()).count() >= MAX_OPEN) {
        throw new Refusal(429, "too many jobs at once: wait for one, or cancel it");
      }
      Job job = new Job(nextId++, verb.verb(), ids, chain.text());
      jobs.put(job.id(), job);
      forgetOldest();
      worker.execute(() -> run(job, chain, files));
      return job;
    }
  }

  private void forgetOldest() {
    for (Job job : List.copyOf(jobs.values())) {
      if (jobs.size() > MAX_KEPT && job.isOver()) {
        jobs.remove(job.id());
      }
    }
  }

  private void run(Job job, CommandChain chain, List<OpenModel> files) {
    if (!job.begin()) {
      return;
    }
    try (JobFolder own = new JobFolder(folder);
        RunContext context = store.work().context(job, job.cancellation())) {
      try {
        for (OpenModel model : files) {
          Files.write(own.file(JobPlan.file(model.name())), model.glb());
        }
        job.succeed(result(job, chain, own, context));
      } catch (CancellationException e) {
        job.fail("cancelled");
      } catch (IOException | IllegalArgumentException e) {
        job.fail(own.withoutFolder(String.valueOf(e.getMessage())));
      } catch (OutOfMemoryError e) {
        job.fail("this needs more memory: set SINEW_HEAP, for example SINEW_HEAP=8g");
      } catch (RuntimeException | Error e) {
        job.fail(Defects.message(e));
      }
    } catch (IOException e) {
      job.fail("no folder for temporary files: " + e.getMessage());
    }
  }

  /** Runs the commands; opens what the last one wrote. */
  private Job.Result result(Job job, CommandChain chain, JobFolder own, RunContext context)
      throws IOException {
    List<List<String>> lines = chain.in(own.path());
    for (List<String> line : lines.subList(0, lines.size() - 1)) {
      commands.run(line, context);
    }
    List<String> last = new ArrayList<>(lines.getLast());
    last.add("--report=" + own.file(PAGE));
    Commands.Done done = commands.run(last, context);
    String page = Files.readString(own.file(PAGE));
    context.checkCancelled();
    List<Integer> made = new ArrayList<>();
    for (Path output : done.outputs()) {
      if (output.toString().endsWith(".glb")) {
        String name = String.valueOf(output.getFileName());
        made.add(
            store
                .add(
                    name,
                    Files.readAllBytes(output),
                    OpenModel.Source.job(job.firstModel(), job.id()))
                .id());
      }
    }
    return new Job.Result(own.withoutFolder(done.report()), own.withoutFolder(page), made);
  }

  Job get(String id) {
    synchronized (jobs) {
      Job job = id.matches("[0-9]{1,9}") ? jobs.get(Integer.parseInt(id)) : null;
      if (job == null) {
        throw Refusal.notFound("no job " + id);
      }
      return job;
    }
  }

  /** Returns all jobs, the oldest first. */
  List<Job> all() {
    synchronized (jobs) {
      return List.copyOf(jobs.values());
    }
  }

  Commands commands() {
    return commands;
  }

  /** Cancels all jobs and waits until their files are deleted. */
  @Override
  public void close() {
    all().forEach(job -> job.cancellation().cancel());
    worker.shutdown();
    try {
      worker.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
