package dev.sinew.studio.scene;

import com.google.gson.JsonObject;
import dev.sinew.run.Cancellation;
import dev.sinew.run.Progress;
import dev.sinew.run.RunContext;
import dev.sinew.studio.model.WorkSettings;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Long computations that the page waits for: it can watch and cancel them by their model. */
final class SceneWork {
  private final WorkSettings settings;
  private final Map<Integer, Watched> running = new ConcurrentHashMap<>();

  SceneWork(WorkSettings settings) {
    this.settings = settings;
  }

  /** A computation, and how far it is. */
  private static final class Watched implements Progress {
    private record State(String phase, long done, long total) {}

    private final Cancellation cancellation = new Cancellation();
    private volatile State state = new State("", 0, 0);

    @Override
    public void report(String phase, long done, long total) {
      state = new State(phase, done, total);
    }
  }

  /**
   * Computes something of a model.
   *
   * @throws java.util.concurrent.CancellationException if it was cancelled
   */
  <T> T run(int model, Function<RunContext, T> work) {
    Watched watched = new Watched();
    running.put(model, watched);
    try (RunContext context = settings.context(watched, watched.cancellation)) {
      return work.apply(context);
    } finally {
      running.remove(model, watched);
    }
  }

  /** Returns what is being computed of a model, and how far that is; empty if nothing is. */
  JsonObject state(int model) {
    JsonObject out = new JsonObject();
    Watched watched = running.get(model);
    if (watched != null) {
      Watched.State state = watched.state;
      out.addProperty("phase", state.phase);
      out.addProperty("done", state.done);
      out.addProperty("total", state.total);
    }
    return out;
  }

  /** Cancels what is computed of a model, if anything is. */
  void cancel(int model) {
    Watched watched = running.get(model);
    if (watched != null) {
      watched.cancellation.cancel();
    }
  }
}
