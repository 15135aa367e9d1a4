package dev.sinew.fit;

/** Hears how far a fit is; called from the thread that asked for it, so it must be cheap. */
@FunctionalInterface
public interface FitProgress {
  /** Hears nothing. */
  FitProgress SILENT = (phase, done, total) -> {};

  /**
   * Called as work goes on.
   *
   * @param phase what is being done
   * @param done how much of it is done
   * @param total how much there is; {@code done == total} ends the phase
   */
  void at(String phase, long done, long total);
}
