package dev.sinew.cli.line;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** The table at the end of a run on several models. */
public final class BatchTable {
  private BatchTable() {}

  /**
   * One model.
   *
   * @param model its name
   * @param seconds the time it took
   * @param status its exit status
   * @param gist the gist of its report, or why it failed; perhaps empty
   */
  public record Row(String model, double seconds, int status, String gist) {
    boolean failed() {
      return status != 0;
    }
  }

  /** Prints one line per model, red on a terminal if it failed. */
  public static void print(List<Row> rows, boolean styled, PrintWriter out) {
    long failed = rows.stream().filter(Row::failed).count();
    out.println();
    out.printf(Locale.ROOT, "%d models, %d failed%n", rows.size(), failed);
    for (Row row : rows) {
      String word = row.failed() ? "failed" : "done";
      String shown = row.failed() && styled ? "\u001b[31m" + word + "\u001b[39m" : word;
      String gap = " ".repeat(6 - word.length());
      // The reason of a failure usually begins with the name.
      String what = row.gist().startsWith(row.model()) ? row.gist() : name(row);
      out.printf(Locale.ROOT, "  %s%s %8.2f s  %s%n", shown, gap, row.seconds(), what);
    }
    out.flush();
  }

  private static String name(Row row) {
    return row.gist().isEmpty() ? row.model() : row.model() + ": " + row.gist();
  }

  /** Returns the exit status of all: that of the worst. */
  public static int status(List<Row> rows) {
    return rows.stream().mapToInt(Row::status).max().orElse(0);
  }
}
