package dev.sinew.cli.line;

import dev.sinew.review.RegionError;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Prints how the regions of a character differ. */
public final class RegionText {
  /** The most regions that are printed; the rest is counted. */
  private static final int MAX_PRINTED = 16;

  private RegionText() {}

  /** Prints a line per region. */
  public static void print(List<RegionError> regions, PrintWriter out) {
    for (RegionError one : regions.subList(0, Math.min(MAX_PRINTED, regions.size()))) {
      Double mae = one.shown().mae();
      out.printf(
          Locale.ROOT,
          "  %-8s  %-24s %7d of %7d triangles  rms %.6f  max %.6f%s%n",
          one.kind(),
          InspectTables.shownName(one.name()),
          one.triangles(),
          one.trianglesBefore(),
          one.rms(),
          one.max(),
          mae == null ? "" : String.format(Locale.ROOT, "  close views %.4f", mae));
    }
    if (regions.size() > MAX_PRINTED) {
      out.printf(Locale.ROOT, "  and %d regions more, see --json%n", regions.size() - MAX_PRINTED);
    }
  }
}
