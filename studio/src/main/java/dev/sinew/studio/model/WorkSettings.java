package dev.sinew.studio.model;

import dev.sinew.run.Cancellation;
import dev.sinew.run.NumberRange;
import dev.sinew.run.Progress;
import dev.sinew.run.RunContext;

/**
 * The settings that all computations of a studio share.
 *
 * @param threads the number of threads of each
 * @param seed the seed of all random numbers
 */
public record WorkSettings(int threads, long seed) {
  /** One thread per core, and the seed of the command line. */
  public static final WorkSettings DEFAULTS =
      new WorkSettings(Runtime.getRuntime().availableProcessors(), RunContext.DEFAULT_SEED);

  /** Checks the number of threads. */
  public WorkSettings {
    NumberRange.require("threads", threads, 1, RunContext.MAX_THREADS);
  }

  /** Returns a context for a computation that nobody watches. */
  public RunContext context() {
    return context(Progress.SILENT, new Cancellation());
  }

  /** Returns a context for a computation that is watched and can be cancelled. */
  public RunContext context(Progress progress, Cancellation cancellation) {
    return new RunContext(threads, seed, progress, cancellation);
  }
}
