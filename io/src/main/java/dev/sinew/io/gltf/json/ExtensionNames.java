package dev.sinew.io.gltf.json;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.List;

/** The names of extensions that a document lists as used and as required. */
public final class ExtensionNames {
  private static final String USED = "extensionsUsed";
  private static final String REQUIRED = "extensionsRequired";

  private ExtensionNames() {}

  /** Lists an extension that readers may leave out. */
  public static void use(JsonObject json, String name) {
    add(json, USED, name);
  }

  /** Lists an extension that readers must know. */
  public static void require(JsonObject json, String name) {
    add(json, USED, name);
    add(json, REQUIRED, name);
  }

  private static void add(JsonObject json, String list, String name) {
    JsonArray names = json.get(list) instanceof JsonArray known ? known : new JsonArray();
    if (!names.contains(new JsonPrimitive(name))) {
      names.add(name);
    }
    json.add(list, names);
  }

  /** Returns the names of the extensions that a document uses. */
  static List<String> used(JsonObject json) {
    List<String> out = new ArrayList<>();
    if (json.get(USED) instanceof JsonArray used) {
      for (JsonElement name : used) {
        out.add(name instanceof JsonPrimitive text ? text.getAsString() : String.valueOf(name));
      }
    }
    return out;
  }

  /** Removes extensions from both lists, and lists that have no name left. */
  public static void remove(JsonObject json, List<String> extensions) {
    for (String list : List.of(USED, REQUIRED)) {
      if (json.get(list) instanceof JsonArray names) {
        extensions.forEach(name -> names.remove(new JsonPrimitive(name)));
        if (names.isEmpty()) {
          json.remove(list);
        }
      }
    }
  }
}
