package dev.sinew.io.gltf.write;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.io.gltf.json.AvatarMaterials;
import dev.sinew.io.gltf.json.MaterialEdit;
import dev.sinew.io.png.PngWriter;
import dev.sinew.model.Material;
import dev.sinew.model.Material.Color;
import dev.sinew.model.Material.Texture;
import dev.sinew.model.TextureImage;
import dev.sinew.model.TextureImage.Pixels;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.TreeMap;

/**
 * Writes materials of characters: factors, textures as embedded PNG, alpha and unlit. A texture
 * whose image cannot be read is left out.
 */
public final class MaterialWriter {
  private static final String TRANSFORM = "KHR_texture_transform";
  private static final String UNLIT = "KHR_materials_unlit";
  private static final int CLAMP_TO_EDGE = 33071;
  private static final int REPEAT = 10497;
  private static final int NEAREST = 9728;
  private static final int LINEAR = 9729;
  private static final int LINEAR_MIPMAP_LINEAR = 9987;
  private static final Color MATTE = new Color(1, 0.8, 0, 1);
  private static final double[] NO_TRANSFORM = {1, 0, 0, 0, 1, 0};

  private final GltfBuilder builder;
  private final IdentityHashMap<Material, Integer> written = new IdentityHashMap<>();
  private final IdentityHashMap<TextureImage, Integer> images = new IdentityHashMap<>();

  public MaterialWriter(GltfBuilder builder) {
    this.builder = builder;
  }

  /** Writes a material, once; returns its index. */
  public int write(Material material) {
    Integer known = written.get(material);
    if (known == null) {
      known = builder.add("materials", object(material));
      written.put(material, known);
    }
    return known;
  }

  private JsonObject object(Material material) {
    JsonObject surface = new JsonObject();
    if (!material.baseColor().equals(Color.WHITE)) {
      surface.add("baseColorFactor", factor(material.baseColor()));
    }
    Color reflection =
        material
            .factors()
            .getOrDefault(
                Material.METALLIC_ROUGHNESS,
                material.texture(Material.METALLIC_ROUGHNESS).isPresent() ? Color.WHITE : MATTE);
    surface.addProperty("metallicFactor", reflection.blue());
    surface.addProperty("roughnessFactor", reflection.green());
    JsonObject object = new JsonObject();
    object.addProperty("name", material.name());
    object.add("pbrMetallicRoughness", surface);
    addTextures(material, object);
    if (material.opacity().alpha() != Material.Alpha.OPAQUE) {
      object.addProperty("alphaMode", material.opacity().alpha().name().toUpperCase(Locale.ROOT));
    }
    if (material.opacity().alpha() == Material.Alpha.MASK) {
      object.addProperty("alphaCutoff", material.opacity().cutoff());
    }
    if (material.doubleSided()) {
      object.addProperty("doubleSided", true);
    }
    if (material.unlit()) {
      builder.useExtension(UNLIT);
      MaterialEdit.owner(object, "extensions/" + UNLIT).add(UNLIT, new JsonObject());
    }
    return object;
  }

  private void addTextures(Material material, JsonObject object) {
    TreeMap<String, Texture> textures = new TreeMap<>(material.textures());
    textures.keySet().removeIf(slot -> slot.startsWith(AvatarMaterials.SLOTS));
    textures.forEach(
        (slot, texture) ->
            texture
                .image()
                .pixels()
                .ifPresent(
                    pixels ->
                        MaterialEdit.owner(object, slot)
                            .add(MaterialEdit.last(slot), texture(texture, pixels))));
    Color emission = material.factors().get(Material.EMISSION);
    if (emission != null || material.texture(Material.EMISSION).isPresent()) {
      Color light = emission == null ? Color.WHITE : emission;
      JsonArray factor = factor(light);
      factor.remove(3);
      object.add("emissiveFactor", factor);
    }
    if (object.get("extensions") instanceof JsonObject extensions) {
      extensions.keySet().forEach(builder::useExtension);
    }
    Color scale = material.factor(Material.NORMAL);
    if (scale.red() != 1 && object.get(Material.NORMAL) instanceof JsonObject normal) {
      normal.addProperty("scale", scale.red());
    }
  }

