package dev.sinew.model;

import dev.sinew.run.FileText;
import java.util.Locale;

/**
 * A problem of an asset, or a remark about it.
 *
 * @param severity the severity
 * @param where the location: a file, a JSON pointer, a line, a byte, or a named part of a mesh; may
 *     be empty
 * @param what the problem, and its repair if there was one
 */
public record Issue(Severity severity, String where, String what) {
  /** Shortens long texts. */
  public Issue {
    where = FileText.shortened(where);
    what = FileText.shortened(what);
  }

  /** The severity of an issue. */
  public enum Severity {
    /** The asset violates its format; only an inspection continues. */
    ERROR,
    /** Suspicious, or repaired while reading. */
    WARNING,
    /** Information. */
    INFO;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Returns an error: only an inspection continues. */
  public static Issue error(String where, String what) {
    return new Issue(Severity.ERROR, where, what);
  }

  /** Returns a warning: the issue was repaired or may cause errors later. */
  public static Issue warning(String where, String what) {
    return new Issue(Severity.WARNING, where, what);
  }

  /** Returns an issue of severity {@link Severity#INFO}. */
  public static Issue info(String where, String what) {
    return new Issue(Severity.INFO, where, what);
  }

  /** Returns the problem after its location, without the severity. */
  public String text() {
    return where.isEmpty() ? what : where + ": " + what;
  }

  @Override
  public String toString() {
    return severity + " " + text();
  }
}
