package dev.sinew.io.gltf.json;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.BitSet;
import java.util.Locale;
import java.util.Map;

/**
 * Removes textures that no material and no avatar uses, then images and samplers that no texture
 * uses.
 */
public final class UnusedTextures {
  private UnusedTextures() {}

  /** Removes them from a document and corrects the indices of the others. */
  public static void remove(JsonObject root) {
    BitSet textures = new BitSet();
    forEachTexture(root.get("materials"), "", info -> KeptItems.mark(textures, info.get("index")));
    AvatarReferences.mark(root, AvatarReferences.Item.TEXTURE, textures);
    int[] moved = KeptItems.keep(root, "textures", textures);
    forEachTexture(root.get("materials"), "", info -> KeptItems.renumber(info, "index", moved));
    AvatarReferences.move(root, AvatarReferences.Item.TEXTURE, textures, moved);
    BitSet images = new BitSet();
    AvatarReferences.mark(root, AvatarReferences.Item.IMAGE, images);
    BitSet samplers = new BitSet();
    for (JsonObject texture : JsonPlace.objectsOf(root, "textures")) {
      KeptItems.mark(samplers, texture.get("sampler"));
      forEachSource(texture, owner -> KeptItems.mark(images, owner.get("source")));
    }
    int[] movedImages = KeptItems.keep(root, "images", images);
    AvatarReferences.move(root, AvatarReferences.Item.IMAGE, images, movedImages);
    int[] movedSamplers = KeptItems.keep(root, "samplers", samplers);
    for (JsonObject texture : JsonPlace.objectsOf(root, "textures")) {
      KeptItems.renumber(texture, "sampler", movedSamplers);
      forEachSource(texture, owner -> KeptItems.renumber(owner, "source", movedImages));
    }
    TextureSources.removeUnusedNames(root);
  }

  private interface Visitor {
    void visit(JsonObject object);
  }

  /** Visits the references to textures in materials and all their extensions. */
  private static void forEachTexture(JsonElement element, String name, Visitor visitor) {
    if (element instanceof JsonArray array) {
      array.forEach(item -> forEachTexture(item, name, visitor));
    } else if (element instanceof JsonObject object && !name.equals("extras")) {
      if (name.toLowerCase(Locale.ROOT).contains("texture")
          && KeptItems.isIndex(object.get("index"))) {
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
}
