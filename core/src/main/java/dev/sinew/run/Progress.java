package dev.sinew.run;

/** Receives the progress of a run. Called often, from one thread at a time: must be fast. */
@FunctionalInterface
public interface Progress {
  /** Ignores all reports. */
  Progress SILENT = (phase, done, total) -> {};

  /**
   * Receives one report.
   *
   * @param phase the name of the current work
   * @param done the amount done
   * @param total the whole amount; {@code done == total} ends the phase
   */
  void report(String phase, long done, long total);

  /** Learns how much of the run the next phases are, as {@link RunContext#expect} says it. */
  default void expect(double from, double to, int phases) {}
}