  private static JsonArray factor(Color color) {
    JsonArray factor = new JsonArray();
    factor.add(color.red());
    factor.add(color.green());
    factor.add(color.blue());
    factor.add(color.alpha());
    return factor;
  }

  /** Returns the reference to a texture; adds the texture and its image. */
  private JsonObject texture(Texture texture, Pixels pixels) {
    JsonObject object = new JsonObject();
    if (!texture.repeatU() || !texture.repeatV() || texture.nearest()) {
      JsonObject sampler = new JsonObject();
      if (texture.nearest()) {
        sampler.addProperty("magFilter", NEAREST);
      }
      sampler.addProperty("wrapS", texture.repeatU() ? REPEAT : CLAMP_TO_EDGE);
      sampler.addProperty("wrapT", texture.repeatV() ? REPEAT : CLAMP_TO_EDGE);
      object.addProperty("sampler", builder.add("samplers", sampler));
    }
    Integer image = images.get(texture.image());
    if (image == null) {
      image = builder.add("images", image(pixels));
      images.put(texture.image(), image);
    }
    object.addProperty("source", image);
    JsonObject reference = new JsonObject();
    reference.addProperty("index", builder.add("textures", object));
    if (texture.set() != 0) {
      reference.addProperty("texCoord", texture.set());
    }
    if (!Arrays.equals(texture.transform(), NO_TRANSFORM)) {
      builder.useExtension(TRANSFORM);
      reference.add("extensions", member(TRANSFORM, transform(texture.transform())));
    }
    return reference;
  }

  private JsonObject image(Pixels pixels) {
    return image(builder, PngWriter.encode(pixels));
  }

  private static JsonObject image(GltfBuilder builder, byte[] png) {
    JsonObject image = new JsonObject();
    image.addProperty("mimeType", "image/png");
    image.addProperty("bufferView", builder.plainView(png));
    return image;
  }

  /**
   * Adds the image of a texture for an atlas, which does not repeat; returns a texture that is not
   * added yet. Where it is reduced it is filtered: without, it would show other texels than before.
   */
  public static JsonObject bakedTexture(GltfBuilder builder, Texture baked) {
    JsonObject sampler = new JsonObject();
    sampler.addProperty("magFilter", baked.nearest() ? NEAREST : LINEAR);
    sampler.addProperty("minFilter", LINEAR_MIPMAP_LINEAR);
    sampler.addProperty("wrapS", CLAMP_TO_EDGE);
    sampler.addProperty("wrapT", CLAMP_TO_EDGE);
    byte[] png = PngWriter.encode(baked.image().pixels().orElseThrow());
    JsonObject texture = new JsonObject();
    texture.addProperty("source", builder.add("images", image(builder, png)));
    texture.addProperty("sampler", builder.add("samplers", sampler));
    return texture;
  }

  /** Splits the matrix, which is offset · rotation · scale as it was read. */
  private static JsonObject transform(double[] m) {
    double angle = StrictMath.atan2(-m[3], m[0]);
    double cos = StrictMath.cos(angle);
    double sin = StrictMath.sin(angle);
    JsonObject object = new JsonObject();
    object.add("offset", pair(m[2], m[5]));
    object.addProperty("rotation", angle);
    object.add("scale", pair(cos * m[0] - sin * m[3], sin * m[1] + cos * m[4]));
    return object;
  }

  private static JsonArray pair(double a, double b) {
    JsonArray pair = new JsonArray();
    pair.add(a);
    pair.add(b);
    return pair;
  }

  private static JsonObject member(String name, JsonObject value) {
    JsonObject owner = new JsonObject();
    owner.add(name, value);
    return owner;
  }
}
