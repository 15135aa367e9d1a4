package dev.sinew.batch.child;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.math.BigDecimal;

/** The rows of a manifest: one JSON object per file. docs/batch.md describes them. */
public final class Rows {
  /** The version of the schema of rows. */
  public static final int SCHEMA = 1;

  public static final String DONE = "done";
  public static final String FAILED = "failed";

  /** The status of an answer that says that the last row still holds; no row of a manifest. */
  public static final String UNCHANGED = "unchanged";

  private Rows() {}

  /**
   * Why a file failed.
   *
   * @param kind "input", "memory", "timeout", "crash", "defect" or "usage"
   * @param message one sentence
   * @param advice what can be done; may be empty
   */
  public record Problem(String kind, String message, String advice) {}

  /** Returns the beginning of the row of a file. */
  public static JsonObject of(Job job, Child.Hello worker, String status) {
    JsonObject row = new JsonObject();
    row.addProperty("schema", SCHEMA);
    row.addProperty("file", job.file());
    row.addProperty("status", status);
    row.addProperty("sinew", worker.version());
    row.addProperty("recipe", worker.recipe());
    return row;
  }

  /** Returns the row of a file whose worker could not make one. */
  public static JsonObject failed(Job job, Child.Hello worker, double seconds, Problem problem) {
    JsonObject row = of(job, worker, FAILED);
    row.addProperty("seconds", seconds);
    row.add("error", error(problem));
    return row;
  }

  /** Returns a failure as it stands in a row. */
  public static JsonObject error(Problem problem) {
    JsonObject error = new JsonObject();
    error.addProperty("kind", problem.kind());
    error.addProperty("message", problem.message());
    error.addProperty("advice", problem.advice());
    return error;
  }

  /** Returns a text of a row; empty if there is none of this name. */
  public static String text(JsonObject row, String name) {
    return row.get(name) instanceof JsonPrimitive text && text.isString() ? text.getAsString() : "";
  }

  /** Returns a number of a row, or of an object in it; 0 if there is none of this name. */
  public static double number(JsonObject row, String name) {
    try {
      return row.get(name) instanceof JsonPrimitive number && number.isNumber()
          ? number.getAsDouble()
          : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /** Returns an object of a row; an empty one if there is none of this name. */
  public static JsonObject object(JsonObject row, String name) {
    JsonElement found = row.get(name);
    return found instanceof JsonObject object ? object : new JsonObject();
  }

  /** Returns the kind of failure of a row; empty if it has none. */
  public static String problem(JsonObject row) {
    return text(object(row, "error"), "kind");
  }

  /** Returns true if a row says that its file was worked on without success. */
  public static boolean hasFailed(JsonObject row) {
    return text(row, "status").equals(FAILED);
  }

  static String number(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
