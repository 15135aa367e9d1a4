package dev.sinew.io.usd;

import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.JsonPlace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A material of glTF as a UsdPreviewSurface. A factor that multiplies a texture is the scale of the
 * texture; a normal map is scaled and shifted to directions; channels are outputs of the texture.
 */
final class UsdMaterial {
  private final JsonPlace root;
  private final JsonPlace place;
  private final String name;
  private final UsdTextures textures;
  private final Consumer<String> notes;
  private final JsonPlace surface;
  private final JsonPlace extensions;

  /**
   * An input of the surface.
   *
   * @param name its name
   * @param type its type
   * @param value what it is without a texture
   * @param texture the texture, or null
   * @param scale what the texture is multiplied by, per channel
   * @param bias what is added then, per channel
   * @param output the channels: rgb, r, g, b or a
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Input(
      String name,
      String type,
      String value,
      @Nullable JsonPlace texture,
      double[] scale,
      double[] bias,
      String output) {}

  UsdMaterial(
      JsonPlace root, JsonPlace place, String name, UsdTextures textures, Consumer<String> notes)
      throws MalformedAssetException {
    this.root = root;
    this.place = place;
    this.name = name;
    this.textures = textures;
    this.notes = notes;
    surface = memberOf(place, "pbrMetallicRoughness");
    extensions = memberOf(place, "extensions");
  }

  /** Returns an object member; an empty one if it is missing. */
  private static JsonPlace memberOf(JsonPlace owner, String member) throws MalformedAssetException {
    JsonPlace found = owner.find(member);
    return found == null || !(found.element() instanceof JsonObject)
        ? new JsonPlace(owner.source(), owner.pointer() + "/" + member, new JsonObject())
        : found;
  }

  boolean doubleSided() throws MalformedAssetException {
    return place.object().get("doubleSided") instanceof JsonPrimitive sides && sides.getAsBoolean();
  }

  /** Returns red, green, blue and alpha that multiply the texture of the base colour. */
  double[] baseColor() throws MalformedAssetException {
    return isGlossy()
        ? numbersOr(glossy(), "diffuseFactor", 1, 1, 1, 1)
        : numbersOr(surface, "baseColorFactor", 1, 1, 1, 1);
  }

  /** Returns true if the base colour has no texture: USD cannot multiply colours with one. */
  boolean showsVertexColors() throws MalformedAssetException {
    return baseTexture() == null;
  }

  private @Nullable JsonPlace baseTexture() throws MalformedAssetException {
    return isGlossy() ? glossy().find("diffuseTexture") : surface.find("baseColorTexture");
  }

  private boolean isGlossy() throws MalformedAssetException {
    return extensions.find("KHR_materials_pbrSpecularGlossiness") != null;
  }

  private JsonPlace glossy() throws MalformedAssetException {
    return memberOf(extensions, "KHR_materials_pbrSpecularGlossiness");
  }

  /**
   * Writes the prim.
   *
   * @param colored whether some meshes with this material have colours of vertices
   */
  void write(UsdText out, String path, boolean colored) throws IOException {
    String prim = path.substring(path.lastIndexOf('/') + 1);
    out.open(
        "def Material \"" + prim + '"', () -> out.line("displayName = " + UsdText.quoted(name)));
    out.line("token outputs:surface.connect = <" + path + "/Surface.outputs:surface>");
    List<Input> inputs = inputs();
    boolean colors = colored && showsVertexColors();
    if (colored && !colors) {
      notes.accept(
          "material '" + name + "': the colours of vertices do not multiply its texture in USD");
    }
    List<Shader> shaders = new ArrayList<>();
    out.open("def Shader \"Surface\"");
    out.line("uniform token info:id = \"UsdPreviewSurface\"");
    for (Input input : inputs) {
      write(out, path, input, colors, shaders);
    }
    out.line("token outputs:surface");
    out.close();
    if (colors) {
      reader(out, "displayColor", "float3", UsdText.tuple(Arrays.copyOf(baseColor(), 3)));
      if (!alphaMode().equals("OPAQUE")) {
        reader(out, "displayOpacity", "float", UsdText.text((float) baseColor()[3]));
      }
    }
    for (Shader shader : shaders) {
      shader.write(out, path);
    }
    out.close();
  }

