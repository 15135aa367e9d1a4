package dev.sinew.batch;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.Map;

/**
 * The figures of a report for a row: its numbers and short texts by their places, without long
 * lists, and without lists in lists.
 */
final class Figures {
  private static final int MAX_FIGURES = 100;
  private static final int MAX_ITEMS = 8;
  private static final int MAX_TEXT = 200;

  private Figures() {}

  static JsonObject of(JsonObject report) {
    JsonObject figures = new JsonObject();
    add(report, "", false, figures);
    return figures;
  }

  private static void add(JsonElement value, String place, boolean listed, JsonObject figures) {
    if (figures.size() >= MAX_FIGURES) {
      return;
    }
    if (value instanceof JsonObject object) {
      for (Map.Entry<String, JsonElement> member : object.entrySet()) {
        add(member.getValue(), join(place, member.getKey()), listed, figures);
      }
    } else if (value instanceof JsonArray list && !listed && list.size() <= MAX_ITEMS) {
      for (int i = 0; i < list.size(); i++) {
        // Lists of plain values, such as coordinates, say little.
        if (list.get(i) instanceof JsonObject item) {
          add(item, join(place, Integer.toString(i)), true, figures);
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
