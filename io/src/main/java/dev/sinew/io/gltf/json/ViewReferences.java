package dev.sinew.io.gltf.json;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.BitSet;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The buffer views that objects of a tree refer to, whatever the objects are. */
public final class ViewReferences {
  private static final String MEMBER = "bufferView";

  private ViewReferences() {}

  /** Returns the views that a tree refers to. */
  public static BitSet of(@Nullable JsonElement tree) {
    BitSet out = new BitSet();
    if (tree instanceof JsonArray array) {
      array.forEach(item -> out.or(of(item)));
    } else if (tree instanceof JsonObject object) {
      object.asMap().values().forEach(member -> out.or(of(member)));
      if (object.get(MEMBER) instanceof JsonPrimitive view && view.isNumber()) {
        out.set(view.getAsInt());
      }
    }
    return out;
  }

  /**
   * Changes the references of a tree.
   *
   * @param moved the new index of every view that the tree refers to
   */
  public static void move(JsonElement tree, Map<Integer, Integer> moved) {
    if (tree instanceof JsonArray array) {
      array.forEach(item -> move(item, moved));
    } else if (tree instanceof JsonObject object) {
      object.asMap().values().forEach(member -> move(member, moved));
      if (object.get(MEMBER) instanceof JsonPrimitive view && view.isNumber()) {
        object.addProperty(MEMBER, Objects.requireNonNull(moved.get(view.getAsInt())));
      }
    }
  }
}
