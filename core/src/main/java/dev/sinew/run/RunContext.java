package dev.sinew.run;

import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * What one run shares between all its parts: threads, seed, progress and cancellation. Every verb
 * takes one. Close it to end its threads.
 *
 * <p>Loops over poses, levels, iterations or image rows call {@link #report} or {@link
 * #checkCancelled} at least every 100 ms. After a cancellation both throw {@link
 * CancellationException}, which leaves the verb without a result.
 */
public final class RunContext implements AutoCloseable {
  /** The seed of a run that does not choose one. */
  public static final long DEFAULT_SEED = 1;

  /** The most threads of a run. */
  public static final int MAX_THREADS = 1024;

  private final @Nullable ThreadTeam team;
  private final long seed;
  private final Progress progress;
  private final Cancellation cancellation;

  /** Work in numbered pieces. */
  @FunctionalInterface
  public interface Task {
    /** Does one piece; called once for each, from any thread. */
    void run(int piece);
  }

  /**
   * Starts the threads.
   *
   * @param threads how many work in parallel, the caller's included: 1 to {@value #MAX_THREADS}
   * @param seed where all randomness starts: the same input and seed give the same result
   * @param progress receives reports
   * @param cancellation ends the run when set
   */
  public RunContext(int threads, long seed, Progress progress, Cancellation cancellation) {
    if (threads < 1 || threads > MAX_THREADS) {
      throw new IllegalArgumentException(
          "threads: expected 1 to " + MAX_THREADS + ", got " + threads);
    }
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

  /** Returns a context with a thread per processor, the default seed and no progress reports. */
  public static RunContext create() {
    return ofThreads(Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors()));
  }

  /** Returns a context with a number of threads, the default seed and no progress reports. */
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
   * Returns a view of this context for use inside a {@link Task}: it works on the calling thread
   * alone, reports no progress and shares seed and cancellation.
   */
  public RunContext sequential() {
    return new RunContext(null, seed, Progress.SILENT, cancellation);
  }

  /** Returns the number of threads that work in parallel. */
  public int threads() {
    return team == null ? 1 : team.threads();
  }

  /** Returns where all randomness of the run starts. */
  public long seed() {
    return seed;
  }

  /**
   * Runs pieces 0 to {@code count} (exclusive) of a task on all threads, the caller's included, and
   * returns when all are done. Allocates nothing. Tasks whose pieces write to places of their own
   * give the same result on any number of threads. Callers on several threads wait for each other;
   * a task must not call this method on the same context, but may on {@link #sequential}.
   *
   * @throws CancellationException if the run was cancelled; pieces not begun by then are skipped
   * @throws RuntimeException or Error the first that a piece threw; likewise
   */
  public void run(int count, Task task) {
    if (team != null) {
      team.run(count, task);
      return;
    }
    for (int piece = 0; piece < count; piece++) {
      cancellation.check();
      task.run(piece);
    }
  }

  /**
   * Reports progress. Call it from the thread that runs the verb.
   *
   * @param phase what is being done
   * @param done how much of it is done
   * @param total how much there is; {@code done == total} ends the phase
   * @throws CancellationException if the run was cancelled
   */
  public void report(String phase, long done, long total) {
    cancellation.check();
    progress.report(phase, done, total);
  }

  /**
   * Returns unless the run was cancelled. Any thread may call it.
   *
   * @throws CancellationException if it was
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
