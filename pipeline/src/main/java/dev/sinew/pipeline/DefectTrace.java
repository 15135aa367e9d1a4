package dev.sinew.pipeline;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Stack traces of defects as files, so that a report can include them. */
public final class DefectTrace {
  private DefectTrace() {}

  /** Writes the stack trace to a new temporary file; empty if that is not possible. */
  public static Optional<Path> write(Throwable defect) {
    StringWriter trace = new StringWriter();
    defect.printStackTrace(new PrintWriter(trace));
    try {
      Path file = Files.createTempFile("sinew-error-", ".txt");
      Files.writeString(file, "Sinew " + Version.TEXT + "\n" + trace);
      return Optional.of(file);
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
