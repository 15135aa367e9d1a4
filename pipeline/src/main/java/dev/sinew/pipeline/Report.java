package dev.sinew.pipeline;

import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import java.nio.file.Path;
import java.util.List;

/**
 * The common part of the JSON of all commands.
 *
 * @param sinew the version
 * @param command the command
 * @param inputs files read
 * @param outputs files and folders written
 * @param seconds wall-clock time
 * @param report what the step reports
 */
public record Report<R>(
    String sinew,
    String command,
    List<String> inputs,
    List<String> outputs,
    double seconds,
    R report) {

  private static final Gson GSON =
      new GsonBuilder()
          .setFieldNamingPolicy(FieldNamingPolicy.IDENTITY)
          .disableHtmlEscaping()
          .serializeNulls()
          .registerTypeHierarchyAdapter(
              Enum.class,
              (JsonSerializer<Enum<?>>)
                  (value, type, context) -> new JsonPrimitive(value.toString()))
          .create();

  /** Wraps the outcome of a step. */
  public static <R> Report<R> of(String command, Step.Outcome<R> outcome, double seconds) {
    return new Report<>(
        Version.TEXT,
        command,
        outcome.inputs().stream().map(Path::toString).toList(),
        outcome.outputs().stream().map(Path::toString).toList(),
        Math.round(seconds * 1000) / 1000.0,
        outcome.report());
  }

  /** Returns one line of JSON. */
  public String toJson() {
    return GSON.toJson(this);
  }
}
