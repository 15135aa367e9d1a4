package dev.sinew.pipeline.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A line plot as SVG. Its colours are variables of the page, so it is readable in light and dark.
 *
 * @param title what it shows
 * @param across the horizontal axis
 * @param up the vertical axis
 * @param series the lines
 */
public record SvgPlot(String title, Axis across, Axis up, List<Series> series) {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 320;
  private static final int LEFT = 76;
  private static final int RIGHT = 28;
  private static final int TOP = 14;
  private static final int BOTTOM = 48;

  /** About this many marks of a linear axis. */
  private static final int MARKS = 6;

  /** The most points of a line that are marked. */
  private static final int MAX_DOTS = 64;

  /** Colours of the page's style. */
  private static final int COLORS = 4;

  /** Copies the list. */
  public SvgPlot {
    series = List.copyOf(series);
  }

  /**
   * An axis.
   *
   * @param title its title
   * @param isLog whether it is logarithmic, if all values are more than 0
   */
  public record Axis(String title, boolean isLog) {}

  /**
   * A line.
   *
   * @param name its name
   * @param points its points
   */
  public record Series(String name, List<Point> points) {
    /** Copies the list. */
    public Series {
      points = List.copyOf(points);
    }
  }

  /**
   * A point of a line.
   *
   * @param x its place across
   * @param y its place up
   * @param label its name, shown when pointed at
   */
  public record Point(double x, double y, String label) {}

  /** The range of an axis in pixels, from low to high. */
  private record Scale(double low, double high, boolean isLog, double from, double to) {
    static Scale of(Axis axis, List<Double> values, double from, double to) {
      double low = values.stream().mapToDouble(v -> v).min().orElse(0);
      double high = values.stream().mapToDouble(v -> v).max().orElse(1);
      if (axis.isLog && low > 0) {
        low = 1 / step(1 / low);
        high = step(high);
        return new Scale(low, high > low ? high : 10 * low, true, from, to);
      }
      double gap = high > low ? 0.05 * (high - low) : Math.max(1e-12, 0.5 * Math.abs(high));
      return new Scale(low - gap, high + gap, false, from, to);
    }

    double at(double value) {
      double t =
          isLog
              ? (Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low))
              : (value - low) / (high - low);
      return from + t * (to - from);
    }

    List<Double> marks() {
      if (isLog) {
        return logMarks();
      }
      List<Double> marks = new ArrayList<>();
      double step = step((high - low) / MARKS);
      for (double mark = Math.ceil(low / step) * step; mark <= high; mark += step) {
        marks.add(Math.abs(mark) < 1e-9 * step ? 0 : mark);
      }
      return marks;
    }

    /** Returns 1, 2 and 5 times powers of ten; of a long axis some powers only. */
    private List<Double> logMarks() {
      int first = (int) Math.floor(Math.log10(low) + 1e-9);
      int last = (int) Math.ceil(Math.log10(high) - 1e-9);
      List<Double> marks = new ArrayList<>();
      for (int e = first; e <= last; e += Math.max(1, (last - first) / MARKS)) {
        for (int k : last - first <= 3 ? new int[] {1, 2, 5} : new int[] {1}) {
          double mark = k * Math.pow(10, e);
          if (mark >= low / 1.001 && mark <= high * 1.001) {
            marks.add(mark);
          }
        }
      }
      return marks;
    }

    /** Returns the least of 1, 2 and 5 times a power of ten that is not smaller. */
    private static double step(double least) {
      double power = Math.pow(10, Math.floor(Math.log10(least)));
      for (int k : new int[] {1, 2, 5}) {
        if (k * power >= least / 1.000001) {
          return k * power;
        }
      }
      return 10 * power;
    }
  }

  /** Returns the plot as an SVG element with a caption. */
  public String html() {
    Scale x = Scale.of(across, values(true), LEFT, WIDTH - RIGHT);
    Scale y = Scale.of(up, values(false), HEIGHT - BOTTOM, TOP);
    StringBuilder out = new StringBuilder("<figure class=\"plot\">\n");
    out.append(
        format(
            "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n",
            WIDTH, HEIGHT, Html.escape(title)));
    axes(x, y, out);
    for (int s = 0; s < series.size(); s++) {
      line(series.get(s).points, "c" + s % COLORS, x, y, out);
    }
    out.append("</svg>\n<figcaption>").append(Html.escape(title)).append(legend());
    return out.append("</figcaption>\n</figure>\n").toString();
  }

  private List<Double> values(boolean isAcross) {
    return series.stream()
        .flatMap(one -> one.points.stream())
        .map(point -> isAcross ? point.x : point.y)
        .toList();
  }

  private void axes(Scale x, Scale y, StringBuilder out) {
    for (double mark : x.marks()) {
      out.append(
          format(
              "<line class=\"grid\" x1=\"%1$.1f\" x2=\"%1$.1f\" y1=\"%2$d\" y2=\"%3$d\"/>"
                  + "<text x=\"%1$.1f\" y=\"%4$d\" text-anchor=\"middle\">%5$s</text>\n",
              x.at(mark), TOP, HEIGHT - BOTTOM, HEIGHT - BOTTOM + 18, number(mark)));
    }
    for (double mark : y.marks()) {
      out.append(
          format(
              "<line class=\"grid\" x1=\"%2$d\" x2=\"%3$d\" y1=\"%1$.1f\" y2=\"%1$.1f\"/>"
                  + "<text x=\"%4$d\" y=\"%5$.1f\" text-anchor=\"end\">%6$s</text>\n",
              y.at(mark), LEFT, WIDTH - RIGHT, LEFT - 8, y.at(mark) + 4, number(mark)));
    }
    out.append(
        format(
            "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
            (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, Html.escape(across.title)));
    out.append(
        format(
            "<text transform=\"translate(14 %d) rotate(-90)\" text-anchor=\"middle\">%s</text>\n",
            (TOP + HEIGHT - BOTTOM) / 2, Html.escape(up.title)));
  }

  private static void line(List<Point> points, String color, Scale x, Scale y, StringBuilder out) {
    StringBuilder path = new StringBuilder();
    for (Point point : points) {
      path.append(format("%s%.1f,%.1f", path.isEmpty() ? "" : " ", x.at(point.x), y.at(point.y)));
    }
    out.append(format("<polyline class=\"%s\" points=\"%s\"/>\n", color, path));
    for (Point point : points.size() <= MAX_DOTS ? points : List.<Point>of()) {
      out.append(
          format(
              "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"><title>%s: %s</title>"
                  + "</circle>\n",
              color, x.at(point.x), y.at(point.y), Html.escape(point.label), number(point.y)));
    }
  }

  private String legend() {
    StringBuilder out = new StringBuilder();
    for (int s = 0; s < series.size(); s++) {
      out.append(
          format(
              " <span class=\"key c%d\">%s</span>", s % COLORS, Html.escape(series.get(s).name)));
    }
    return out.toString();
  }

  private static String number(double value) {
    return Html.number(value);
  }

  @SuppressWarnings("AnnotateFormatMethod") // The annotation would need a library.
  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
