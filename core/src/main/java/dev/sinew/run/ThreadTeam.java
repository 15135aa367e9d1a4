package dev.sinew.run;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A fixed set of threads that share the numbered parts of a task. The caller of {@link #run} works
 * too, so a team of one starts no thread. Runs allocate nothing.
 *
 * <p>One run at a time: callers on several threads wait for each other.
 */
final class ThreadTeam implements AutoCloseable {
  /** Spins of a helper thread before it waits: about 50 microseconds. */
  private static final int SPINS = 2000;

  private final Object turn = new Object();
  private final Object lock = new Object();
  private final Cancellation cancellation;
  private final Thread[] helpers;
  private final AtomicInteger next = new AtomicInteger();

  /** Number of runs begun; written with the lock, read without it. */
  private volatile int generation;

  // Guarded by the lock.
  private RunContext.@Nullable Task task;
  private int parts;
  private int busy;
  private boolean closed;
  private @Nullable Throwable failure;

  ThreadTeam(int threads, Cancellation cancellation) {
    this.cancellation = cancellation;
    helpers = new Thread[threads - 1];
    for (int i = 0; i < helpers.length; i++) {
      helpers[i] = Thread.ofPlatform().daemon().name("sinew-worker-" + (i + 1)).start(this::help);
    }
  }

  /** Returns the number of threads, including the caller's. */
  int threads() {
    return helpers.length + 1;
  }

  /**
   * Runs parts 0 to {@code count} (exclusive) of a task and returns when all are done.
   *
   * @throws RuntimeException or Error the first exception of a part; parts not yet begun are
   *     skipped
   */
  void run(int count, RunContext.Task work) {
    synchronized (turn) {
      begin(count, work);
      workOff(work, count);
      awaitHelpers();
    }
  }

  private void begin(int count, RunContext.Task work) {
    synchronized (lock) {
      if (closed) {
        throw new IllegalStateException("the run context is closed");
      }
      task = work;
      parts = count;
      failure = null;
      next.set(0);
      generation++;
      lock.notifyAll();
    }
  }

  private void workOff(RunContext.Task work, int count) {
    try {
      for (int part = next.getAndIncrement(); part < count; part = next.getAndIncrement()) {
        cancellation.check();
        work.run(part);
      }
    } catch (RuntimeException | Error e) {
      synchronized (lock) {
        failure = failure == null ? e : failure;
      }
      next.set(count);
    }
  }

  private void awaitHelpers() {
    boolean interrupted = false;
    Throwable thrown;
    synchronized (lock) {
      task = null; // A helper that wakes up after this finds no task.
      while (busy > 0) {
        try {
          lock.wait();
        } catch (InterruptedException e) {
          // Helpers still write to the caller's arrays: leaving now is not safe.
          interrupted = true;
        }
      }
      thrown = failure;
      failure = null;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (thrown instanceof RuntimeException e) {
      throw e;
    }
    if (thrown instanceof Error e) {
      throw e;
    }
  }

  private void help() {
    int seen = 0;
    while (true) {
      RunContext.Task work;
      int count;
      // Waking up takes longer than the pause between the runs of one frame.
      for (int i = 0; i < SPINS && generation == seen; i++) {
        Thread.onSpinWait();
      }
      synchronized (lock) {
        while ((task == null || generation == seen) && !closed) {
          try {
            lock.wait();
          } catch (InterruptedException e) {
            // Only closing ends a helper.
          }
        }
        if (closed) {
          return;
        }
        seen = generation;
        work = task;
        count = parts;
        busy++;
      }
      if (work != null) {
        workOff(work, count);
      }
      synchronized (lock) {
        busy--;
        if (busy == 0) {
          lock.notifyAll();
        }
      }
    }
  }

  /** Ends the threads, after a run in progress. */
  @Override
  public void close() {
    synchronized (turn) {
      synchronized (lock) {
        closed = true;
        lock.notifyAll();
      }
    }
  }
}
