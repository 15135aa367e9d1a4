package dev.sinew.io.gltf.json;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.BitSet;

/** Removes items of a document's arrays and corrects the indices of the others. */
final class KeptItems {
  private KeptItems() {}

  /** Returns true if an element can be an index. */
  static boolean isIndex(JsonElement element) {
    return element instanceof JsonPrimitive number
        && number.isNumber()
        && number.getAsDouble() >= 0
        && number.getAsDouble() < Integer.MAX_VALUE;
  }

  /** Marks an item as used, if an element is its index. */
  static void mark(BitSet used, JsonElement index) {
    if (isIndex(index)) {
      used.set((int) index.getAsDouble());
    }
  }

  /** Keeps some items of an array; returns the new index of every old one. */
  static int[] keep(JsonObject root, String name, BitSet used) {
    if (!(root.get(name) instanceof JsonArray items)) {
      return new int[0];
    }
    int[] moved = new int[items.size()];
    JsonArray kept = new JsonArray();
    for (int i = 0; i < moved.length; i++) {
      moved[i] = kept.size();
      if (used.get(i)) {
        kept.add(items.get(i));
      }
    }
    if (kept.isEmpty()) {
      root.remove(name);
    } else {
      root.add(name, kept);
    }
    return moved;
  }

  /** Corrects an index after {@link #keep}. */
  static void renumber(JsonObject owner, String member, int[] moved) {
    if (isIndex(owner.get(member))) {
      int index = (int) owner.get(member).getAsDouble();
      if (index < moved.length) {
        owner.addProperty(member, moved[index]);
      }
    }
  }
}
