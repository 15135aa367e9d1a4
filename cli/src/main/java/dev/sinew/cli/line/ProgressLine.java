package dev.sinew.cli.line;

import dev.sinew.run.Progress;
import dev.sinew.run.WholeProgress;
import java.io.PrintStream;
import java.util.Locale;

/**
 * A progress line on a terminal: the phase, the fraction done and the remaining time; those of the
 * whole run where its verb knows them, otherwise those of the phase. Drawn a few times per second,
 * only if standard error is a terminal. In verbose runs every phase is also a line of its own, with
 * the time it took, on a terminal or not.
 */
public final class ProgressLine implements Progress, AutoCloseable {
  private static final long REDRAW_NANOS = 150_000_000;

  // Not the writer of messages, which would escape the line control.
  private final PrintStream err = System.err;
  private final boolean drawn;
  private final boolean verbose;
  private final String prefix;
  private final long start = System.nanoTime();
  private final WholeProgress whole = new WholeProgress();
  private String phase = "";
  private long phaseStart;
  private long lastDraw;
  private int width;

  /**
   * @param quiet whether nothing is drawn
   * @param verbose whether phases are printed with their times
   * @param prefix the text before the phase, such as "2/5 "
   */
  public ProgressLine(boolean quiet, boolean verbose, String prefix) {
    drawn = Boolean.getBoolean("sinew.terminal") && !quiet;
    this.verbose = verbose;
    this.prefix = prefix;
  }

  @Override
  public void expect(double from, double to, int phases) {
    whole.expect(from, to, phases);
  }

  @Override
  public void report(String newPhase, long done, long total) {
    if (!drawn && !verbose) {
      return;
    }
    double share = whole.report(done, total);
    long now = System.nanoTime();
    if (!newPhase.equals(phase)) {
      endPhase(now);
      phase = newPhase;
      phaseStart = now;
    } else if (now - lastDraw < REDRAW_NANOS && done < total) {
      return;
    }
    lastDraw = now;
    if (drawn) {
      draw(prefix + (whole.isKnown() ? ofRun(now, share) : ofPhase(now, done, total)));
    }
  }

  private String ofRun(long now, double share) {
    return String.format(
        Locale.ROOT, "%.0f %%, %s%s", 100 * share, phase, left(now - start, share));
  }

  private String ofPhase(long now, long done, long total) {
    double share = total > 0 ? (double) done / total : 1;
    return String.format(
        Locale.ROOT, "%s %d/%d%s", phase, done, total, left(now - phaseStart, share));
  }

  private static String left(long nanos, double share) {
    double elapsed = nanos / 1e9;
    return share > 0 && share < 1 && elapsed > 1
        ? String.format(Locale.ROOT, ", about %.0f s left", elapsed * (1 - share) / share)
        : "";
  }

  private void endPhase(long now) {
    if (verbose && !phase.isEmpty()) {
      clear();
      err.printf(Locale.ROOT, "%s%s: %.2f s%n", prefix, phase, (now - phaseStart) / 1e9);
    }
  }

  private void draw(String text) {
    err.print("\r" + text + " ".repeat(Math.max(0, width - text.length())));
    err.flush();
    width = text.length();
  }

  private void clear() {
    if (width > 0) {
      err.print("\r" + " ".repeat(width) + "\r");
      err.flush();
      width = 0;
    }
  }

  @Override
  public void close() {
    endPhase(System.nanoTime());
    clear();
  }
}
