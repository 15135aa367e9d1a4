package dev.sinew.batch;

import com.google.gson.JsonObject;
import dev.sinew.batch.child.Job;
import dev.sinew.batch.child.Rows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run would do.
 *
 * @param entries one per file
 */
public record BatchPlan(List<Entry> entries) {
  /** Copies the list. */
  public BatchPlan {
    entries = List.copyOf(entries);
  }

  /** What would become of a file. */
  public enum Action {
    /** It would be worked on. */
    WORK("work"),
    /** Its row still holds. */
    UNCHANGED("unchanged"),
    /** It failed, and would again. */
    FAILED("failed");

    private final String word;

    Action(String word) {
      this.word = word;
    }

    @Override
    public String toString() {
      return word;
    }
  }

  /**
   * A file.
   *
   * @param file its name
   * @param bytes its size
   * @param action what would become of it
   */
  public record Entry(String file, long bytes, Action action) {
    /** Returns true if the file would be worked on. */
    public boolean isWork() {
      return action == Action.WORK;
    }

    /** Returns one line. */
    public JsonObject toJson() {
      JsonObject json = new JsonObject();
      json.addProperty("file", file);
      json.addProperty("bytes", bytes);
      json.addProperty("action", action.toString());
      return json;
    }
  }

  /** Finds out what a run would do; changes nothing. */
  public static BatchPlan of(Recipe recipe, List<LibraryFile> files, BatchOptions options)
      throws IOException {
    Map<String, JsonObject> rows = new TreeMap<>();
    new ResultFolder(options.output()).readAll(rows);
    List<Entry> entries = new ArrayList<>();
    for (LibraryFile file : files) {
      if (options.shard().isEmpty() || options.shard().get().has(file.name())) {
        Job job = Batch.job(file, options, rows.get(file.name()));
        entries.add(new Entry(file.name(), file.bytes(), action(job, recipe)));
      }
    }
    return new BatchPlan(entries);
  }

  private static Action action(Job job, Recipe recipe) {
    try {
      if (!Worker.holds(job, InputHash.of(job.source()), recipe)) {
        return Action.WORK;
      }
    } catch (IOException e) {
      return Action.WORK; // Which tells what is wrong with the file.
    }
    return job.known() != null && Rows.hasFailed(job.known()) ? Action.FAILED : Action.UNCHANGED;
  }
}
