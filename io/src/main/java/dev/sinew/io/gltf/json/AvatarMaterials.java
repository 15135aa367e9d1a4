package dev.sinew.io.gltf.json;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.model.Material;
import dev.sinew.model.Material.Color;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The materials of avatars: those of VRM 0.x, which stand in a list of their own in the order of
 * the materials of glTF, and MToon of VRM 1.0. Programs that show them read all their textures from
 * the first set of texture coordinates, whatever set the file names.
 */
public final class AvatarMaterials {
  /** How the slots of textures start that only materials of VRM 0.x have. */
  public static final String SLOTS = "VRM/";

  private static final String MTOON = "VRMC_materials_mtoon";
  private static final String NOT_AN_AVATARS = "VRM_USE_GLTFSHADER";

  /** Slots whose textures are found by the direction of the view, not by texture coordinates. */
  private static final Set<String> BY_DIRECTION =
      Set.of(SLOTS + "_SphereAdd", "extensions/" + MTOON + "/matcapTexture");

  /** The properties that materials of glTF have, too. */
  private static final Map<String, String> OF_GLTF =
      Map.of(
          "_MainTex",
          Material.BASE_COLOR,
          "_BumpMap",
          Material.NORMAL,
          "_EmissionMap",
          Material.EMISSION);

  private static final List<String> NEWER_SPEEDS =
      List.of(
          "uvAnimationScrollXSpeedFactor",
          "uvAnimationScrollYSpeedFactor",
          "uvAnimationRotationSpeedFactor");
  private static final List<String> OLDER_SPEEDS =
      List.of("_UvAnimScrollX", "_UvAnimScrollY", "_UvAnimRotation");

  private AvatarMaterials() {}

  private static JsonObject vrm(JsonObject root) {
    return JsonPlace.objectOf(JsonPlace.objectOf(root, "extensions"), "VRM");
  }

  private static @Nullable JsonArray list(JsonObject root) {
    return vrm(root).get("materialProperties") instanceof JsonArray list ? list : null;
  }

  /** Returns what VRM 0.x shows in place of a material of glTF, or null. */
  private static @Nullable JsonObject older(JsonObject root, int material) {
    JsonArray list = list(root);
    return list != null
            && material >= 0
            && material < list.size()
            && list.get(material) instanceof JsonObject entry
            && entry.get("shader") instanceof JsonPrimitive shader
            && shader.getAsString().startsWith("VRM/")
        ? entry
        : null;
  }

  /** Returns true if a material is one of avatars. */
  public static boolean isOne(JsonObject root, int material) {
    return older(root, material) != null
        || (material(root, material).get("extensions") instanceof JsonObject extensions
            && extensions.has(MTOON));
  }

  private static JsonObject material(JsonObject root, int material) {
    List<JsonObject> all = JsonPlace.objectsOf(root, "materials");
    return material >= 0 && material < all.size() ? all.get(material) : new JsonObject();
  }

  /** Returns true if the texture of a slot needs no texture coordinates. */
  public static boolean isByDirection(String slot) {
    return BY_DIRECTION.contains(slot);
  }

  /** Returns the textures that VRM 0.x shows, as indices by slot. */
  public static Map<String, Integer> textures(JsonObject root, int material) {
    JsonObject entry = older(root, material);
    Map<String, Integer> out = new TreeMap<>();
    if (entry != null) {
      JsonPlace.objectOf(entry, "textureProperties")
          .asMap()
          .forEach(
              (property, texture) -> {
                String slot = OF_GLTF.getOrDefault(property, SLOTS + property);
                if (KeptItems.isIndex(texture) && !isByDirection(slot)) {
                  out.put(slot, texture.getAsInt());
                }
              });
    }
    return out;
  }

  /** Returns the matrix that VRM 0.x applies to all texture coordinates of a material. */
  public static double[] transform(JsonObject root, int material) {
    JsonObject entry = older(root, material);
    double[] values = {0, 0, 1, 1};
    if (entry != null
        && JsonPlace.objectOf(entry, "vectorProperties").get("_MainTex") instanceof JsonArray all) {
      for (int i = 0; i < Math.min(values.length, all.size()); i++) {
        double value = number(all.get(i), values[i]);
        values[i] = Double.isFinite(value) ? value : values[i];
      }
    }
    // Its images start at the bottom, those of glTF at the top.
    return new double[] {values[2], 0, values[0], 0, values[3], 1 - values[3] - values[1]};
  }

  /**
   * Returns true if the texture coordinates of a material move by themselves or with an expression,
   * which is right for its own textures only.
   */
  public static boolean movesCoordinates(JsonObject root, int material) {
    JsonObject entry = older(root, material);
    JsonObject newer =
        JsonPlace.objectOf(JsonPlace.objectOf(material(root, material), "extensions"), MTOON);
    return (entry != null && moves(JsonPlace.objectOf(entry, "floatProperties"), OLDER_SPEEDS))
        || moves(newer, NEWER_SPEEDS)
        || expressionsMove(root, material);
  }

  private static boolean moves(JsonObject owner, List<String> speeds) {
    return speeds.stream().anyMatch(speed -> number(owner.get(speed), 0) != 0);
  }

  private static boolean expressionsMove(JsonObject root, int material) {
    JsonObject expressions =
        JsonPlace.objectOf(
            JsonPlace.objectOf(JsonPlace.objectOf(root, "extensions"), "VRMC_vrm"), "expressions");
    for (String kind : List.of("preset", "custom")) {
      for (JsonElement expression : JsonPlace.objectOf(expressions, kind).asMap().values()) {
        if (expression instanceof JsonObject object) {
          for (JsonObject bind : JsonPlace.objectsOf(object, "textureTransformBinds")) {
            if (number(bind.get("material"), -1) == material) {
              return true;
            }
          }
        }
      }
    }
    JsonElement name = material(root, material).get("name");
    return olderValues(root).stream()
        .anyMatch(
            value ->
                value.get("materialName") instanceof JsonPrimitive own
                    && own.equals(name)
                    && String.valueOf(value.get("propertyName")).contains("_ST"));
  }

