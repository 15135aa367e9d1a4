package dev.sinew.model;

import java.util.Locale;

/**
 * Something worth telling about an asset.
 *
 * @param severity how bad it is
 * @param where the place: a JSON pointer, a line, a byte, or a named part of a mesh
 * @param what what is wrong there, and what was done about it if anything was
 */
public record Issue(Severity severity, String where, String what) {
  /** How bad an issue is. */
  public enum Severity {
    /** The asset breaks its format's rules here; only an inspection goes on. */
    ERROR,
    /** Suspicious, or repaired while reading. */
    WARNING,
    /** Good to know. */
    INFO;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** An issue that only an inspection survives. */
  public static Issue error(String where, String what) {
    return new Issue(Severity.ERROR, where, what);
  }

  /** An issue that was repaired or may hurt later. */
  public static Issue warning(String where, String what) {
    return new Issue(Severity.WARNING, where, what);
  }

  /** A remark. */
  public static Issue info(String where, String what) {
    return new Issue(Severity.INFO, where, what);
  }

  @Override
  public String toString() {
    return severity + " " + where + ": " + what;
  }
}
