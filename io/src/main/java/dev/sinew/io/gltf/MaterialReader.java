package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.AvatarMaterials;
import dev.sinew.io.gltf.json.ExtensionTable;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.json.MaterialRules;
import dev.sinew.io.gltf.json.TextureSources;
import dev.sinew.model.Issue;
import dev.sinew.model.Material;
import dev.sinew.model.Material.Alpha;
import dev.sinew.model.Material.Color;
import dev.sinew.model.Material.Texture;
import dev.sinew.model.TextureImage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads the materials of meshes: base colours, and what their textures need. Textures of all
 * extensions are found by name, so that extensions that do not exist yet are respected, too.
 */
final class MaterialReader {
  /** Materials by specular colour and glossiness; the others are for viewers without it. */
  private static final String GLOSSINESS = "KHR_materials_pbrSpecularGlossiness";

  private static final int CLAMP_TO_EDGE = 33071;
  private static final int MIRRORED_REPEAT = 33648;
  private static final int NEAREST = 9728;

  /** The longest path of a texture in a material that is searched, in characters. */
  private static final int MAX_PATH = 200;

  private static final double[] NO_TRANSFORM = {1, 0, 0, 0, 1, 0};

  private final JsonPlace root;
  private final ImageReader images;
  private final List<Issue> issues;
  private final boolean unknownExtensions;
  private final Map<Integer, TextureImage> imagesByIndex = new HashMap<>();
  private final Map<String, TextureImage> unreadable = new HashMap<>();
  private final Map<Integer, @Nullable Material> known = new HashMap<>();

  /** Whether a texture of the material that is read repeats as in a mirror. */
  private boolean mirrors;

  MaterialReader(GltfDocument document, Accessors accessors, List<Issue> issues) {
    root = document.root();
    images = new ImageReader(document, accessors);
    unknownExtensions =
        !ExtensionTable.without(document.json(), ExtensionTable.Trait.NO_COORDINATES).isEmpty()
            || animatesTextures(document.json());
    this.issues = issues;
  }

