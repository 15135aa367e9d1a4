package dev.sinew.cli;

import dev.sinew.run.Progress;
import java.io.PrintStream;
import java.util.Locale;

/**
 * A progress line on a terminal: the phase, the fraction done and the remaining time. Drawn a few
 * times per second, only if standard error is a terminal.
 */
final class ProgressLine implements Progress, AutoCloseable {
  private static final long REDRAW_NANOS = 150_000_000;

  // Not the writer of messages, which would escape the line control.
  private final PrintStream err = System.err;
  private final boolean drawn = Boolean.getBoolean("sinew.terminal");
  private String phase = "";
  private long phaseStart;
  private long lastDraw;
  private int width;

  @Override
  public void report(String newPhase, long done, long total) {
    if (!drawn) {
      return;
    }
    long now = System.nanoTime();
    if (!newPhase.equals(phase)) {
      phase = newPhase;
      phaseStart = now;
    } else if (now - lastDraw < REDRAW_NANOS && done < total) {
      return;
    }
    lastDraw = now;
    double elapsed = (now - phaseStart) / 1e9;
    String left =
        done > 0 && done < total && elapsed > 1
            ? String.format(Locale.ROOT, ", about %.0f s left", elapsed * (total - done) / done)
            : "";
    draw(String.format(Locale.ROOT, "%s %d/%d%s", phase, done, total, left));
  }

  private void draw(String text) {
    err.print("\r" + text + " ".repeat(Math.max(0, width - text.length())));
    err.flush();
    width = text.length();
  }

  @Override
  public void close() {
    if (width > 0) {
      err.print("\r" + " ".repeat(width) + "\r");
      err.flush();
    }
  }
}
