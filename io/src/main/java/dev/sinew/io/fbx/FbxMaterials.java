package dev.sinew.io.fbx;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.model.Issue;
import dev.sinew.model.TextureImage.Pixels;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Writes materials: those of Phong and Lambert with a roughness from their exponent, and physical
 * ones of 3ds Max, Maya (Stingray, standard surface) with their own values.
 */
final class FbxMaterials {
  private static final List<String> BASE =
      List.of(
          "3dsMax|main|basecolor",
          "3dsMax|Parameters|base_color",
          "Maya|base_color",
          "Maya|baseColor");
  private static final List<String> METAL =
      List.of(
          "3dsMax|main|metalness",
          "3dsMax|Parameters|metalness",
          "Maya|metallic",
          "Maya|metalness");
  private static final List<String> ROUGH =
      List.of(
          "3dsMax|main|roughness",
          "3dsMax|Parameters|roughness",
          "Maya|roughness",
          "Maya|specularRoughness");
  private static final List<String> LIGHT =
      List.of(
          "3dsMax|main|emit_color",
          "3dsMax|Parameters|emit_color",
          "Maya|emissive",
          "Maya|emissionColor");

  private static final List<String> BASE_MAPS =
      List.of(
          "DiffuseColor",
          "3dsMax|main|base_color_map",
          "3dsMax|Parameters|base_color_map",
          "Maya|TEX_color_map",
          "Maya|base_color",
          "Maya|baseColor");
  private static final List<String> NORMAL_MAPS =
      List.of("NormalMap", "3dsMax|main|norm_map", "Maya|TEX_normal_map", "Maya|normalCamera");
  private static final List<String> METAL_MAPS =
      List.of(
          "3dsMax|main|metalness_map",
          "3dsMax|Parameters|metalness_map",
          "Maya|TEX_metallic_map",
          "Maya|metalness");
  private static final List<String> ROUGH_MAPS =
      List.of(
          "3dsMax|main|roughness_map",
          "3dsMax|Parameters|roughness_map",
          "Maya|TEX_roughness_map",
          "Maya|specularRoughness");
  private static final List<String> SHADE_MAPS = List.of("3dsMax|main|ao_map", "Maya|TEX_ao_map");
  private static final List<String> LIGHT_MAPS =
      List.of(
          "EmissiveColor",
          "3dsMax|main|emit_color_map",
          "3dsMax|Parameters|emit_color_map",
          "Maya|TEX_emissive_map",
          "Maya|emissionColor");
  private static final List<String> CLEAR_MAPS =
      List.of(
          "TransparentColor",
          "TransparencyFactor",
          "3dsMax|main|opacity_map",
          "3dsMax|Parameters|cutout_map");

  private static final int REPEAT = 10497;
  private static final int CLAMP_TO_EDGE = 33071;
  private static final String TRANSFORM = "KHR_texture_transform";

  private final FbxScene scene;
  private final FbxImages images;
  private final GltfBuilder builder;
  private final List<Issue> issues;
  private final Map<Key, Integer> written = new HashMap<>();

  /** Materials differ by the UV sets of their meshes, which textures name. */
  private record Key(Optional<FbxObject> material, List<String> uvSets) {}

  FbxMaterials(FbxScene scene, FbxImages images, GltfBuilder builder, List<Issue> issues) {
    this.scene = scene;
    this.images = images;
    this.builder = builder;
    this.issues = issues;
  }

  /**
   * Writes a material, once; returns its index.
   *
   * @param material the material; a plain one is written without
   * @param uvSets the names of the UV sets of the mesh
   */
  int write(Optional<FbxObject> material, List<String> uvSets) throws MalformedAssetException {
    Key key = new Key(material, uvSets);
    Integer known = written.get(key);
    if (known == null) {
      known =
          builder.add("materials", material.isEmpty() ? plain() : object(material.get(), uvSets));
      written.put(key, known);
    }
    return known;
  }

  private static JsonObject plain() {
    JsonObject surface = new JsonObject();
    surface.addProperty("metallicFactor", 0);
    JsonObject object = new JsonObject();
    object.add("pbrMetallicRoughness", surface);
    return object;
  }

