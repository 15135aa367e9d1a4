package dev.sinew.skin;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A fixed set of threads that share out numbered pieces of work. The caller of {@link #run} works
 * along, so one thread means none besides the caller's. Runs allocate nothing. Which thread does
 * which piece is left to chance: a {@link Task} whose pieces write to places of their own gives the
 * same result on any number of threads.
 *
 * <p>One run at a time: callers on several threads wait for each other. A task must not start a run
 * on the same workers.
 */
public final class Workers implements AutoCloseable {
  /** Work in numbered pieces. */
  @FunctionalInterface
  public interface Task {
    /** Does one piece; called once for each, from any thread. */
    void run(int piece);
  }

  /** How often a helper looks for the next run, some fifty microseconds long, before it sleeps. */
  private static final int LOOKS = 2000;

  private final Object turn = new Object();
  private final Object lock = new Object();
  private final Thread[] helpers;
  private final AtomicInteger next = new AtomicInteger();

  /** How many runs have begun; written under the lock, watched without. */
  private volatile int generation;

  // Guarded by the lock.
  private @Nullable Task task;
  private int pieces;
  private int busy;
  private boolean closed;
  private @Nullable Throwable failure;

  /**
   * Starts the threads.
   *
   * @param threads how many work in a run, the caller's among them; at least 1
   */
  public Workers(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads: expected 1 or more, got " + threads);
    }
    helpers = new Thread[threads - 1];
    for (int i = 0; i < helpers.length; i++) {
      helpers[i] = Thread.ofPlatform().daemon().name("sinew-worker-" + (i + 1)).start(this::help);
    }
  }

  /** As many threads as the machine has processors. */
  public static Workers ofAllProcessors() {
    return new Workers(Runtime.getRuntime().availableProcessors());
  }

  /** How many threads work in a run. */
  public int threads() {
    return helpers.length + 1;
  }

  /**
   * Does pieces 0 to {@code count} (exclusive) of a task and returns when all are done.
   *
   * @throws RuntimeException or Error the first that a piece threw; pieces not begun by then are
   *     left out
   */
  public void run(int count, Task work) {
    synchronized (turn) {
      begin(count, work);
      workOff(work, count);
      awaitHelpers();
    }
  }

  private void begin(int count, Task work) {
    synchronized (lock) {
      if (closed) {
        throw new IllegalStateException("workers are closed");
      }
      task = work;
      pieces = count;
      failure = null;
      next.set(0);
      generation++;
      lock.notifyAll();
    }
  }

  private void workOff(Task work, int count) {
    try {
      for (int piece = next.getAndIncrement(); piece < count; piece = next.getAndIncrement()) {
        work.run(piece);
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
      task = null; // Who has not begun by now comes too late, and is not waited for.
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
      Task work;
      int count;
      // Waking takes longer than the pause between the runs of one frame.
      for (int i = 0; i < LOOKS && generation == seen; i++) {
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
        count = pieces;
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
