package dev.sinew.batch;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.batch.child.Names;
import dev.sinew.batch.child.Rows;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;

/** The page of all results: pictures before and after, and figures that can be sorted. */
final class BatchPage {
  private static final String ROWS = "/*ROWS*/";

  private BatchPage() {}

  /** Writes the page. */
  static void write(Collection<JsonObject> rows, OutputStream out) throws IOException {
    String page;
    try (InputStream in =
        Objects.requireNonNull(BatchPage.class.getResourceAsStream("page.html"))) {
      page = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    int at = page.indexOf(ROWS);
    out.write(bytes(page.substring(0, at)));
    boolean first = true;
    for (JsonObject row : rows) {
      // Text in a script: nothing in it may end the script.
      out.write(bytes((first ? "" : ",\n") + shown(row).toString().replace("<", "\\u003c")));
      first = false;
    }
    out.write(bytes(page.substring(at + ROWS.length())));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns what the page shows of a row, in the order of its columns. */
  private static JsonArray shown(JsonObject row) {
    JsonObject error = Rows.object(row, "error");
    JsonObject before = Rows.object(row, "before");
    JsonObject after = Rows.object(row, "after");
    JsonArray shown = new JsonArray();
    shown.add(Rows.text(row, "file"));
    shown.add(Rows.problem(row));
    shown.add((Rows.text(error, "message") + "\n" + Rows.text(error, "advice")).strip());
    for (String count : new String[] {"triangles", "vertices", "bytes"}) {
      shown.add(number(before, count));
      shown.add(number(after, count));
    }
    shown.add(worst(row, "rms"));
    shown.add(worst(row, "mae"));
    shown.add(number(row, "seconds"));
    shown.add(number(row, "peakMemory"));
    JsonObject pictures = Rows.object(row, "pictures");
    shown.add(link(Rows.text(pictures, "before")));
    shown.add(link(Rows.text(pictures, "after")));
    JsonArray outputs = new JsonArray();
    Results.earlier(row).keySet().forEach(outputs::add);
    shown.add(outputs);
    shown.add(row.get("notes") instanceof JsonArray notes ? notes : new JsonArray());
    return shown;
  }

  private static String link(String name) {
    return Names.isInside(name) ? name : "";
  }

  private static JsonElement number(JsonObject row, String name) {
    return row.get(name) instanceof JsonPrimitive number && number.isNumber()
        ? number
        : JsonNull.INSTANCE;
  }

  /** Returns the largest figure of a name among those of all steps; null if there is none. */
  private static JsonElement worst(JsonObject row, String name) {
    double worst = -1;
    if (row.get("steps") instanceof JsonArray steps) {
      for (JsonElement step : steps) {
        if (step instanceof JsonObject one) {
          for (Map.Entry<String, JsonElement> figure : Rows.object(one, "figures").entrySet()) {
            String place = figure.getKey();
            if (place.equals(name) || place.endsWith("." + name)) {
              worst = Math.max(worst, Rows.number(Rows.object(one, "figures"), place));
            }
          }
        }
      }
    }
    return worst < 0 ? JsonNull.INSTANCE : new JsonPrimitive(worst);
  }
}
