package dev.sinew.io.gltf.json;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.BitSet;
import java.util.Locale;
import java.util.Map;

/** Removes textures that no material uses, then images and samplers that no texture uses. */
public final class UnusedTextures {
  private UnusedTextures() {}

  /** Removes them from a document and corrects the indices of the others. */
  public static void remove(JsonObject root) {
    BitSet textures = new BitSet();
    forEachTexture(root.get("materials"), "", info -> mark(textures, info.get("index")));
    int[] moved = keep(root, "textures", textures);
    forEachTexture(root.get("materials"), "", info -> renumber(info, "index", moved));
    BitSet images = new BitSet();
    BitSet samplers = new BitSet();
    for (JsonObject texture : JsonPlace.objectsOf(root, "textures")) {
      mark(samplers, texture.get("sampler"));
      forEachSource(texture, owner -> mark(images, owner.get("source")));
    }
    int[] movedImages = keep(root, "images", images);
    int[] movedSamplers = keep(root, "samplers", samplers);
    for (JsonObject texture : JsonPlace.objectsOf(root, "textures")) {
      renumber(texture, "sampler", movedSamplers);
      forEachSource(texture, owner -> renumber(owner, "source", movedImages));
    }
  }

  private interface Visitor {
    void visit(JsonObject object);
  }

  /** Visits the references to textures in materials and all their extensions. */
  private static void forEachTexture(JsonElement element, String name, Visitor visitor) {
    if (element instanceof JsonArray array) {
      array.forEach(item -> forEachTexture(item, name, visitor));
    } else if (element instanceof JsonObject object && !name.equals("extras")) {
      if (name.toLowerCase(Locale.ROOT).contains("texture") && isIndex(object.get("index"))) {
        visitor.visit(object);
      }
      for (Map.Entry<String, JsonElement> member : object.entrySet()) {
        forEachTexture(member.getValue(), member.getKey(), visitor);
      }
    }
  }

  /** Visits a texture and its extensions, which may have an image of their own. */
  private static void forEachSource(JsonObject texture, Visitor visitor) {
    visitor.visit(texture);
    for (Map.Entry<String, JsonElement> extension :
        JsonPlace.objectOf(texture, "extensions").entrySet()) {
      if (extension.getValue() instanceof JsonObject object) {
        visitor.visit(object);
      }
    }
  }

  private static boolean isIndex(JsonElement element) {
    return element instanceof JsonPrimitive number
        && number.isNumber()
        && number.getAsDouble() >= 0
        && number.getAsDouble() < Integer.MAX_VALUE;
  }

  private static void mark(BitSet used, JsonElement index) {
    if (isIndex(index)) {
      used.set((int) index.getAsDouble());
    }
  }

  /** Keeps some items of an array; returns the new index of every old one. */
  private static int[] keep(JsonObject root, String name, BitSet used) {
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

  private static void renumber(JsonObject owner, String member, int[] moved) {
    if (isIndex(owner.get(member))) {
      int index = (int) owner.get(member).getAsDouble();
      if (index < moved.length) {
        owner.addProperty(member, moved[index]);
      }
    }
  }
}