  private JsonObject object(FbxObject material, List<String> uvSets)
      throws MalformedAssetException {
    JsonObject object = plain();
    object.addProperty("name", material.name());
    JsonObject surface = object.getAsJsonObject("pbrMetallicRoughness");
    Map<String, FbxObject> maps = maps(material);
    Optional<JsonObject> base = texture(first(maps, BASE_MAPS), uvSets);
    double[] color = base.isPresent() ? white(material) : color(material);
    double opacity = opacity(material);
    if (color[0] != 1 || color[1] != 1 || color[2] != 1 || opacity != 1) {
      surface.add("baseColorFactor", array(color[0], color[1], color[2], opacity));
    }
    base.ifPresent(map -> surface.add("baseColorTexture", map));
    surface.addProperty("metallicFactor", unit(number(material, METAL, 0)));
    surface.addProperty("roughnessFactor", unit(number(material, ROUGH, roughness(material))));
    addReflection(maps, uvSets, surface);
    texture(first(maps, NORMAL_MAPS), uvSets).ifPresent(map -> object.add("normalTexture", map));
    texture(first(maps, SHADE_MAPS), uvSets).ifPresent(map -> object.add("occlusionTexture", map));
    addEmission(material, texture(first(maps, LIGHT_MAPS), uvSets), object);
    if (opacity < 1 || isCut(first(maps, BASE_MAPS), first(maps, CLEAR_MAPS), material)) {
      object.addProperty("alphaMode", "BLEND");
    }
    noteOthers(material, maps);
    return object;
  }

  /** Returns the textures of a material by the property that they drive. */
  private Map<String, FbxObject> maps(FbxObject material) throws MalformedAssetException {
    Map<String, FbxObject> maps = new HashMap<>();
    for (FbxScene.Link link : scene.below(material)) {
      FbxObject texture = link.object();
      if (texture.is("LayeredTexture", "")) {
        List<FbxObject> layers = scene.below(texture, "Texture", "");
        if (layers.isEmpty()) {
          continue;
        }
        texture = layers.getFirst();
        issues.add(
            Issue.info(material.title(), link.property() + ": only its first layer is read"));
      }
      String flag = link.property().replace("|TEX_", "|use_");
      boolean used = flag.equals(link.property()) || material.number(flag, 1) != 0;
      if (texture.is("Texture", "") && used) {
        maps.putIfAbsent(link.property(), texture);
      }
    }
    return maps;
  }

  private static Optional<FbxObject> first(Map<String, FbxObject> maps, List<String> names) {
    return names.stream().filter(maps::containsKey).findFirst().map(maps::get);
  }

  private static double number(FbxObject material, List<String> names, double defaultValue)
      throws MalformedAssetException {
    Optional<String> name = material.firstOf(names);
    return name.isEmpty() ? defaultValue : material.number(name.get(), defaultValue);
  }

  private static double unit(double value) {
    return Math.clamp(value, 0, 1);
  }

  private static double[] color(FbxObject material) throws MalformedAssetException {
    Optional<String> name = material.firstOf(BASE);
    double[] color = material.vector(name.orElse("DiffuseColor"), 0.8, 0.8, 0.8);
    double factor = name.isPresent() ? 1 : material.number("DiffuseFactor", 1);
    return Arrays.stream(color).map(value -> unit(factor * value)).toArray();
  }

  /** Returns the factor of a base colour texture, which replaces the colour. */
  private static double[] white(FbxObject material) throws MalformedAssetException {
    double factor =
        material.firstOf(BASE).isPresent() ? 1 : unit(material.number("DiffuseFactor", 1));
    return new double[] {factor, factor, factor};
  }

  /** Returns the opacity; a material that would not be seen at all is opaque. */
  private static double opacity(FbxObject material) throws MalformedAssetException {
    double opacity = 1;
    if (material.has("TransparencyFactor") || material.has("TransparentColor")) {
      double[] color = material.vector("TransparentColor", 1, 1, 1);
      double share = (color[0] + color[1] + color[2]) / 3;
      opacity = 1 - material.number("TransparencyFactor", 0) * share;
    } else if (material.has("Opacity")) {
      opacity = material.number("Opacity", 1);
    }
    return opacity > 0 && opacity < 1 ? opacity : 1;
  }

