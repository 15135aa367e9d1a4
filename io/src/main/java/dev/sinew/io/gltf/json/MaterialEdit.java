package dev.sinew.io.gltf.json;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.model.Material;
import dev.sinew.model.Material.Color;
import dev.sinew.model.Material.Texture;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/**
 * Gives primitives materials with other textures and factors. A material is changed in place if
 * nothing else uses it; otherwise a copy is added. All else in a material is kept.
 */
public final class MaterialEdit {
  private static final int NONE = -1;
  private static final String UNLIT = "KHR_materials_unlit";
  private static final Set<String> FACTORS =
      Set.of(Material.BASE_COLOR, Material.METALLIC_ROUGHNESS, Material.EMISSION);

  private final JsonArray materials;
  private final JsonObject root;
  private final ToIntFunction<Texture> textures;
  private final Set<Integer> taken;
  private final Map<Change, Integer> changed = new HashMap<>();

  private record Change(int before, Material after) {}

  /**
   * @param root a document
   * @param kept materials that must stay as they are
   * @param textures adds a texture to the document; returns its index
   */
  public MaterialEdit(JsonObject root, Set<Integer> kept, ToIntFunction<Texture> textures) {
    this.root = root;
    this.textures = textures;
    taken = new HashSet<>(kept);
    materials = root.get("materials") instanceof JsonArray array ? array : new JsonArray();
  }

  /**
   * Changes the material of a primitive.
   *
   * @param before its material as it was read
   * @param after its material with other textures, factors and flags
   */
  public void apply(JsonObject primitive, Material before, Material after) {
    JsonElement own = primitive.get("material");
    int index = own instanceof JsonPrimitive number && number.isNumber() ? number.getAsInt() : NONE;
    Integer made = changed.get(new Change(index, after));
    if (made == null) {
      made = change(index, before, after);
      changed.put(new Change(index, after), made);
    }
    primitive.addProperty("material", made);
  }

  private int change(int index, Material before, Material after) {
    JsonObject material =
        index == NONE ? new JsonObject() : materials.get(index).getAsJsonObject().deepCopy();
    int own = place(index, material);
    Set<String> slots = new TreeSet<>(before.textures().keySet());
    slots.addAll(after.textures().keySet());
    slots.removeIf(slot -> Objects.equals(before.textures().get(slot), after.textures().get(slot)));
    for (String slot : slots) {
      Texture old = before.textures().get(slot);
      Texture texture = after.textures().get(slot);
      boolean isOfGltf = !slot.startsWith(AvatarMaterials.SLOTS);
      if (texture == null) {
        AvatarMaterials.setTexture(root, own, slot, null);
        if (isOfGltf) {
          owner(material, slot).remove(last(slot));
        }
      } else if (old != null && texture.equals(old.withSet(texture.set()))) {
        if (isOfGltf) {
          setNumber(material, slot, texture.set());
        }
      } else {
        int added = textures.applyAsInt(texture);
        AvatarMaterials.setTexture(root, own, slot, added);
        if (isOfGltf) {
          setTexture(material, slot, added, texture.set());
        }
      }
    }
    for (String slot : FACTORS) {
      if (!after.factor(slot).equals(before.factor(slot))) {
        setFactor(material, slot, after.factor(slot));
        AvatarMaterials.setFactor(root, own, slot, after.factor(slot));
      }
    }
    setFlags(material, before, after);
    return own;
  }

  /** Puts a changed material in its place, or after all others if the old one stays. */
  private int place(int index, JsonObject material) {
    if (index != NONE && taken.add(index)) {
      materials.set(index, material);
      return index;
    }
    materials.add(material);
    root.add("materials", materials);
    AvatarMaterials.copy(root, index);
    int own = materials.size() - 1;
    AvatarReferences.move(
        root, AvatarReferences.Item.MATERIAL, i -> i == index ? List.of(i, own) : List.of(i));
    return own;
  }

  private void setFlags(JsonObject material, Material before, Material after) {
    if (after.opacity().alpha() != before.opacity().alpha()) {
      material.addProperty("alphaMode", after.opacity().alpha().name());
    }
    if (after.opacity().alpha() == Material.Alpha.MASK
        && after.opacity().cutoff() != before.opacity().cutoff()) {
      material.addProperty("alphaCutoff", after.opacity().cutoff());
    }
    if (after.doubleSided() != before.doubleSided()) {
      material.addProperty("doubleSided", after.doubleSided());
    }
    if (after.unlit() && !before.unlit()) {
      ExtensionNames.use(root, UNLIT);
      owner(material, "extensions/" + UNLIT).add(UNLIT, new JsonObject());
    } else if (before.unlit() && !after.unlit()) {
      owner(material, "extensions/" + UNLIT).remove(UNLIT);
    }
  }

  private static void setTexture(JsonObject material, String slot, int texture, int set) {
    JsonObject owner = owner(material, slot);
    JsonObject info = new JsonObject();
    info.addProperty("index", texture);
    if (set != 0) {
      info.addProperty("texCoord", set);
    }
    // The strength of the occlusion is not part of its texture.
    if (owner.get(last(slot)) instanceof JsonObject old && old.has("strength")) {
      info.add("strength", old.get("strength"));
    }
    owner.add(last(slot), info);
  }

  /** Gives a texture another set of texture coordinates; all else in it is kept. */
  private static void setNumber(JsonObject material, String slot, int set) {
    JsonObject info = owner(material, slot).getAsJsonObject(last(slot));
    JsonObject transform =
        JsonPlace.objectOf(JsonPlace.objectOf(info, "extensions"), "KHR_texture_transform");
    if (transform.has("texCoord")) {
      transform.addProperty("texCoord", set);
    }
    if (set == 0) {
      info.remove("texCoord");
    } else {
      info.addProperty("texCoord", set);
    }
  }

  private static void setFactor(JsonObject material, String slot, Color color) {
    JsonObject surface = owner(material, Material.BASE_COLOR);
    switch (slot) {
      case Material.BASE_COLOR ->
          surface.add(
              "baseColorFactor", numbers(color.red(), color.green(), color.blue(), color.alpha()));
      case Material.METALLIC_ROUGHNESS -> {
        surface.addProperty("roughnessFactor", color.green());
        surface.addProperty("metallicFactor", color.blue());
      }
      default -> material.add("emissiveFactor", numbers(color.red(), color.green(), color.blue()));
    }
  }

  private static JsonArray numbers(double... values) {
    JsonArray out = new JsonArray();
    for (double value : values) {
      out.add(value);
    }
    return out;
  }

  /** Returns the object that has a slot; makes it if necessary. */
  public static JsonObject owner(JsonObject material, String slot) {
    JsonObject at = material;
    List<String> path = List.of(slot.split("/"));
    for (String name : path.subList(0, path.size() - 1)) {
      if (!(at.get(name) instanceof JsonObject)) {
        at.add(name, new JsonObject());
      }
      at = at.getAsJsonObject(name);
    }
    return at;
  }

  /** Returns the name of a slot in its object. */
  public static String last(String slot) {
    return slot.substring(slot.lastIndexOf('/') + 1);
  }
}