  private void write(UsdText out, String path, Input input, boolean colors, List<Shader> shaders)
      throws IOException {
    String declaration = input.type() + " inputs:" + input.name();
    boolean isBase = input.name().equals(baseInput());
    if (colors && (isBase || (input.name().equals("opacity") && !alphaMode().equals("OPAQUE")))) {
      String primvar = isBase ? "displayColor" : "displayOpacity";
      out.line(declaration + ".connect = <" + path + "/" + primvar + ".outputs:result>");
      return;
    }
    Optional<Shader> shader = shader(input);
    if (shader.isPresent()) {
      String texture = path + "/" + shader.get().name;
      out.line(declaration + ".connect = <" + texture + ".outputs:" + input.output() + ">");
      shaders.add(shader.get());
    } else {
      out.line(declaration + " = " + input.value());
    }
  }

  private static void reader(UsdText out, String primvar, String type, String fallback)
      throws IOException {
    out.open("def Shader \"" + primvar + '"');
    out.line("uniform token info:id = \"UsdPrimvarReader_" + type + '"');
    out.line("string inputs:varname = \"" + primvar + '"');
    out.line(type + " inputs:fallback = " + fallback);
    out.line(type + " outputs:result");
    out.close();
  }

  private String alphaMode() throws MalformedAssetException {
    return place.textOr("alphaMode", "OPAQUE");
  }

  private boolean isUnlit() throws MalformedAssetException {
    return extensions.find("KHR_materials_unlit") != null;
  }

  /** Returns the input that has the base colour: that of an unlit surface is light. */
  private String baseInput() throws MalformedAssetException {
    return isUnlit() ? "emissiveColor" : "diffuseColor";
  }

  /** Returns the inputs of the surface that are not at their defaults. */
  List<Input> inputs() throws MalformedAssetException {
    List<Input> inputs = new ArrayList<>();
    double[] base = baseColor();
    JsonPlace texture = baseTexture();
    inputs.add(color(baseInput(), texture, base));
    addOpacity(inputs, texture, base);
    if (isUnlit()) {
      notes.accept("material '" + name + "' is unlit: USD shows its colour as light");
      inputs.add(color("diffuseColor", null, new double[3]));
      inputs.add(plain("useSpecularWorkflow", "int", "1"));
      inputs.add(color("specularColor", null, new double[3]));
      inputs.add(plain("roughness", "float", "1"));
      return inputs;
    }
    if (isGlossy()) {
      addGlossy(inputs);
    } else {
      addMetallic(inputs);
    }
    addEmission(inputs);
    addNormal(inputs);
    addOcclusion(inputs);
    addClearcoat(inputs);
    JsonPlace ior = memberOf(extensions, "KHR_materials_ior");
    if (ior.find("ior") != null) {
      inputs.add(plain("ior", "float", number(numberOr(ior, "ior", 1.5))));
    }
    return inputs;
  }

  private void addOpacity(List<Input> inputs, @Nullable JsonPlace texture, double[] base)
      throws MalformedAssetException {
    String mode = alphaMode();
    if (mode.equals("OPAQUE")) {
      return;
    }
    inputs.add(channel("opacity", texture, base[3], 0, "a"));
    if (mode.equals("MASK")) {
      inputs.add(plain("opacityThreshold", "float", number(numberOr(place, "alphaCutoff", 0.5))));
    }
  }

  private void addMetallic(List<Input> inputs) throws MalformedAssetException {
    JsonPlace both = surface.find("metallicRoughnessTexture");
    inputs.add(channel("metallic", both, numberOr(surface, "metallicFactor", 1), 0, "b"));
    inputs.add(channel("roughness", both, numberOr(surface, "roughnessFactor", 1), 0, "g"));
  }

  /** Roughness is what is missing of the glossiness, which is in alpha. */
  private void addGlossy(List<Input> inputs) throws MalformedAssetException {
    JsonPlace both = glossy().find("specularGlossinessTexture");
    double[] specular = numbersOr(glossy(), "specularFactor", 1, 1, 1);
    double glossiness = numberOr(glossy(), "glossinessFactor", 1);
    inputs.add(plain("useSpecularWorkflow", "int", "1"));
    inputs.add(
        color("specularColor", both, new double[] {specular[0], specular[1], specular[2], 1}));
    inputs.add(channel("roughness", both, -glossiness, 1, "a"));
  }

  private void addEmission(List<Input> inputs) throws MalformedAssetException {
    double[] factor = numbersOr(place, "emissiveFactor", 0, 0, 0);
    double strength =
        numberOr(memberOf(extensions, "KHR_materials_emissive_strength"), "emissiveStrength", 1);
    double[] light = new double[] {0, 0, 0, 1};
    for (int i = 0; i < 3; i++) {
      light[i] = strength * factor[i];
    }
    if (light[0] > 0 || light[1] > 0 || light[2] > 0) {
      inputs.add(color("emissiveColor", place.find("emissiveTexture"), light));
    }
  }

