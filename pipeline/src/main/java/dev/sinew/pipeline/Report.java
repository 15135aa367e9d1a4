package dev.sinew.pipeline;

import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import dev.sinew.run.RequestException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The common part of the JSON of all commands.
 *
 * @param sinew the version
 * @param command the command
 * @param inputs files read
 * @param outputs files and folders written
 * @param sizes the models written, and where their bytes go
 * @param seconds wall-clock time
 * @param report what the step reports
 */
public record Report<R>(
    String sinew,
    String command,
    List<String> inputs,
    List<String> outputs,
    List<OutputSize> sizes,
    double seconds,
    R report) {

  private static final Gson GSON =
      new GsonBuilder()
          .setFieldNamingPolicy(FieldNamingPolicy.IDENTITY)
          .disableHtmlEscaping()
          .serializeNulls()
          .serializeSpecialFloatingPointValues() // Checked by requireFinite.
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
        outcome.sizes(),
        Math.round(seconds * 1000) / 1000.0,
        outcome.report());
  }

  /**
   * Checks that all figures of an outcome are finite numbers, before its outputs are published.
   *
   * @throws RequestException that names the input and the figure
   */
  static void requireFinite(Step.Outcome<?> outcome) {
    String figure = nonFinite(GSON.toJsonTree(outcome.report()), "");
    if (figure != null) {
      throw new RequestException(
          outcome.inputs().isEmpty() ? "" : outcome.inputs().getFirst().toString(),
          "the result " + figure + " is not a finite number: are there coordinates out of range?");
    }
  }

  /** Returns the path of the first number that is not finite; null if there is none. */
  private static @Nullable String nonFinite(JsonElement element, String path) {
    if (element instanceof JsonObject object) {
      for (Map.Entry<String, JsonElement> member : object.entrySet()) {
        String found = nonFinite(member.getValue(), path + "/" + member.getKey());
        if (found != null) {
          return found;
        }
      }
    } else if (element instanceof JsonArray array) {
      for (int i = 0; i < array.size(); i++) {
        String found = nonFinite(array.get(i), path + "/" + i);
        if (found != null) {
          return found;
        }
      }
    } else if (element instanceof JsonPrimitive value && value.isNumber()) {
      return Double.isFinite(value.getAsDouble()) ? null : path;
    }
    return null;
  }

  /** Returns the JSON tree. */
  public JsonObject toTree() {
    return GSON.toJsonTree(this).getAsJsonObject();
  }

  /** Returns one line of JSON. */
  public String toJson() {
    return GSON.toJson(this);
  }
}
