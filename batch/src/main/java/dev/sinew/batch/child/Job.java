package dev.sinew.batch.child;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a worker is to do with one file.
 *
 * @param file its name relative to the library, with slashes
 * @param source where it is read from
 * @param output the folder of all results
 * @param known the last row of this file, or null; a worker skips the file if it still holds
 * @param force whether the file is worked on even so, and may replace any file in its way
 */
public record Job(
    String file, Path source, Path output, @Nullable JsonObject known, boolean force) {
  /** Returns the job as one line for a worker. */
  public String toLine() {
    JsonObject line = new JsonObject();
    line.addProperty("file", file);
    line.addProperty("source", source.toString());
    line.addProperty("output", output.toString());
    line.add("known", known);
    line.addProperty("force", force);
    return line.toString();
  }

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException if it is none of {@link #toLine}
   */
  public static Job ofLine(String line) {
    try {
      JsonObject read = JsonParser.parseString(line).getAsJsonObject();
      return new Job(
          read.get("file").getAsString(),
          Path.of(read.get("source").getAsString()),
          Path.of(read.get("output").getAsString()),
          read.get("known") instanceof JsonObject known ? known : null,
          read.get("force").getAsBoolean());
    } catch (JsonParseException | IllegalStateException | NullPointerException e) {
      throw new IllegalArgumentException("not a job: " + line, e);
    }
  }
}