  private void addNormal(List<Input> inputs) throws MalformedAssetException {
    JsonPlace texture = place.find("normalTexture");
    if (texture != null) {
      double scale = numberOr(texture, "scale", 1);
      double[] factor = {2 * scale, 2 * scale, 2, 1};
      double[] bias = {-scale, -scale, -1, 0};
      inputs.add(new Input("normal", "normal3f", "(0, 0, 1)", texture, factor, bias, "rgb"));
    }
  }

  private void addOcclusion(List<Input> inputs) throws MalformedAssetException {
    JsonPlace texture = place.find("occlusionTexture");
    if (texture != null) {
      double strength = numberOr(texture, "strength", 1);
      double[] scale = {strength, strength, strength, 1};
      double[] bias = {1 - strength, 1 - strength, 1 - strength, 0};
      inputs.add(new Input("occlusion", "float", "1", texture, scale, bias, "r"));
    }
  }

  private void addClearcoat(List<Input> inputs) throws MalformedAssetException {
    JsonPlace coat = memberOf(extensions, "KHR_materials_clearcoat");
    double factor = numberOr(coat, "clearcoatFactor", 0);
    if (factor > 0) {
      inputs.add(channel("clearcoat", coat.find("clearcoatTexture"), factor, 0, "r"));
      inputs.add(
          channel(
              "clearcoatRoughness",
              coat.find("clearcoatRoughnessTexture"),
              numberOr(coat, "clearcoatRoughnessFactor", 0),
              0,
              "g"));
    }
  }

  private static Input color(String name, @Nullable JsonPlace texture, double[] factor) {
    double[] scale = factor.length == 4 ? factor.clone() : new double[4];
    return new Input(
        name,
        "color3f",
        UsdText.tuple(factor[0], factor[1], factor[2]),
        texture,
        scale,
        new double[4],
        "rgb");
  }

  private static Input channel(
      String name, @Nullable JsonPlace texture, double factor, double bias, String output) {
    double[] scales = {1, 1, 1, 1};
    double[] biases = new double[4];
    int channel = "rgba".indexOf(output);
    scales[channel] = factor;
    biases[channel] = bias;
    return new Input(name, "float", number(factor + bias), texture, scales, biases, output);
  }

  private static Input plain(String name, String type, String value) {
    return new Input(name, type, value, null, new double[4], new double[4], "");
  }

  private static String number(double value) {
    return UsdText.text((float) value);
  }

  private static double numberOr(JsonPlace owner, String member, double missing)
      throws MalformedAssetException {
    JsonPlace found = owner.find(member);
    return found == null ? missing : found.number();
  }

  private static double[] numbersOr(JsonPlace owner, String member, double... missing)
      throws MalformedAssetException {
    JsonPlace found = owner.find(member);
    return found == null ? missing : found.numbers(missing.length);
  }

  /** Returns the texture of an input; empty if there is none, or it cannot be read. */
  private Optional<Shader> shader(Input input) throws IOException {
    if (input.texture() == null) {
      return Optional.empty();
    }
    try {
      Optional<Shader> shader = Shader.of(root, input, textures);
      if (shader.isEmpty()) {
        notes.accept(
            "material '" + name + "': the image of its " + input.name() + " cannot be read");
      }
      return shader;
    } catch (MalformedAssetException e) {
      notes.accept("material '" + name + "': " + e.reason() + "; this texture is left out");
      return Optional.empty();
    }
  }

  /** A texture, and what brings texture coordinates to it. */
  private static final class Shader {
    private final String name;
    private final Input input;
    private final String file;
    private final int set;
    private final String wrapS;
    private final String wrapT;
    private final @Nullable JsonPlace moved;

    private Shader(Input input, String file, JsonPlace texture, JsonPlace wrap)
        throws MalformedAssetException {
      this.input = input;
      this.file = file;
      name = input.name() + "Texture";
      JsonPlace transform = memberOf(memberOf(texture, "extensions"), "KHR_texture_transform");
      int own = texture.integerOr("texCoord", 0, Integer.MAX_VALUE, 0);
      set = transform.integerOr("texCoord", 0, Integer.MAX_VALUE, own);
      moved = transform.object().isEmpty() ? null : transform;
      wrapS = wrapMode(wrap, "wrapS");
      wrapT = wrapMode(wrap, "wrapT");
    }

