package dev.sinew.batch.child;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A worker in a process of its own, which works on one file after the other. It reads one job per
 * line and answers each with two: what the file may take, and its row. A bad file ends its worker
 * at worst, which becomes a row too.
 */
public final class Child implements AutoCloseable {
  private static final long START_SECONDS = 120;

  /** Until a file is read once: also one of many gigabytes. */
  private static final long READ_SECONDS = 1800;

  private static final long END_SECONDS = 5;
  private static final long KILL_MILLIS = 500;
  private static final int MAX_ERROR = 4000;

  /** Stands for the end of the output. */
  private static final String END = "";

  private final Process process;
  private final Writer jobs;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final StringBuilder errors = new StringBuilder();
  private final Thread errorReader;
  private final Hello hello;
  private boolean usable = true;

  /**
   * What a worker says first.
   *
   * @param version the version of the program
   * @param recipe the hash of its recipe
   */
  public record Hello(String version, String recipe) {}

  /**
   * Starts a worker and waits until it has read its recipe.
   *
   * @throws IOException with what it printed if it does not start
   */
  public Child(ChildCommand command) throws IOException, InterruptedException {
    process = command.builder().start();
    jobs =
        new BufferedWriter(
            new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    daemon("sinew-child-out", this::readLines);
    errorReader = daemon("sinew-child-err", this::readErrors);
    JsonObject first = next(START_SECONDS * 1000);
    if (first == null || !first.has("worker")) {
      kill();
      errorReader.join(1000);
      throw new IOException("the worker did not start: " + errors().strip());
    }
    hello = new Hello(first.get("sinew").getAsString(), first.get("recipe").getAsString());
  }

  private static Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void readLines() {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (!line.isEmpty()) {
          lines.add(line);
        }
      }
    } catch (IOException e) {
      // The process has ended.
    }
    lines.add(END);
  }

  private void readErrors() {
    byte[] buffer = new byte[4096];
    try (InputStream in = process.getErrorStream()) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        synchronized (errors) {
          errors.append(new String(buffer, 0, n, StandardCharsets.UTF_8));
          errors.delete(0, Math.max(0, errors.length() - MAX_ERROR));
        }
      }
    } catch (IOException e) {
      // The process has ended.
    }
  }

  private String errors() {
    synchronized (errors) {
      return errors.toString();
    }
  }

  /** Returns the next object; null if the process ends or the time is over. */
  private @Nullable JsonObject next(long millis) throws InterruptedException {
    String line = lines.poll(millis, TimeUnit.MILLISECONDS);
    if (line == null || line.isEmpty()) {
      return null;
    }
    try {
      return JsonParser.parseString(line).getAsJsonObject();
    } catch (JsonParseException | IllegalStateException e) {
      return null;
    }
  }

  /** Returns what the worker said first. */
  public Hello hello() {
    return hello;
  }

  /** Returns false once a job has ended the worker: another one must be started. */
  public boolean isUsable() {
    return usable && process.isAlive();
  }

  /**
   * Has a file worked on; returns its row. A worker that dies or takes too long is a row as well.
   */
  public JsonObject run(Job job) throws InterruptedException {
    long start = System.nanoTime();
    try {
      jobs.write(job.toLine());
      jobs.write('\n');
      jobs.flush();
    } catch (IOException e) {
      return dead(job, start);
    }
    JsonObject announced = next(READ_SECONDS * 1000);
    double limit = announced == null ? READ_SECONDS : Rows.number(announced, "limit");
    JsonObject row = announced == null ? null : next((long) (limit * 1000));
    if (row != null) {
      usable = !row.has("last");
      row.remove("last");
      return row;
    }
    // The end of its output is seen a little before the end of the process.
    JsonObject failed =
        process.waitFor(secondsSince(start) < limit ? 2 : 0, TimeUnit.SECONDS)
            ? dead(job, start)
            : late(job, start, limit);
    if (announced != null && announced.get("input") instanceof JsonObject input) {
      failed.add("input", input);
    }
    return failed;
  }

  private JsonObject late(Job job, long start, double limit) {
    kill();
    return Rows.failed(
        job,
        hello,
        secondsSince(start),
        new Rows.Problem(
            "timeout",
            "took longer than " + Rows.number(limit) + " s",
            "raise limits.seconds in the recipe, perhaps for this file only (overrides)"));
  }

  private JsonObject dead(Job job, long start) throws InterruptedException {
    kill();
    errorReader.join(1000);
    String last = errors().strip();
    last = last.substring(last.lastIndexOf('\n') + 1);
    int status = process.waitFor();
    boolean killed = status == 128 + 9;
    String message =
        killed
            ? "its process was killed by the system or by someone"
            : "its process ended with status " + status + (last.isEmpty() ? "" : ": " + last);
    String advice =
        killed
            ? "if memory was short, give the batch less (--memory) or fewer processes (--jobs)"
            : "run this file alone with the single command to see more";
    return Rows.failed(job, hello, secondsSince(start), new Rows.Problem("crash", message, advice));
  }

  private static double secondsSince(long start) {
    return Math.round((System.nanoTime() - start) / 1e6) / 1e3;
  }

  /** Ends the worker at once. Any thread may call it. */
  public void kill() {
    usable = false;
    process.destroyForcibly();
  }

  /** Waits a moment for the end of a worker that was killed. */
  public void awaitEnd() {
    try {
      process.waitFor(KILL_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lets the worker end by itself; kills it if it does not. */
  @Override
  public void close() {
    usable = false;
    try {
      jobs.close();
    } catch (IOException e) {
      // The process has ended.
    }
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        kill();
      }
    } catch (InterruptedException e) {
      kill();
      Thread.currentThread().interrupt();
    }
  }
}
