package dev.sinew.pipeline.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.pipeline.report.SvgPlot.Axis;
import dev.sinew.pipeline.report.SvgPlot.Point;
import dev.sinew.pipeline.report.SvgPlot.Series;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The plots of a report. Each is a list somewhere in the JSON of which two or more entries have the
 * figures.
 */
final class ReportPlots {
  private static final String ERROR = "error / longest box side";

  /** Plots of any report that has these lists. */
  private static final List<Plot> ALL =
      List.of(
          new Plot(
              "Error against influences",
              "levels",
              "influences",
              List.of("rms", "max"),
              new Axis("influences", true),
              new Axis(ERROR, true)),
          new Plot(
              "Error against triangles",
              "levels",
              "triangles",
              List.of("rms", "max"),
              new Axis("triangles", true),
              new Axis(ERROR, true)),
          new Plot(
              "Error against influences, by model",
              "comparison",
              "influences",
              List.of("training.rms", "holdout.rms"),
              new Axis("influences per vertex", true),
              new Axis(ERROR, true)),
          new Plot(
              "Error per pose",
              "perPose",
              "",
              List.of("rms", "naive", "max"),
              new Axis("pose", false),
              new Axis(ERROR, false)),
          new Plot(
              "Error per example: skin alone, and corrected",
              "perPose",
              "",
              List.of("skin", "corrected"),
              new Axis("example", false),
              new Axis(ERROR, true)),
          new Plot(
              "Error per example",
              "training.perPose",
              "",
              List.of("rms", "max"),
              new Axis("example", false),
              new Axis(ERROR, true)),
          new Plot(
              "Error per hold-out shape",
              "holdout.perPose",
              "",
              List.of("rms", "max"),
              new Axis("shape", false),
              new Axis(ERROR, true)),
          new Plot(
              "Stretch per frame",
              "stretch.perFrame",
              "",
              List.of(""),
              new Axis("frame", false),
              new Axis("L2 stretch (1 is isometric)", false)));

  /**
   * A plot of a list.
   *
   * @param list the path of the list in the report
   * @param x the path of a figure in an entry; empty for the entry's number
   * @param y the paths of figures in an entry, one line each; empty for the entry itself
   */
  private record Plot(String title, String list, String x, List<String> y, Axis across, Axis up) {}

  private ReportPlots() {}

  /** Returns the plots of a report that has what they show. */
  static String of(JsonObject report) {
    StringBuilder out = new StringBuilder();
    for (Plot plot : ALL) {
      if (at(report, plot.list).orElse(null) instanceof JsonArray entries) {
        List<Series> series = new ArrayList<>();
        for (String y : plot.y) {
          List<Point> points = points(plot, y, entries);
          if (points.size() > 1) {
            series.add(new Series(y.isEmpty() ? "stretch" : y.replace('.', ' '), points));
          }
        }
        if (!series.isEmpty()) {
          out.append(new SvgPlot(plot.title, plot.across, plot.up, series).html());
        }
      }
    }
    return out.toString();
  }

  private static List<Point> points(Plot plot, String y, JsonArray entries) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      Optional<Double> across =
          plot.x.isEmpty() ? Optional.of((double) i) : number(entries.get(i), plot.x);
      Optional<Double> up = number(entries.get(i), y);
      if (across.isPresent() && up.isPresent()) {
        points.add(new Point(across.get(), up.get(), label(entries.get(i), i)));
      }
    }
    points.sort(Comparator.comparingDouble(Point::x));
    return points;
  }

  /** Returns the name of an entry: of its pose, its model, or its number. */
  private static String label(JsonElement entry, int index) {
    for (String name : List.of("pose", "model", "name", "worstPose")) {
      if (at(entry, name).orElse(null) instanceof JsonPrimitive text) {
        return text.getAsString();
      }
    }
    return Integer.toString(index);
  }

  private static Optional<Double> number(JsonElement entry, String path) {
    return at(entry, path)
        .filter(value -> value instanceof JsonPrimitive one && one.isNumber())
        .map(JsonElement::getAsDouble);
  }

  private static Optional<JsonElement> at(JsonElement start, String path) {
    JsonElement found = start;
    for (String name : path.isEmpty() ? new String[0] : path.split("\\.", -1)) {
      if (!(found instanceof JsonObject object) || !object.has(name)) {
        return Optional.empty();
      }
      found = object.get(name);
    }
    return Optional.of(found);
  }
}