  /** Returns true if an animation moves texture coordinates, which KHR_animation_pointer can. */
  private static boolean animatesTextures(JsonObject json) {
    for (JsonObject animation : JsonPlace.objectsOf(json, "animations")) {
      for (JsonObject channel : JsonPlace.objectsOf(animation, "channels")) {
        JsonObject extensions =
            JsonPlace.objectOf(JsonPlace.objectOf(channel, "target"), "extensions");
        JsonElement pointer =
            JsonPlace.objectOf(extensions, "KHR_animation_pointer").get("pointer");
        if (pointer != null && pointer.toString().contains("KHR_texture_transform")) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Returns the material of every primitive of a mesh; empty if one of them is invalid, which is an
   * issue.
   */
  List<Material> ofMesh(JsonPlace mesh) throws MalformedAssetException {
    List<Material> out = new ArrayList<>();
    for (JsonPlace primitive : mesh.get("primitives").items()) {
      Material material = null;
      for (JsonPlace reference : references(primitive)) {
        Material next = material(reference);
        if (next == null) {
          return List.of();
        }
        material = material == null ? next : union(material, next);
      }
      out.add(material == null ? Material.PLAIN : material);
    }
    return out;
  }

  /** Returns the references to the material of a primitive and to all its variants. */
  static List<JsonPlace> references(JsonPlace primitive) throws MalformedAssetException {
    List<JsonPlace> out = new ArrayList<>();
    JsonPlace own = primitive.find("material");
    if (own != null) {
      out.add(own);
    }
    JsonPlace extensions = primitive.find("extensions");
    JsonPlace variants = extensions == null ? null : extensions.find("KHR_materials_variants");
    if (variants != null) {
      for (JsonPlace mapping : variants.items("mappings")) {
        out.add(mapping.get("material"));
      }
    }
    return out;
  }

  /** Returns the first material with the needs of both. */
  private static Material union(Material a, Material b) {
    Set<Integer> sets = new TreeSet<>(a.use().sets());
    sets.addAll(b.use().sets());
    return new Material(
        a.name(),
        a.baseColor(),
        a.textures(),
        a.factors(),
        new Material.TextureUse(
            sets,
            // The textures of the other one are not part of the result.
            a.use().unknown() || b.use().unknown() || !b.use().sets().isEmpty(),
            a.use().tangents() || b.use().tangents(),
            a.use().onlyFirst() || b.use().onlyFirst()),
        new Material.Shading(a.unlit() && b.unlit(), Optional.empty()),
        a.opacity(),
        a.doubleSided() || b.doubleSided());
  }

  private @Nullable Material material(JsonPlace reference) throws MalformedAssetException {
    List<JsonPlace> materials = root.items("materials");
    int index = reference.index(materials.size(), "materials");
    if (!known.containsKey(index)) {
      try {
        known.put(index, read(materials.get(index), index));
      } catch (MalformedAssetException e) {
        issues.add(Issue.warning(e.where(), e.reason() + "; all texture coordinates are kept"));
        known.put(index, null);
      }
    }
    return known.get(index);
  }

  private Material read(JsonPlace place, int index) throws MalformedAssetException {
    JsonPlace surface = place.find("pbrMetallicRoughness");
    JsonPlace extensions = place.find("extensions");
    JsonPlace gloss = extensions == null ? null : extensions.find(GLOSSINESS);
    JsonPlace factor =
        gloss != null
            ? gloss.find("diffuseFactor")
            : surface == null ? null : surface.find("baseColorFactor");
    Map<String, Texture> textures = new HashMap<>();
    mirrors = false;
    readTextures(place, "", textures);
    Needs needs = new Needs();
    needs.addAll(place.object());
    boolean unknown = unknownExtensions || needs.textures != textures.size();
    boolean ofAvatar = AvatarMaterials.isOne(root.object(), index);
    if (ofAvatar) {
      unknown |= AvatarMaterials.movesCoordinates(root.object(), index);
      asInAvatar(index, textures);
      needs.sets.clear();
      textures.values().forEach(texture -> needs.sets.add(texture.set()));
    }
    return new Material(
        place.textOr("name", "material " + index),
        factor == null ? Color.WHITE : color(factor.numbers(4)),
        textures,
        factors(place),
        new Material.TextureUse(needs.sets, unknown, needs.tangents && !ofAvatar, ofAvatar),
        new Material.Shading(
            needs.unlit, mirrors || ofAvatar ? Optional.empty() : MaterialRules.of(place.object())),
        new Material.Opacity(
            alpha(place.textOr("alphaMode", "OPAQUE")),
            place.find("alphaCutoff") == null ? 0.5 : place.get("alphaCutoff").number()),
        place.object().get("doubleSided") instanceof JsonPrimitive sides && sides.getAsBoolean());
  }

  /** Changes the textures of a material to those that an avatar is shown with, all of one set. */
  private void asInAvatar(int index, Map<String, Texture> textures) throws MalformedAssetException {
    textures.keySet().removeIf(AvatarMaterials::isByDirection);
    textures.replaceAll((slot, texture) -> texture.withSet(0));
    double[] transform = AvatarMaterials.transform(root.object(), index);
    for (var own : AvatarMaterials.textures(root.object(), index).entrySet()) {
      List<JsonPlace> all = root.items("textures");
      if (own.getValue() < all.size()) {
        textures.put(own.getKey(), texture(all.get(own.getValue()), 0, transform));
      }
    }
  }

  /** Reads the textures of a material and of its extensions, by their places in it. */
  private void readTextures(JsonPlace owner, String path, Map<String, Texture> out)
      throws MalformedAssetException {
    for (String name : owner.members()) {
      JsonPlace member = owner.get(name);
      if (!(member.element() instanceof JsonObject) || name.equals("extras")) {
        continue;
      }
      String slot = path + name;
      if (name.endsWith("Texture") && member.find("index") != null) {
        Texture texture = slot.equals(Material.BASE_COLOR) ? texture(member) : tryTexture(member);
        if (texture != null) {
          out.put(slot, texture);
        }
      } else if (path.length() < MAX_PATH) {
        readTextures(member, path + name + "/", out);
      }
    }
  }

  /** Returns a texture without which the material can be drawn; null if it is invalid. */
  private @Nullable Texture tryTexture(JsonPlace info) {
    try {
      return texture(info);
    } catch (MalformedAssetException e) {
      issues.add(Issue.warning(e.where(), e.reason() + "; the texture is not used"));
      return null;
    }
  }

  private static Map<String, Color> factors(JsonPlace place) throws MalformedAssetException {
    Map<String, Color> out = new HashMap<>();
    JsonPlace surface = place.find("pbrMetallicRoughness");
    if (surface != null) {
      double roughness = numberOr(surface, "roughnessFactor");
      double metallic = numberOr(surface, "metallicFactor");
      out.put(Material.METALLIC_ROUGHNESS, color(new double[] {1, roughness, metallic, 1}));
    }
    JsonPlace emission = place.find("emissiveFactor");
    double[] light = emission == null ? new double[3] : emission.numbers(3);
    out.put(Material.EMISSION, color(new double[] {light[0], light[1], light[2], 1}));
    JsonPlace normal = place.find(Material.NORMAL);
    double scale = normal == null ? 1 : numberOr(normal, "scale");
    out.put(Material.NORMAL, new Color(scale, scale, 1, 1));
    out.values().removeIf(Color.WHITE::equals);
    return out;
  }

  private static double numberOr(JsonPlace owner, String member) throws MalformedAssetException {
    JsonPlace place = owner.find(member);
    return place == null ? 1 : place.number();
  }

  private static Color color(double[] factor) {
    return new Color(
        Math.clamp(factor[0], 0.0, 1.0),
        Math.clamp(factor[1], 0.0, 1.0),
        Math.clamp(factor[2], 0.0, 1.0),
        Math.clamp(factor[3], 0.0, 1.0));
  }

  private static Alpha alpha(String mode) {
    return mode.equals("MASK") ? Alpha.MASK : mode.equals("BLEND") ? Alpha.BLEND : Alpha.OPAQUE;
  }

  private Texture texture(JsonPlace info) throws MalformedAssetException {
    List<JsonPlace> textures = root.items("textures");
    JsonPlace texture = textures.get(info.get("index").index(textures.size(), "textures"));
    JsonPlace extensions = info.find("extensions");
    JsonPlace moved = extensions == null ? null : extensions.find("KHR_texture_transform");
    int set = info.integerOr("texCoord", 0, Integer.MAX_VALUE, 0);
    return texture(
        texture,
        moved == null ? set : moved.integerOr("texCoord", 0, Integer.MAX_VALUE, set),
        moved == null ? NO_TRANSFORM : transform(moved));
  }

  private Texture texture(JsonPlace texture, int set, double[] transform)
      throws MalformedAssetException {
    // Without it, the image is of a format that is not read, such as KTX2.
    JsonPlace source = TextureSources.readable(texture);
    int image = source == null ? -1 : source.index(root.items("images").size(), "images");
    if (image < 0 && !unreadable.containsKey(texture.pointer())) {
      issues.add(
          Issue.info(
              texture.pointer(),
              "its image is kept, but not read (KTX2, AVIF or DDS): to draw, measure or transfer"
                  + " it, convert it to PNG, JPEG or WebP"));
    }
    JsonPlace sampler = texture.find("sampler");
    List<JsonPlace> samplers = root.items("samplers");
    JsonPlace wrap =
        sampler == null ? null : samplers.get(sampler.index(samplers.size(), "samplers"));
    for (String axis : List.of("wrapS", "wrapT")) {
      mirrors |= wrap != null && wrap.integerOr(axis, 0, Integer.MAX_VALUE, 0) == MIRRORED_REPEAT;
    }
    return new Texture(
        image < 0
            ? unreadable.computeIfAbsent(texture.pointer(), t -> new TextureImage(Optional::empty))
            : imagesByIndex.computeIfAbsent(image, images::image),
        set,
        wrap == null || wrap.integerOr("wrapS", 0, Integer.MAX_VALUE, 0) != CLAMP_TO_EDGE,
        wrap == null || wrap.integerOr("wrapT", 0, Integer.MAX_VALUE, 0) != CLAMP_TO_EDGE,
        transform,
        wrap != null && wrap.integerOr("magFilter", 0, Integer.MAX_VALUE, 0) == NEAREST);
  }

  /** Returns offset · rotation · scale as a 2×3 matrix, in the convention of the extension. */
  private static double[] transform(JsonPlace place) throws MalformedAssetException {
    JsonPlace offset = place.find("offset");
    JsonPlace scale = place.find("scale");
    JsonPlace rotation = place.find("rotation");
    double[] o = offset == null ? new double[2] : offset.numbers(2);
    double[] s = scale == null ? new double[] {1, 1} : scale.numbers(2);
    double angle = rotation == null ? 0 : rotation.number();
    double cos = StrictMath.cos(angle);
    double sin = StrictMath.sin(angle);
    return new double[] {cos * s[0], sin * s[1], o[0], -sin * s[0], cos * s[1], o[1]};
  }

  /** What the textures of a material and of its extensions need. */
  private static final class Needs {
    private final Set<Integer> sets = new TreeSet<>();
    private int textures;
    private boolean tangents;
    private boolean unlit;

    void addAll(JsonObject object) {
      for (Map.Entry<String, JsonElement> member : object.entrySet()) {
        String name = member.getKey().toLowerCase(Locale.ROOT);
        unlit |= member.getKey().equals("KHR_materials_unlit");
        add(name, member.getValue());
      }
    }

    private void add(String name, JsonElement value) {
      if (name.equals("extras")) {
        return;
      }
      if (value instanceof JsonArray array) {
        array.forEach(item -> add(name, item));
      } else if (value instanceof JsonObject object) {
        if (name.contains("texture") && isNumber(object.get("index"))) {
          sets.add(setOf(object));
          textures++;
          tangents |= name.contains("normal") || name.contains("anisotropy");
        }
        addAll(object);
      }
    }

    private static int setOf(JsonObject info) {
      JsonElement moved =
          info.get("extensions") instanceof JsonObject extensions
                  && extensions.get("KHR_texture_transform") instanceof JsonObject transform
              ? transform.get("texCoord")
              : null;
      return number(moved, number(info.get("texCoord"), 0));
    }

    private static int number(@Nullable JsonElement element, int defaultValue) {
      // As an integer, a number such as 1e999999999 would take forever.
      double value = element != null && isNumber(element) ? element.getAsDouble() : -1;
      return value >= 0 && value <= Integer.MAX_VALUE ? (int) value : defaultValue;
    }

    private static boolean isNumber(@Nullable JsonElement element) {
      return element != null
          && element.isJsonPrimitive()
          && element.getAsJsonPrimitive().isNumber();
    }
  }
}