  /** Returns the changes of materials by the expressions of VRM 0.x. */
  private static List<JsonObject> olderValues(JsonObject root) {
    JsonObject master = JsonPlace.objectOf(vrm(root), "blendShapeMaster");
    List<JsonObject> out = new ArrayList<>();
    JsonPlace.objectsOf(master, "blendShapeGroups")
        .forEach(group -> out.addAll(JsonPlace.objectsOf(group, "materialValues")));
    return out;
  }

  private static double number(@Nullable JsonElement element, double otherwise) {
    return element instanceof JsonPrimitive value && value.isNumber()
        ? value.getAsDouble()
        : otherwise;
  }

  // ---- changes ---------------------------------------------------------------------------------

  /**
   * Gives a slot of VRM 0.x another texture, whose coordinates are not transformed; does nothing
   * for other materials.
   *
   * @param texture the index of the texture; null for none
   */
  static void setTexture(JsonObject root, int material, String slot, @Nullable Integer texture) {
    JsonObject entry = older(root, material);
    String property =
        slot.startsWith(SLOTS)
            ? slot.substring(SLOTS.length())
            : OF_GLTF.entrySet().stream()
                .filter(known -> known.getValue().equals(slot))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    if (entry == null || property == null) {
      return;
    }
    JsonObject textures = member(entry, "textureProperties");
    JsonObject vectors = member(entry, "vectorProperties");
    if (texture == null) {
      textures.remove(property);
      vectors.remove(property);
      return;
    }
    textures.addProperty(property, texture);
    for (String transformed : List.of("_MainTex", property)) {
      JsonArray untransformed = new JsonArray();
      List.of(0, 0, 1, 1).forEach(untransformed::add);
      vectors.add(transformed, untransformed);
    }
    if (slot.equals(Material.NORMAL)) {
      member(entry, "keywordMap").addProperty("_NORMALMAP", true);
      member(entry, "floatProperties").addProperty("_BumpScale", 1);
    }
  }

  /** Gives a material of VRM 0.x another factor; colours are sRGB there. */
  static void setFactor(JsonObject root, int material, String slot, Color color) {
    JsonObject entry = older(root, material);
    String property =
        switch (slot) {
          case Material.BASE_COLOR -> "_Color";
          case Material.EMISSION -> "_EmissionColor";
          default -> "";
        };
    if (entry != null && !property.isEmpty()) {
      JsonArray numbers = new JsonArray();
      for (double linear : new double[] {color.red(), color.green(), color.blue()}) {
        numbers.add(Math.pow(linear, 1 / 2.2));
      }
      numbers.add(color.alpha());
      member(entry, "vectorProperties").add(property, numbers);
    }
  }

  private static JsonObject member(JsonObject owner, String name) {
    if (!(owner.get(name) instanceof JsonObject)) {
      owner.add(name, new JsonObject());
    }
    return owner.getAsJsonObject(name);
  }

  /** Gives a copy of a material, which is the last one, what VRM 0.x shows in its place. */
  static void copy(JsonObject root, int from) {
    complete(root);
    JsonArray list = list(root);
    if (list != null && from >= 0 && from < list.size() - 1) {
      list.set(list.size() - 1, list.get(from).deepCopy());
    }
  }

  /** Adds entries for new materials of glTF, which are shown as they are. */
  public static void complete(JsonObject root) {
    JsonArray list = list(root);
    if (list == null || !(root.get("materials") instanceof JsonArray materials)) {
      return;
    }
    while (list.size() < materials.size()) {
      JsonObject entry = new JsonObject();
      JsonElement name = material(root, list.size()).get("name");
      entry.add("name", name == null ? new JsonPrimitive("") : name);
      entry.addProperty("shader", NOT_AN_AVATARS);
      entry.addProperty("renderQueue", 2000);
      for (String empty :
          List.of(
              "floatProperties", "vectorProperties", "textureProperties", "keywordMap", "tagMap")) {
        entry.add(empty, new JsonObject());
      }
      list.add(entry);
    }
  }

  /** Keeps what belongs to some materials; a name that no material has any more is dropped. */
  static void keep(JsonObject root, BitSet kept) {
    JsonArray list = list(root);
    if (list == null) {
      return;
    }
    List<JsonElement> all = new ArrayList<>(list.asList());
    list.asList().clear();
    Set<JsonElement> names = new HashSet<>();
    JsonPlace.objectsOf(root, "materials").forEach(one -> names.add(one.get("name")));
    Set<JsonElement> gone = new HashSet<>();
    for (int i = 0; i < all.size(); i++) {
      if (kept.get(i)) {
        list.add(all.get(i));
      } else if (all.get(i) instanceof JsonObject entry) {
        gone.add(entry.get("name"));
      }
    }
    gone.removeAll(names);
    JsonObject master = JsonPlace.objectOf(vrm(root), "blendShapeMaster");
    for (JsonObject group : JsonPlace.objectsOf(master, "blendShapeGroups")) {
      if (group.get("materialValues") instanceof JsonArray values) {
        values
            .asList()
            .removeIf(
                value ->
                    value instanceof JsonObject object
                        && gone.contains(object.get("materialName")));
      }
    }
  }
}
