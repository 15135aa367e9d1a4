package dev.sinew.studio.job;

import com.google.gson.JsonObject;
import dev.sinew.run.Cancellation;
import dev.sinew.run.Flat;
import dev.sinew.run.Progress;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A job: its command, its progress and its result. Read by several threads. */
final class Job implements Progress {
  private final int id;
  private final String verb;
  private final String command;
  private final List<Integer> models;
  private final Cancellation cancellation = new Cancellation();
  private final long start = System.nanoTime();

  // Guarded by this.
  private State state = State.WAITING;
  private Stage stage = new Stage("waiting", 0, 0);
  private long end;
  private @Nullable Result result;
  private @Nullable String message;

  /** Where a job is. */
  enum State {
    WAITING,
    RUNNING,
    DONE,
    FAILED,
    CANCELLED;

    boolean isOver() {
      return this != WAITING && this != RUNNING;
    }
  }

  private record Stage(String phase, long done, long total) {}

  /**
   * What came of a job.
   *
   * @param report the JSON report
   * @param page the report as a page
   * @param models the models that it made
   */
  record Result(JsonObject report, String page, List<Integer> models) {
    /** Copies the list. */
    Result {
      models = List.copyOf(models);
    }
  }

  /** How far a job is. */
  public record Advance(String state, String phase, long done, long total, double seconds) {}

  /** A job as the page sees it. */
  public record View(
      int id,
      String verb,
      List<Integer> models,
      @Flat Advance advance,
      String command,
      @Nullable JsonObject report,
      List<Integer> results,
      @Nullable String message) {}

  Job(int id, String verb, List<Integer> models, String command) {
    this.id = id;
    this.verb = verb;
    this.models = List.copyOf(models);
    this.command = command;
  }

  int id() {
    return id;
  }

  int firstModel() {
    return models.getFirst();
  }

  Cancellation cancellation() {
    return cancellation;
  }

  @Override
  public synchronized void report(String phase, long done, long total) {
    stage = new Stage(phase, done, total);
  }

  /** Starts the work; returns false if it was cancelled before. */
  synchronized boolean begin() {
    if (cancellation.isCancelled()) {
      finish(State.CANCELLED);
      return false;
    }
    state = State.RUNNING;
    stage = new Stage("starting", 0, 0);
    return true;
  }

  /** Ends with a result. */
  synchronized void succeed(Result made) {
    result = made;
    finish(State.DONE);
  }

  /** Ends without a result. */
  synchronized void fail(String reason) {
    message = reason;
    finish(cancellation.isCancelled() ? State.CANCELLED : State.FAILED);
  }

  private void finish(State last) {
    state = last;
    end = System.nanoTime();
  }

  synchronized boolean isOver() {
    return state.isOver();
  }

  /** Returns the result; null while there is none. */
  synchronized @Nullable Result result() {
    return result;
  }

  synchronized View view() {
    double seconds = ((state.isOver() ? end : System.nanoTime()) - start) / 1e9;
    return new View(
        id,
        verb,
        models,
        new Advance(
            state.name().toLowerCase(Locale.ROOT),
            stage.phase,
            stage.done,
            stage.total,
            Math.round(seconds * 1000) / 1000.0),
        command,
        result == null ? null : result.report,
        result == null ? List.of() : result.models,
        message);
  }
}
