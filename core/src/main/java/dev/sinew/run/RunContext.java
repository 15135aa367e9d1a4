package dev.sinew.run;

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The threads, seed, progress and cancellation of one run, shared by all its parts. Every verb
 * takes one. Close it to end its threads.
 *
 * <p>Loops over poses, levels, iterations or image rows call {@link #report} or {@link
 * #checkCancelled} at least every 100 ms. After a cancellation both throw {@link
 * CancellationException}, which leaves the verb without a result.
 */
public final class RunContext implements AutoCloseable {
  /** The seed of a run that does not choose one. */
  public static final long DEFAULT_SEED = 1;

  /** The maximum number of threads of a run. */
  public static final int MAX_THREADS = 1024;

  /**
   * Elements per range of {@link #runRanges}: long enough to pay for a task, short enough to
   * balance.
   */
  private static final int RANGE_LENGTH = 256;

  private final @Nullable ThreadTeam team;
  private final long seed;
  private final Progress progress;
  private final Cancellation cancellation;

  /** Work in numbered parts that can run in parallel. */
  @FunctionalInterface
  public interface Task {
    /** Does one part. Called once per part, from any thread. */
    void run(int part);
  }

  /** Work on the elements of a range; parts of the range can run in parallel. */
  @FunctionalInterface
  public interface RangeTask {
    /** Does elements {@code from} to {@code to} (exclusive). Called from any thread. */
    void run(int from, int to);
  }

  /**
   * Starts the threads.
   *
   * @param threads the number of threads, including the caller's: 1 to {@value #MAX_THREADS}
   * @param seed the seed of all random numbers; the same input and seed give the same result
   * @param progress receives the progress reports
   * @param cancellation ends the run when set
   */
  public RunContext(int threads, long seed, Progress progress, Cancellation cancellation) {
    NumberRange.require("threads", threads, 1, MAX_THREADS);
    this.team = threads == 1 ? null : new ThreadTeam(threads, cancellation);
    this.seed = seed;
    this.progress = progress;
    this.cancellation = cancellation;
  }

  private RunContext(
      @Nullable ThreadTeam team, long seed, Progress progress, Cancellation cancellation) {
    this.team = team;
    this.seed = seed;
    this.progress = progress;
    this.cancellation = cancellation;
  }

  /** Returns a context with one thread per processor, the default seed and no progress reports. */
  public static RunContext create() {
    return ofThreads(Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors()));
  }

  /**
   * Returns a context with the given number of threads, the default seed and no progress reports.
   */
  public static RunContext ofThreads(int threads) {
    return new RunContext(threads, DEFAULT_SEED, Progress.SILENT, new Cancellation());
  }

  /**
   * Returns a view of this context that reports no progress; it shares threads and cancellation.
   */
  public RunContext quiet() {
    return new RunContext(team, seed, Progress.SILENT, cancellation);
  }

  /**
   * Returns a view of this context for use inside a {@link Task}: it uses only the calling thread,
   * reports no progress and shares seed and cancellation.
   */
  public RunContext sequential() {
    return new RunContext(null, seed, Progress.SILENT, cancellation);
  }

  /** Returns the number of threads that work in parallel. */
  public int threads() {
    return team == null ? 1 : team.threads();
  }

  /** Returns the seed of all random numbers of the run. */
  public long seed() {
    return seed;
  }

  /**
   * Runs parts 0 to {@code count} (exclusive) of a task on all threads, including the caller's, and
   * returns when all are done. Allocates nothing. A task whose parts write to disjoint array
   * elements gives the same result on any number of threads. Callers on several threads wait for
   * each other. A task must not call this method on the same context, but may on {@link
   * #sequential}.
   *
   * @throws CancellationException if the run was cancelled; parts not yet begun are skipped
   * @throws RuntimeException or Error the first exception of a part; parts not yet begun are
   *     skipped
   */
  public void run(int count, Task task) {
    if (team != null) {
      team.run(count, task);
      return;
    }
    for (int part = 0; part < count; part++) {
      cancellation.check();
      task.run(part);
    }
  }

  /**
   * Runs parts of a task as {@link #run(int, Task)} and reports the number of parts done. Reports
   * come from the calling thread, after each of its own parts and at the end.
   *
   * @param phase the name of the work
   */
  public void run(String phase, int count, Task task) {
    Thread caller = Thread.currentThread();
    AtomicInteger done = new AtomicInteger();
    run(
        count,
        part -> {
          task.run(part);
          int now = done.incrementAndGet();
          if (now < count && Thread.currentThread().equals(caller)) {
            report(phase, now, count);
          }
        });
    report(phase, count, count);
  }

  /**
   * Runs a task on the elements 0 to {@code count} (exclusive), in ranges of {@value
   * #RANGE_LENGTH}; otherwise as {@link #run(int, Task)}.
   */
  public void runRanges(int count, RangeTask task) {
    run(ranges(count), i -> runRange(i, count, task));
  }

  /**
   * Runs a task on ranges of elements as {@link #runRanges(int, RangeTask)} and reports the number
   * of ranges done.
   *
   * @param phase the name of the work
   */
  public void runRanges(String phase, int count, RangeTask task) {
    run(phase, ranges(count), i -> runRange(i, count, task));
  }

  private static int ranges(int count) {
    return (count + RANGE_LENGTH - 1) / RANGE_LENGTH;
  }

  private static void runRange(int range, int count, RangeTask task) {
    task.run(RANGE_LENGTH * range, Math.min(count, RANGE_LENGTH * (range + 1)));
  }

  /**
   * Reports progress. Call it from the thread that runs the verb.
   *
   * @param phase the name of the current work
   * @param done the amount done
   * @param total the whole amount; {@code done == total} ends the phase
   * @throws CancellationException if the run was cancelled
   */
  public void report(String phase, long done, long total) {
    cancellation.check();
    progress.report(phase, done, total);
  }

  /**
   * Says how much of the whole run the next phases are, so that its progress is one bar. Call it
   * from the thread that runs the verb.
   *
   * @param from the share of the work before them, 0 to 1, by the time it is likely to take
   * @param to the share after them
   * @param phases their number
   */
  public void expect(double from, double to, int phases) {
    progress.expect(from, to, phases);
  }

  /**
   * Throws if the run was cancelled. Any thread may call it.
   *
   * @throws CancellationException if the run was cancelled
   */
  public void checkCancelled() {
    cancellation.check();
  }

  /** Ends the threads, after a task in progress. */
  @Override
  public void close() {
    if (team != null) {
      team.close();
    }
  }
}
