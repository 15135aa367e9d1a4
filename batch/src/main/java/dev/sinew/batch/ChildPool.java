package dev.sinew.batch;

import com.google.gson.JsonObject;
import dev.sinew.batch.child.Child;
import dev.sinew.batch.child.Job;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Workers that share a queue of jobs. One that dies is replaced by another one. */
final class ChildPool {
  private final BatchOptions.Launcher launcher;
  private final Set<Child> children = ConcurrentHashMap.newKeySet();
  private volatile boolean stopped;

  /** Receives the rows. */
  @FunctionalInterface
  interface Receiver {
    /** Takes a row; called from one thread at a time. */
    void take(Job job, JsonObject row) throws IOException;
  }

  ChildPool(BatchOptions.Launcher launcher) {
    this.launcher = launcher;
  }

  /**
   * Has all jobs done, in their order.
   *
   * @throws IOException if workers do not start, or if a row cannot be taken
   */
  void run(Collection<Job> jobs, MemoryPlan plan, Receiver receiver)
      throws IOException, InterruptedException {
    Queue<Job> queue = new ConcurrentLinkedQueue<>(jobs);
    int workers = Math.min(plan.workers(), jobs.size());
    try (ExecutorService threads = Executors.newFixedThreadPool(Math.max(1, workers))) {
      List<Future<@Nullable Void>> all = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        Callable<@Nullable Void> work =
            () -> {
              workOff(queue, plan, receiver);
              return null;
            };
        all.add(threads.submit(work));
      }
      try {
        for (Future<@Nullable Void> one : all) {
          one.get();
        }
      } catch (ExecutionException e) {
        stop();
        if (e.getCause() instanceof IOException cause) {
          throw cause;
        }
        throw new IllegalStateException(e.getCause());
      } catch (InterruptedException e) {
        stop();
        throw e;
      }
    }
  }

  private void workOff(Queue<Job> queue, MemoryPlan plan, Receiver receiver)
      throws IOException, InterruptedException {
    Child child = null;
    try {
      for (Job job = queue.poll(); job != null && !stopped; job = queue.poll()) {
        if (child == null || !child.isUsable()) {
          end(child);
          child = new Child(launcher.worker(plan.heap(), plan.threads()));
          children.add(child);
        }
        JsonObject row = child.run(job);
        // What a stopped worker did not finish is no failure of its file.
        if (!stopped) {
          synchronized (this) {
            receiver.take(job, row);
          }
        }
      }
    } finally {
      end(child);
    }
  }

  private void end(@Nullable Child child) {
    if (child != null) {
      child.close();
      children.remove(child);
    }
  }

  /** Ends all workers at once. */
  void stop() {
    stopped = true;
    children.forEach(Child::kill);
    children.forEach(Child::awaitEnd);
  }
}
