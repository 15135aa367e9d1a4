package dev.sinew.pipeline;

import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.run.Flat;
import dev.sinew.run.RequestException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of all commands: one object per model or job, in one line. Every member is always there;
 * either {@code report} or {@code error} is null. docs/reports.md describes it.
 *
 * @param schema the version of this schema, {@link #SCHEMA}
 * @param sinew the version of the program
 * @param command the command
 * @param files the files read and written
 * @param notes what the files that were written lost or gained on the way
 * @param seconds wall-clock time
 * @param report what the step reports; null if it failed
 * @param error why it failed; null if it did not
 */
public record Report<R>(
    int schema,
    String sinew,
    String command,
    @Flat UsedFiles files,
    List<String> notes,
    double seconds,
    @Nullable R report,
    @Nullable Problem error) {

  /**
   * The version of the schema. It grows when a member is removed, renamed or gets another meaning;
   * new members may appear at any time.
   */
  public static final int SCHEMA = 1;

  /**
   * The files of a command.
   *
   * @param inputs files read
   * @param outputs files and folders written
   * @param sizes the models written, and where their bytes go
   */
  public record UsedFiles(List<String> inputs, List<String> outputs, List<OutputSize> sizes) {}

  /**
   * Why a command failed.
   *
   * @param kind "usage", "input", "memory", "cancelled" or "defect"
   * @param status the exit status of the command
   * @param message the sentence that standard error shows
   * @param file the malformed file; null for other failures
   * @param where the place in it: a JSON pointer, a line or a byte; null if it is the whole file
   */
  public record Problem(
      String kind, int status, String message, @Nullable String file, @Nullable String where) {
    /** Describes a failure; a malformed file among its causes gives file and place. */
    public static Problem of(String kind, int status, String message, Throwable cause) {
      for (Throwable at = cause; at != null; at = at.getCause()) {
        if (at instanceof MalformedAssetException bad) {
          String where = bad.where().isEmpty() ? null : bad.where();
          return new Problem(kind, status, message, bad.source(), where);
        }
      }
      return new Problem(kind, status, message, null, null);
    }
  }

  private static final Gson GSON =
      new GsonBuilder()
          .setFieldNamingPolicy(FieldNamingPolicy.IDENTITY)
          .disableHtmlEscaping()
          .serializeNulls()
          .serializeSpecialFloatingPointValues() // Checked by requireFinite.
          .registerTypeAdapterFactory(new FlatRecords())
          .registerTypeHierarchyAdapter(
              Enum.class,
              (JsonSerializer<Enum<?>>)
                  (value, type, context) -> new JsonPrimitive(value.toString()))
          .create();

  /** Wraps the outcome of a step. */
  public static <R> Report<R> of(String command, Step.Outcome<R> outcome, double seconds) {
    return new Report<>(
        SCHEMA,
        Version.TEXT,
        command,
        new UsedFiles(
            outcome.inputs().stream().map(Path::toString).toList(),
            outcome.outputs().stream().map(Path::toString).toList(),
            outcome.sizes()),
        outcome.notes(),
        rounded(seconds),
        outcome.report(),
        null);
  }

  /** Reports a failure. */
  public static Report<?> of(String command, List<String> inputs, Problem error, double seconds) {
    return new Report<Object>(
        SCHEMA,
        Version.TEXT,
        command,
        new UsedFiles(List.copyOf(inputs), List.of(), List.of()),
        List.of(),
        rounded(seconds),
        null,
        error);
  }

  private static double rounded(double seconds) {
    return Math.round(seconds * 1000) / 1000.0;
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
