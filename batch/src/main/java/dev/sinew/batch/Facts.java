package dev.sinew.batch;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.batch.child.Rows;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is known of a model, as {@code inspect} reports it.
 *
 * @param numbers counts by name
 * @param is properties by name
 */
record Facts(Map<String, Double> numbers, Map<String, Boolean> is) {
  /** The counts, and where the report has them. */
  private static final Map<String, String> COUNTS = counts();

  private static final String HUMANOID = "humanoid";

  private static Map<String, String> counts() {
    Map<String, String> counts = new LinkedHashMap<>();
    counts.put("bytes", "size.bytes");
    counts.put("triangles", "triangles");
    counts.put("vertices", "vertices");
    counts.put("meshes", "meshes");
    counts.put("joints", "joints");
    counts.put("influences", "influences.max");
    counts.put("materials", "materials");
    counts.put("clips", "clips");
    return counts;
  }

  /** Returns true for the name of a count. */
  static boolean isNumber(String name) {
    return COUNTS.containsKey(name);
  }

  /** Returns true for the name of a property. */
  static boolean isKind(String name) {
    return name.equals("skinned") || name.equals("animated") || name.equals(HUMANOID);
  }

  /** Returns all names, for messages. */
  static String names() {
    return String.join(", ", COUNTS.keySet()) + ", skinned, animated, " + HUMANOID + " or files";
  }

  static Facts of(JsonObject report) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    COUNTS.forEach((name, place) -> numbers.put(name, number(report, place)));
    boolean human = !Rows.object(report, HUMANOID).isEmpty();
    return new Facts(
        numbers,
        Map.of(
            "skinned",
            numbers.getOrDefault("joints", 0.0) > 0,
            "animated",
            numbers.getOrDefault("clips", 0.0) > 0,
            HUMANOID,
            human));
  }

  private static double number(JsonObject report, String place) {
    int dot = place.indexOf('.');
    if (dot >= 0) {
      return number(Rows.object(report, place.substring(0, dot)), place.substring(dot + 1));
    }
    JsonElement found = report.get(place);
    return found instanceof JsonArray array ? array.size() : Rows.number(report, place);
  }

  JsonObject toJson() {
    JsonObject json = new JsonObject();
    numbers.forEach((name, value) -> json.addProperty(name, (long) (double) value));
    return json;
  }
}
