package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;

/** Optional members of the objects of a document. */
final class JsonMembers {
  private JsonMembers() {}

  /** Returns an object member; a new empty object, which is not added, if there is none. */
  static JsonObject object(JsonObject owner, String name) {
    return owner.get(name) instanceof JsonObject object ? object : new JsonObject();
  }

  /** Returns the objects of an array member; none if there is no such array. */
  static List<JsonObject> items(JsonObject owner, String name) {
    return owner.get(name) instanceof JsonArray array
        ? array.asList().stream()
            .filter(JsonElement::isJsonObject)
            .map(JsonElement::getAsJsonObject)
            .toList()
        : List.of();
  }

  /** Removes an object or array without members. */
  static void removeIfEmpty(JsonObject owner, String name) {
    JsonElement member = owner.get(name);
    if ((member instanceof JsonObject object && object.isEmpty())
        || (member instanceof JsonArray array && array.isEmpty())) {
      owner.remove(name);
    }
  }
}
