package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.io.png.PngWriter;
import dev.sinew.model.Material;
import dev.sinew.model.Material.Color;
import dev.sinew.model.Material.Texture;
import dev.sinew.model.TextureImage;
import dev.sinew.model.TextureImage.Pixels;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Optional;

/**
 * Writes materials of characters: base colour and its texture, as an embedded PNG, alpha and unlit.
 * A texture whose image cannot be read is left out.
 */
final class MaterialWriter {
  private static final String TRANSFORM = "KHR_texture_transform";
  private static final String UNLIT = "KHR_materials_unlit";
  private static final int CLAMP_TO_EDGE = 33071;
  private static final int REPEAT = 10497;
  private static final double[] NO_TRANSFORM = {1, 0, 0, 0, 1, 0};

  private final GltfBuilder builder;
  private final IdentityHashMap<Material, Integer> written = new IdentityHashMap<>();
  private final IdentityHashMap<TextureImage, Integer> images = new IdentityHashMap<>();

  MaterialWriter(GltfBuilder builder) {
    this.builder = builder;
  }

  /** Writes a material, once; returns its index. */
  int write(Material material) {
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
    Optional<Pixels> pixels = material.texture().flatMap(texture -> texture.image().pixels());
    if (pixels.isPresent()) {
      surface.add("baseColorTexture", texture(material.texture().orElseThrow(), pixels.get()));
    }
    surface.addProperty("metallicFactor", 0);
    surface.addProperty("roughnessFactor", 0.8);
    JsonObject object = new JsonObject();
    object.addProperty("name", material.name());
    object.add("pbrMetallicRoughness", surface);
    if (material.alpha() != Material.Alpha.OPAQUE) {
      object.addProperty("alphaMode", material.alpha().name().toUpperCase(Locale.ROOT));
    }
    if (material.alpha() == Material.Alpha.MASK) {
      object.addProperty("alphaCutoff", material.alphaCutoff());
    }
    if (material.unlit()) {
      builder.useExtension(UNLIT);
      object.add("extensions", member(UNLIT, new JsonObject()));
    }
    return object;
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
    if (!texture.repeatU() || !texture.repeatV()) {
      JsonObject sampler = new JsonObject();
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
    JsonObject image = new JsonObject();
    image.addProperty("mimeType", "image/png");
    image.addProperty("bufferView", builder.plainView(PngWriter.encode(pixels)));
    return image;
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
