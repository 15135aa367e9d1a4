package dev.sinew.studio.http;

import dev.sinew.pipeline.DefectTrace;

/** Defects of Sinew in requests and jobs: the stack trace goes to the log and to a file. */
public final class Defects {
  private static final System.Logger LOG = System.getLogger("dev.sinew.studio");

  private Defects() {}

  /** Keeps the stack trace; returns the message for the page. */
  public static String message(Throwable defect) {
    LOG.log(System.Logger.Level.ERROR, "a defect of Sinew", defect);
    String where =
        DefectTrace.write(defect)
            .map(file -> "please report it with " + file + ", which contains the stack trace")
            .orElse("the stack trace is in the log");
    return "this is a defect of Sinew: " + defect + "; " + where;
  }
}
