package dev.sinew.cli;

import dev.sinew.pipeline.Version;
import dev.sinew.run.RequestException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Prints why a command failed. A bad file or a request that does not fit it gives one sentence and
 * status 1; any other exception is a defect of Sinew, with status 70 and a stack trace.
 */
final class Failure {
  private Failure() {}

  /**
   * Prints the reason; returns the exit status.
   *
   * @param input the main input, which a request that does not fit is about; empty if unknown
   */
  static int report(Throwable exception, String input, boolean debug, PrintWriter err) {
    // A candidate that is not a file of its own is made from the main input.
    Throwable named =
        exception instanceof RequestException e && !input.isEmpty()
            ? e.naming("", input).naming("candidate", input)
            : exception;
    String reason = reason(named);
    if (reason != null) {
      err.println("sinew: " + reason);
      if (debug) {
        exception.printStackTrace(err);
      }
      return Main.COULD_NOT;
    }
    err.println("sinew: internal error: " + exception);
    err.println("This is a defect of Sinew " + Version.TEXT + ", not of your files.");
    if (debug) {
      exception.printStackTrace(err);
    } else {
      err.println(traceFile(exception));
    }
    return Main.DEFECT;
  }

  /** Returns the message for the user; null for a defect. */
  private static @Nullable String reason(Throwable exception) {
    String message = exception.getMessage();
    return switch (exception) {
      case RequestException e -> message;
      case UncheckedIOException e when e.getCause() != null -> reason(e.getCause());
      case NoSuchFileException e ->
          e.getFile() + ": " + (e.getReason() == null ? "no such file or folder" : e.getReason());
      case AccessDeniedException e -> e.getFile() + ": permission denied";
      case FileSystemException e ->
          e.getFile() + ": " + (e.getReason() == null ? "cannot be used" : e.getReason());
      case IOException e when message != null -> message;
      case CancellationException e -> "cancelled";
      default -> null;
    };
  }

  /**
   * Writes the stack trace to a file, so that a report can include it; returns the message for the
   * user.
   */
  private static String traceFile(Throwable exception) {
    StringWriter trace = new StringWriter();
    exception.printStackTrace(new PrintWriter(trace));
    try {
      Path file = Files.createTempFile("sinew-error-", ".txt");
      Files.writeString(file, "Sinew " + Version.TEXT + "\n" + trace);
      return "Please report it with " + file + ", which contains the stack trace.";
    } catch (IOException e) {
      return "Please report it; run with --debug to see the stack trace.";
    }
  }
}
