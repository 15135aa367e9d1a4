package dev.sinew.run;

/**
 * The share of a run that is done, from the progress of its phases and what a verb expects of them:
 * one number from 0 to 1 that never falls.
 */
public final class WholeProgress {
  private double from;
  private double to;
  private int phases;
  private int ended;
  private double done;

  /**
   * Says what comes next, as {@link RunContext#expect}. Phases before the first call are not part
   * of the whole.
   */
  public void expect(double newFrom, double newTo, int newPhases) {
    from = newFrom;
    to = newTo;
    phases = newPhases;
    ended = 0;
    done = Math.max(done, from);
  }

  /** Returns true if something is expected: otherwise the whole is not known. */
  public boolean isKnown() {
    return phases > 0;
  }

  /** Takes a report of a phase, as {@link Progress#report}; returns the share of the run. */
  public double report(long part, long total) {
    double inPhase = total > 0 ? (double) part / total : 1;
    double share = phases > 0 ? Math.min(1, (ended + inPhase) / phases) : 0;
    ended += part >= total ? 1 : 0;
    done = Math.max(done, from + (to - from) * share);
    return done;
  }
}
