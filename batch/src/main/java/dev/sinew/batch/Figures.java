package dev.sinew.batch;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.Map;

/**
 * The figures of a report for a row: its numbers and short texts by their places, without long
 * lists.
 */
final class Figures {
  private static final int MAX_FIGURES = 100;
  private static final int MAX_ITEMS = 8;
  private static final int MAX_DEPTH = 4;
  private static final int MAX_TEXT = 200;

  private Figures() {}

  static JsonObject of(JsonObject report) {
    JsonObject figures = new JsonObject();
    add(report, "", 0, figures);
    return figures;
  }

  private static void add(JsonElement value, String place, int depth, JsonObject figures) {
    if (figures.size() >= MAX_FIGURES || depth > MAX_DEPTH) {
      return;
    }
    if (value instanceof JsonObject object) {
      for (Map.Entry<String, JsonElement> member : object.entrySet()) {
        add(member.getValue(), join(place, member.getKey()), depth + 1, figures);
      }
    } else if (value instanceof JsonArray list && list.size() <= MAX_ITEMS) {
      for (int i = 0; i < list.size(); i++) {
        // Lists of plain values, such as coordinates, say little.
        if (list.get(i) instanceof JsonObject item) {
          add(item, join(place, Integer.toString(i)), depth + 1, figures);
        }
      }
    } else if (value instanceof JsonPrimitive one
        && (!one.isString() || one.getAsString().length() <= MAX_TEXT)) {
      figures.add(place, one);
    }
  }

  private static String join(String place, String name) {
    return place.isEmpty() ? name : place + "." + name;
  }
}
