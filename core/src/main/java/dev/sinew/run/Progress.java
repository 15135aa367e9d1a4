package dev.sinew.run;

/** Receives the progress of a run. Called often and from one thread at a time: must be cheap. */
@FunctionalInterface
public interface Progress {
  /** Ignores all reports. */
  Progress SILENT = (phase, done, total) -> {};

  /**
   * Called as work goes on.
   *
   * @param phase what is being done
   * @param done how much of it is done
   * @param total how much there is; {@code done == total} ends the phase
   */
  void report(String phase, long done, long total);
}
