package dev.sinew.run;

import java.util.concurrent.CancellationException;

/** A switch that ends a run from another thread. Once set it stays set. */
public final class Cancellation {
  private volatile boolean cancelled;

  /** Requests the end of the run. Returns at once; the run ends within 100 ms. */
  public void cancel() {
    cancelled = true;
  }

  /** Returns true once {@link #cancel} was called. */
  public boolean isCancelled() {
    return cancelled;
  }

  /**
   * Throws if the run was cancelled.
   *
   * @throws CancellationException if {@link #cancel} was called
   */
  public void check() {
    if (cancelled) {
      throw new CancellationException("cancelled");
    }
  }
}