  /**
   * Returns the roughness of a Phong exponent n: a Beckmann width α = √(2 / (n + 2)) (Walter et
   * al., "Microfacet Models for Refraction through Rough Surfaces", 2007) and roughness √α as in
   * glTF.
   */
  private static double roughness(FbxObject material) throws MalformedAssetException {
    String model = material.node().textOf("ShadingModel");
    if (!model.equalsIgnoreCase("phong")) {
      return 1;
    }
    double exponent = material.number("ShininessExponent", material.number("Shininess", 20));
    return Math.sqrt(Math.sqrt(2 / (Math.max(0, exponent) + 2)));
  }

  private static void addEmission(FbxObject material, Optional<JsonObject> map, JsonObject object)
      throws MalformedAssetException {
    Optional<String> name = material.firstOf(LIGHT);
    double factor = name.isPresent() ? 1 : material.number("EmissiveFactor", 1);
    double[] color = material.vector(name.orElse("EmissiveColor"), 0, 0, 0);
    if (map.isPresent()) {
      color = new double[] {1, 1, 1};
      object.add("emissiveTexture", map.get());
    }
    double[] light = Arrays.stream(color).map(value -> unit(factor * value)).toArray();
    if (light[0] + light[1] + light[2] > 0) {
      object.add("emissiveFactor", array(light));
    }
  }

  /** Adds the texture of metal and roughness, which glTF has in one: blue and green. */
  private void addReflection(Map<String, FbxObject> maps, List<String> uvSets, JsonObject surface)
      throws MalformedAssetException {
    Optional<FbxObject> metal = first(maps, METAL_MAPS);
    Optional<FbxObject> rough = first(maps, ROUGH_MAPS);
    Optional<FbxObject> either = rough.isPresent() ? rough : metal;
    if (either.isEmpty()) {
      return;
    }
    Optional<Pixels> metalPixels = pixels(metal);
    Optional<Pixels> roughPixels = pixels(rough);
    if (metalPixels.isEmpty() && roughPixels.isEmpty()) {
      return;
    }
    JsonObject texture = new JsonObject();
    texture.addProperty("source", images.add(packed(metalPixels, roughPixels)));
    surface.add("metallicRoughnessTexture", reference(either.get(), texture, uvSets));
    metalPixels.ifPresent(map -> surface.addProperty("metallicFactor", 1));
    roughPixels.ifPresent(map -> surface.addProperty("roughnessFactor", 1));
  }

  private Optional<Pixels> pixels(Optional<FbxObject> texture) throws MalformedAssetException {
    Optional<FbxImages.Found> found =
        texture.isEmpty() ? Optional.empty() : images.find(texture.get());
    if (found.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(images.pixels(found.get()));
    } catch (MalformedAssetException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      // Decoders throw many kinds of exceptions for malformed images.
      issues.add(Issue.warning(texture.get().title(), "its image cannot be read; left out"));
      return Optional.empty();
    }
  }

  private static Pixels packed(Optional<Pixels> metal, Optional<Pixels> rough) {
    Pixels size = rough.orElseGet(metal::orElseThrow);
    int[] argb = new int[size.width() * size.height()];
    for (int i = 0; i < argb.length; i++) {
      int x = i % size.width();
      int y = i / size.width();
      argb[i] = 0xFF0000FF | grey(rough, size, x, y) << 8;
      argb[i] = (argb[i] & ~0xFF) | grey(metal, size, x, y);
    }
    return new Pixels(size.width(), size.height(), argb);
  }

  /** Returns the red of a pixel of an image of another size; 255 without an image. */
  private static int grey(Optional<Pixels> map, Pixels size, int x, int y) {
    if (map.isEmpty()) {
      return 0xFF;
    }
    Pixels own = map.get();
    int column = (int) ((long) x * own.width() / size.width());
    int row = (int) ((long) y * own.height() / size.height());
    return own.argb()[row * own.width() + column] >> 16 & 0xFF;
  }

