package dev.sinew.cli.line;

import dev.sinew.pipeline.DefectTrace;
import dev.sinew.pipeline.Report;
import dev.sinew.pipeline.Version;
import dev.sinew.run.RequestException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * The reason why a command failed. A bad file or a request that does not fit it is one sentence and
 * status 1, wrong usage status 2; any other exception is a defect of Sinew, with status 70 and a
 * stack trace.
 *
 * @param kind what kind of mistake it is
 * @param message one sentence
 * @param cause the exception, for the stack trace
 */
public record Failure(Kind kind, String message, Throwable cause) {
  /** The kinds of mistakes, and their exit status. */
  public enum Kind {
    /** Wrong for every input: an unknown option, a value out of range. */
    USAGE(2),
    /** The request does not fit the input, or the input cannot be read or is malformed. */
    INPUT(1),
    /** The machine's memory or the limit set for it is too small. */
    MEMORY(1),
    /** Ended by its user. */
    CANCELLED(1),
    /** A defect of Sinew: EX_SOFTWARE of sysexits.h. */
    DEFECT(70);

    private final int status;

    Kind(int status) {
      this.status = status;
    }

    /** Returns the exit status. */
    public int status() {
      return status;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Explains an exception or error.
   *
   * @param input the main input, which a request that does not fit is about; empty if unknown
   */
  public static Failure of(Throwable thrown, String input) {
    String file = input.isEmpty() ? "" : input + ": ";
    return switch (thrown) {
      case OutOfMemoryError e ->
          new Failure(
              Kind.MEMORY,
              file
                  + "needs more memory than the limit of "
                  + (Runtime.getRuntime().maxMemory() >> 20)
                  + " MB; set SINEW_HEAP (for example SINEW_HEAP=8g) to raise it",
              e);
      case StackOverflowError e -> new Failure(Kind.INPUT, file + "nested too deeply", e);
      case CancellationException e -> new Failure(Kind.CANCELLED, "cancelled", e);
      case RequestException e when !input.isEmpty() ->
          // A candidate that is not a file of its own is made from the main input.
          new Failure(
              Kind.INPUT,
              String.valueOf(e.naming("", input).naming("candidate", input).getMessage()),
              e);
      default -> {
        String reason = reason(thrown);
        yield reason != null
            ? new Failure(Kind.INPUT, reason, thrown)
            : new Failure(Kind.DEFECT, "internal error: " + thrown, thrown);
      }
    };
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
      default -> null;
    };
  }

  /** Returns the exit status. */
  public int status() {
    return kind.status;
  }

  /** Returns the failure as it is in JSON. */
  public Report.Problem toError() {
    return Report.Problem.of(kind.toString(), status(), message, cause);
  }

  /** Returns a message with line ends and tabs, which may come from a file, as escapes. */
  private static String oneLine(String message) {
    return message.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t");
  }

  /**
   * Prints the failure.
   *
   * @param debug whether the stack trace is printed
   * @param styled whether the first word is coloured
   */
  public void print(PrintWriter err, boolean debug, boolean styled) {
    err.println((styled ? "\u001b[31msinew:\u001b[0m " : "sinew: ") + oneLine(message));
    if (kind == Kind.DEFECT) {
      err.println("This is a defect of Sinew " + Version.TEXT + ", not of your files.");
    }
    if (debug) {
      cause.printStackTrace(err);
    } else if (kind == Kind.DEFECT) {
      err.println(traceFile(cause));
    }
    err.flush();
  }

  /** Writes the stack trace to a file; returns the message for the user. */
  private static String traceFile(Throwable exception) {
    return DefectTrace.write(exception)
        .map(file -> "Please report it with " + file + ", which contains the stack trace.")
        .orElse("Please report it; run with --debug to see the stack trace.");
  }
}