    static Optional<Shader> of(JsonPlace root, Input input, UsdTextures textures)
        throws IOException {
      JsonPlace reference = java.util.Objects.requireNonNull(input.texture());
      List<JsonPlace> all = root.items("textures");
      JsonPlace texture = all.get(reference.get("index").index(all.size(), "textures"));
      JsonPlace source = source(texture);
      if (source == null) {
        return Optional.empty();
      }
      Optional<String> file = textures.path(source.index(root.items("images").size(), "images"));
      if (file.isEmpty()) {
        return Optional.empty();
      }
      List<JsonPlace> samplers = root.items("samplers");
      JsonPlace sampler = texture.find("sampler");
      JsonPlace wrap =
          sampler == null
              ? memberOf(texture, "sampler")
              : samplers.get(sampler.index(samplers.size(), "samplers"));
      return Optional.of(new Shader(input, file.get(), reference, wrap));
    }

    /** Returns the image of a texture, or that of an extension if it has no other. */
    private static @Nullable JsonPlace source(JsonPlace texture) throws MalformedAssetException {
      JsonPlace own = texture.find("source");
      if (own != null) {
        return own;
      }
      JsonPlace extensions = memberOf(texture, "extensions");
      for (String extension : extensions.members()) {
        JsonPlace source = memberOf(extensions, extension).find("source");
        if (source != null) {
          return source;
        }
      }
      return null;
    }

    private static String wrapMode(JsonPlace sampler, String member)
        throws MalformedAssetException {
      return switch (sampler.integerOr(member, 0, Integer.MAX_VALUE, 10497)) {
        case 33071 -> "clamp";
        case 33648 -> "mirror";
        default -> "repeat";
      };
    }

    void write(UsdText out, String material) throws IOException {
      boolean isColor = input.type().equals("color3f");
      String reader = name + "_st";
      String last = moved == null ? reader : name + "_transform";
      out.open("def Shader \"" + name + '"');
      out.line("uniform token info:id = \"UsdUVTexture\"");
      out.line("asset inputs:file = @" + file + "@");
      out.line("token inputs:sourceColorSpace = \"" + (isColor ? "sRGB" : "raw") + '"');
      out.line("float2 inputs:st.connect = <" + material + "/" + last + ".outputs:result>");
      out.line("token inputs:wrapS = \"" + wrapS + '"');
      out.line("token inputs:wrapT = \"" + wrapT + '"');
      if (Arrays.stream(input.scale()).anyMatch(value -> value != 1)) {
        out.line("float4 inputs:scale = " + UsdText.tuple(input.scale()));
      }
      if (Arrays.stream(input.bias()).anyMatch(value -> value != 0)) {
        out.line("float4 inputs:bias = " + UsdText.tuple(input.bias()));
      }
      boolean isChannel = input.output().length() == 1;
      out.line((isChannel ? "float outputs:" : "float3 outputs:") + input.output());
      out.close();
      if (moved != null) {
        writeTransform(out, last, material + "/" + reader, moved);
      }
      out.open("def Shader \"" + reader + '"');
      out.line("uniform token info:id = \"UsdPrimvarReader_float2\"");
      out.line("string inputs:varname = \"" + UsdMaterials.uvName(set) + '"');
      out.line("float2 outputs:result");
      out.close();
    }

    /**
     * Writes the transform of texture coordinates. With v from the bottom, the rotation of glTF
     * turns the other way, and the top stays in its place.
     */
    private static void writeTransform(UsdText out, String name, String reader, JsonPlace moved)
        throws IOException {
      double[] offset = numbersOr(moved, "offset", 0, 0);
      double[] scale = numbersOr(moved, "scale", 1, 1);
      double angle = numberOr(moved, "rotation", 0);
      double u = offset[0] + StrictMath.sin(angle) * scale[1];
      double v = 1 - offset[1] - StrictMath.cos(angle) * scale[1];
      out.open("def Shader \"" + name + '"');
      out.line("uniform token info:id = \"UsdTransform2d\"");
      out.line("float2 inputs:in.connect = <" + reader + ".outputs:result>");
      out.line("float inputs:rotation = " + number(Math.toDegrees(angle)));
      out.line("float2 inputs:scale = " + UsdText.tuple(scale));
      out.line("float2 inputs:translation = " + UsdText.tuple(u, v));
      out.line("float2 outputs:result");
      out.close();
    }
  }
}
