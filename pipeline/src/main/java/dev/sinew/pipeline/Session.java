package dev.sinew.pipeline;

/**
 * What a run shares between its steps.
 *
 * @param seed where all randomness starts: the same input and seed give the same bytes
 * @param threads how many threads may work, at least 1
 * @param progress who is told how far the work is
 */
public record Session(long seed, int threads, Progress progress) {
  /** Seed 1, all cores, nobody told. */
  public static final Session DEFAULTS =
      new Session(1, Runtime.getRuntime().availableProcessors(), Progress.SILENT);

  public Session {
    if (threads < 1 || threads > 1024) {
      throw new IllegalArgumentException("threads: expected 1 to 1024, got " + threads);
    }
  }

  /** Hears of progress; called often and from one thread, so it must be cheap. */
  @FunctionalInterface
  public interface Progress {
    /** Hears nothing. */
    Progress SILENT = (phase, done, total) -> {};

    /**
     * Called as work goes on.
     *
     * @param phase what is being done
     * @param done how much of it is done
     * @param total how much there is; {@code done == total} ends the phase
     */
    void at(String phase, long done, long total);
  }
}
