package dev.sinew.pipeline.report;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * The figures of a JSON report as tables: one of the single figures, one per list of objects, also
 * of lists within these.
 */
final class ReportTables {
  /** The most rows of a table; the rest is counted. */
  private static final int MAX_ROWS = 200;

  /** The most letters of a cell that is no sentence. */
  private static final int LONG = 40;

  /** Lists that plots or pictures show better. */
  private static final Set<String> SHOWN = Set.of("perPose", "perFrame", "worstSpots");

  private final Map<String, String> figures = new LinkedHashMap<>();
  private final Map<String, List<JsonObject>> lists = new LinkedHashMap<>();

  private ReportTables() {}

  static String of(JsonObject report) {
    ReportTables tables = new ReportTables();
    tables.collect("", report);
    StringBuilder out = new StringBuilder();
    if (!tables.figures.isEmpty()) {
      out.append("<div class=\"wide\"><table class=\"figures\">\n");
      tables.figures.forEach(
          (name, value) ->
              out.append("<tr><th scope=\"row\">")
                  .append(Html.escape(name))
                  .append("</th><td>")
                  .append(value)
                  .append("</td></tr>\n"));
      out.append("</table></div>\n");
    }
    tables.lists.forEach((name, rows) -> out.append(table(name, rows)));
    return out.toString();
  }

  private void collect(String prefix, JsonObject object) {
    object
        .entrySet()
        .forEach(
            member -> {
              String name = (prefix + " " + Html.words(member.getKey())).strip();
              JsonElement value = member.getValue();
              if (SHOWN.contains(member.getKey())) {
                return;
              }
              if (value instanceof JsonObject inner) {
                collect(name, inner);
              } else if (value instanceof JsonArray array && isRows(array)) {
                List<JsonObject> rows = new ArrayList<>();
                array.forEach(row -> rows.add(row.getAsJsonObject()));
                lists.put(name, rows);
              } else if (!text(value).isEmpty()) {
                figures.put(name, text(value));
              }
            });
  }

  private static boolean isRows(JsonArray array) {
    return !array.isEmpty()
        && StreamSupport.stream(array.spliterator(), false).allMatch(JsonElement::isJsonObject);
  }

  private static String table(String name, List<JsonObject> rows) {
    List<Map<String, String>> cells = new ArrayList<>();
    Set<String> columns = new LinkedHashSet<>();
    StringBuilder within = new StringBuilder();
    for (JsonObject row : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
      ReportTables flat = new ReportTables();
      flat.collect("", row);
      cells.add(flat.figures);
      columns.addAll(flat.figures.keySet());
      String number = rows.size() == 1 ? "" : " " + cells.size();
      flat.lists.forEach((list, inner) -> within.append(table(name + number + ": " + list, inner)));
    }
    StringBuilder out = new StringBuilder("<h2>" + Html.escape(name) + "</h2>\n");
    out.append("<div class=\"wide\"><table>\n<tr>");
    columns.forEach(
        column -> out.append("<th scope=\"col\">").append(Html.escape(column)).append("</th>"));
    out.append("</tr>\n");
    for (Map<String, String> row : cells) {
      out.append(
          columns.stream()
              .map(column -> cell(row.getOrDefault(column, "")))
              .collect(Collectors.joining("", "<tr>", "</tr>\n")));
    }
    out.append("</table></div>\n");
    if (rows.size() > MAX_ROWS) {
      out.append("<p>and ").append(rows.size() - MAX_ROWS).append(" more</p>\n");
    }
    return out.append(within).toString();
  }

  /** Sentences need room among columns of numbers. */
  private static String cell(String text) {
    return (text.length() > LONG ? "<td class=\"long\">" : "<td>") + text + "</td>";
  }

  /** Returns a value as escaped text; empty if there is none. */
  private static String text(JsonElement value) {
    if (value instanceof JsonArray array) {
      return StreamSupport.stream(array.spliterator(), false)
          .map(ReportTables::text)
          .collect(Collectors.joining(", "));
    }
    if (value instanceof JsonPrimitive primitive) {
      return primitive.isNumber()
          ? Html.number(primitive.getAsDouble())
          : primitive.isBoolean()
              ? primitive.getAsBoolean() ? "yes" : "no"
              : Html.escape(primitive.getAsString());
    }
    return "";
  }
}
