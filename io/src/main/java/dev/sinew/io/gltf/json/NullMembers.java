package dev.sinew.io.gltf.json;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.Set;

/**
 * Members of a glTF tree whose value is null. The specification does not allow them; readers treat
 * them as missing. They are removed before anything else sees the tree, so that code that copies
 * and edits it need not expect them. Extras and extensions, which may have nulls, stay as they are.
 */
public final class NullMembers {
  private static final Set<String> OPEN = Set.of("extras", "extensions");

  private NullMembers() {}

  /**
   * Removes the null members of a tree.
   *
   * @param tree modified
   */
  public static void remove(JsonElement tree) {
    if (tree instanceof JsonObject object) {
      object.entrySet().removeIf(member -> member.getValue().isJsonNull());
      object
          .entrySet()
          .forEach(
              member -> {
                if (!OPEN.contains(member.getKey())) {
                  remove(member.getValue());
                }
              });
    } else if (tree instanceof JsonArray array) {
      array.forEach(NullMembers::remove);
    }
  }
}