  /** Returns true if the opacity is the alpha of the base colour texture. */
  private boolean isCut(Optional<FbxObject> base, Optional<FbxObject> clear, FbxObject material)
      throws MalformedAssetException {
    if (clear.isEmpty()) {
      return false;
    }
    Optional<FbxImages.Found> color = base.isEmpty() ? Optional.empty() : images.find(base.get());
    Optional<FbxImages.Found> alpha = images.find(clear.get());
    boolean same =
        color.isPresent() && alpha.isPresent() && color.get().key().equals(alpha.get().key());
    if (!same && alpha.isPresent()) {
      issues.add(
          Issue.info(material.title(), "its opacity is in an image of its own, which is not read"));
    }
    return same;
  }

  private void noteOthers(FbxObject material, Map<String, FbxObject> maps) {
    TreeSet<String> others = new TreeSet<>(maps.keySet());
    List.of(BASE_MAPS, NORMAL_MAPS, METAL_MAPS, ROUGH_MAPS, SHADE_MAPS, LIGHT_MAPS, CLEAR_MAPS)
        .forEach(others::removeAll);
    if (!others.isEmpty()) {
      issues.add(
          Issue.info(material.title(), "textures are not read for " + String.join(", ", others)));
    }
  }

  private Optional<JsonObject> texture(Optional<FbxObject> texture, List<String> uvSets)
      throws MalformedAssetException {
    Optional<FbxImages.Found> found =
        texture.isEmpty() ? Optional.empty() : images.find(texture.get());
    Optional<Integer> image =
        found.isEmpty() ? Optional.empty() : images.add(texture.get(), found.get());
    if (image.isEmpty()) {
      return Optional.empty();
    }
    JsonObject object = new JsonObject();
    object.addProperty("source", image.get());
    return Optional.of(reference(texture.get(), object, uvSets));
  }

  /** Returns the reference to a texture, which is added. */
  private JsonObject reference(FbxObject texture, JsonObject object, List<String> uvSets)
      throws MalformedAssetException {
    boolean clampU = texture.integer("WrapModeU", 0) == 1;
    boolean clampV = texture.integer("WrapModeV", 0) == 1;
    JsonObject sampler = new JsonObject();
    sampler.addProperty("wrapS", clampU ? CLAMP_TO_EDGE : REPEAT);
    sampler.addProperty("wrapT", clampV ? CLAMP_TO_EDGE : REPEAT);
    object.addProperty("sampler", builder.add("samplers", sampler));
    JsonObject reference = new JsonObject();
    reference.addProperty("index", builder.add("textures", object));
    int set = uvSets.indexOf(texture.text("UVSet"));
    if (set > 0) {
      reference.addProperty("texCoord", set);
    }
    addTransform(texture, reference);
    return reference;
  }

  /** Adds the change of texture coordinates, whose v goes up in FBX. */
  private void addTransform(FbxObject texture, JsonObject reference)
      throws MalformedAssetException {
    double[] move = texture.vector("Translation", 0, 0, 0);
    double[] scale = texture.vector("Scaling", 1, 1, 1);
    double turn = Math.toRadians(texture.vector("Rotation", 0, 0, 0)[2]);
    if (move[0] == 0 && move[1] == 0 && scale[0] == 1 && scale[1] == 1 && turn == 0) {
      return;
    }
    // u' = t + R s u with v up; with v down the origin is at v = 1.
    double cos = Math.cos(turn);
    double sin = Math.sin(turn);
    double offsetU = move[0] - sin * scale[1];
    double offsetV = 1 - move[1] - cos * scale[1];
    scene
        .file()
        .requireFloats(texture.node().at(), "a transform", offsetU, offsetV, scale[0], scale[1]);
    JsonObject transform = new JsonObject();
    transform.add("offset", array(offsetU, offsetV));
    transform.addProperty("rotation", turn);
    transform.add("scale", array(scale[0], scale[1]));
    builder.useExtension(TRANSFORM);
    JsonObject extensions = new JsonObject();
    extensions.add(TRANSFORM, transform);
    reference.add("extensions", extensions);
  }

  private static JsonArray array(double... values) {
    JsonArray out = new JsonArray();
    for (double value : values) {
      out.add(value);
    }
    return out;
  }
}
