package dev.sinew.model;

import dev.sinew.run.ArrayChecks;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The surface of a group of triangles, as far as simplification, measuring, baking and rendering
 * need it. A texture slot is named by its place in a material of glTF, such as {@link #BASE_COLOR}.
 *
 * @param name the name in the file
 * @param baseColor the colour that multiplies texture and vertex colour
 * @param textures the textures, by slot
 * @param factors the colour that multiplies the texture of a slot, where it is not white; a normal
 *     map has its scale in red and green
 * @param use what all textures need of the mesh
 * @param shading by what rules the surface is shown
 * @param opacity what is seen through
 * @param doubleSided whether triangles are also seen from behind
 */
public record Material(
    String name,
    Color baseColor,
    Map<String, Texture> textures,
    Map<String, Color> factors,
    TextureUse use,
    Shading shading,
    Opacity opacity,
    boolean doubleSided) {
  /** The slot of the base colour. */
  public static final String BASE_COLOR = "pbrMetallicRoughness/baseColorTexture";

  /** The slot of the colour in materials by specular colour and glossiness. */
  public static final String DIFFUSE =
      "extensions/KHR_materials_pbrSpecularGlossiness/diffuseTexture";

  /** The slot of roughness in green and metalness in blue. */
  public static final String METALLIC_ROUGHNESS = "pbrMetallicRoughness/metallicRoughnessTexture";

  /** The slot of the normal map. */
  public static final String NORMAL = "normalTexture";

  /** The slot of the ambient occlusion, in red. */
  public static final String OCCLUSION = "occlusionTexture";

  /** The slot of the emission. */
  public static final String EMISSION = "emissiveTexture";

  /**
   * White, opaque, lit, single-sided, without textures: the material of triangles that have none.
   */
  public static final Material PLAIN =
      new Material("plain", Color.WHITE, null, Set.of(), false, false, Alpha.OPAQUE, 0.5);

  /** How alpha is used. */
  public enum Alpha {
    /** Alpha is ignored. */
    OPAQUE,
    /** Samples with less alpha than the cutoff are not drawn. */
    MASK,
    /** The surface is blended with what is behind it. */
    BLEND
  }

  /**
   * By what rules a surface is shown.
   *
   * @param unlit whether it is shown without light, so that normals have no effect
   * @param others all that a material says beyond textures, factors, opacity and sides, as a text
   *     that materials share which differ in nothing else; empty if some of it is not understood,
   *     so that no other material may be taken for it
   */
  public record Shading(boolean unlit, Optional<String> others) {
    /** Shading by the rules of glTF alone. */
    public static final Shading LIT = new Shading(false, Optional.of(""));
  }

  /**
   * What is seen through.
   *
   * @param alpha how alpha is used
   * @param cutoff the smallest visible alpha of {@link Alpha#MASK}
   */
  public record Opacity(Alpha alpha, double cutoff) {}

  /**
   * What the textures of a material need of the mesh.
   *
   * @param sets the sets of texture coordinates that some texture uses
   * @param unknown whether something that is not understood may use texture coordinates, such as an
   *     unknown extension: then the textures are perhaps not all, and no set may be renumbered
   * @param tangents whether some texture needs tangents, such as a normal map
   * @param onlyFirst whether programs read all textures from the first set, as of MToon: then
   *     textures can only move together, and to set 0; these programs make tangents themselves
   */
  public record TextureUse(
      Set<Integer> sets, boolean unknown, boolean tangents, boolean onlyFirst) {
    /** Copies the set. */
    public TextureUse {
      sets = Set.copyOf(sets);
    }

    /** What textures of any set need. */
    public TextureUse(Set<Integer> sets, boolean unknown, boolean tangents) {
      this(sets, unknown, tangents, false);
    }
  }

  /** Linear red, green, blue and alpha, 0 to 1. */
  public record Color(double red, double green, double blue, double alpha) {
    /** Opaque white. */
    public static final Color WHITE = new Color(1, 1, 1, 1);
  }

  /**
   * A texture.
   *
   * @param image the image; decoded when first used
   * @param set the set of texture coordinates
   * @param repeatU whether the image repeats along u, else its border pixels do
   * @param repeatV likewise along v
   * @param transform a 2×3 matrix, row by row, that is applied to texture coordinates first
   * @param nearest whether texels are shown as squares where they are enlarged, not blended
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Texture(
      TextureImage image,
      int set,
      boolean repeatU,
      boolean repeatV,
      double[] transform,
      boolean nearest) {
    /** Checks the matrix. */
    public Texture {
      ArrayChecks.size("transform", transform.length, 6);
    }

    /** A texture whose texels are blended. */
    public Texture(
        TextureImage image, int set, boolean repeatU, boolean repeatV, double[] transform) {
      this(image, set, repeatU, repeatV, transform, false);
    }

    /** Returns the same with another set of texture coordinates. */
    public Texture withSet(int other) {
      return new Texture(image, other, repeatU, repeatV, transform, nearest);
    }
  }

  /** Copies the collections. */
  public Material {
    textures = Map.copyOf(textures);
    factors = Map.copyOf(factors);
  }

  /** A material that glTF's own rules show, with light or without. */
  public Material(
      String name,
      Color baseColor,
      Map<String, Texture> textures,
      Map<String, Color> factors,
      TextureUse use,
      boolean unlit,
      Opacity opacity,
      boolean doubleSided) {
    this(
        name,
        baseColor,
        textures,
        factors,
        use,
        new Shading(unlit, Shading.LIT.others),
        opacity,
        doubleSided);
  }

  /** A single-sided material with a texture of the base colour, or with none. */
  public Material(
      String name,
      Color baseColor,
      @Nullable Texture baseColorTexture,
      Set<Integer> textureSets,
      boolean needsTangents,
      boolean unlit,
      Alpha alpha,
      double alphaCutoff) {
    this(
        name,
        baseColor,
        baseColorTexture == null ? Map.of() : Map.of(BASE_COLOR, baseColorTexture),
        Map.of(),
        new TextureUse(textureSets, false, needsTangents),
        unlit,
        new Opacity(alpha, alphaCutoff),
        false);
  }

  /**
   * Returns the same with other textures; the sets and the need of tangents follow from them, and
   * from what is not understood.
   */
  public Material withTextures(Map<String, Texture> changed) {
    Set<Integer> sets = changed.values().stream().map(Texture::set).collect(Collectors.toSet());
    sets.addAll(use.unknown ? use.sets : Set.of());
    boolean tangents =
        (use.unknown && use.tangents)
            || (!use.onlyFirst && changed.keySet().stream().anyMatch(Material::isNormalMap));
    return new Material(
        name,
        baseColor,
        changed,
        factors,
        new TextureUse(sets, use.unknown, tangents, use.onlyFirst),
        shading,
        opacity,
        doubleSided);
  }

  /** Returns the same with other factors, that of the base colour included. */
  public Material withFactors(Color base, Map<String, Color> changed) {
    return new Material(name, base, textures, changed, use, shading, opacity, doubleSided);
  }

  /** Returns the same, seen from one side or from both. */
  public Material withDoubleSided(boolean both) {
    return new Material(name, baseColor, textures, factors, use, shading, opacity, both);
  }

  /** Returns true if the surface is shown without light. */
  public boolean unlit() {
    return shading.unlit;
  }

  /** Returns true if the values of a slot are sRGB colours. */
  public static boolean isColor(String slot) {
    String lower = slot.toLowerCase(Locale.ROOT);
    return lower.contains("color")
        || lower.contains("emissive")
        || lower.contains("diffuse")
        || lower.contains("multiplytexture")
        || lower.contains("_maintex")
        || lower.contains("_shadetexture")
        || lower.contains("_rimtexture")
        || lower.contains("specularglossiness/specular");
  }

  /** Returns true if the images of a slot are directions in tangent space. */
  public static boolean isNormalMap(String slot) {
    String lower = slot.toLowerCase(Locale.ROOT);
    return lower.contains("normal") || lower.contains("anisotropy");
  }

  /** Returns the colour that multiplies the texture of a slot. */
  public Color factor(String slot) {
    return slot.equals(BASE_COLOR) ? baseColor : factors.getOrDefault(slot, Color.WHITE);
  }

  /** Returns the texture of a slot. */
  public Optional<Texture> texture(String slot) {
    return Optional.ofNullable(textures.get(slot));
  }

  /** Returns the slot whose texture, times the base colour, is the colour of the surface. */
  public String colorSlot() {
    return textures.containsKey(DIFFUSE) ? DIFFUSE : BASE_COLOR;
  }

  /** Returns the texture of the surface's colour, or null. */
  public @Nullable Texture baseColorTexture() {
    return textures.get(colorSlot());
  }

  /** Returns true if some texture uses an attribute with texture coordinates. */
  public boolean usesTexture(MeshAttribute attribute) {
    return use.sets.stream().anyMatch(set -> attribute.name().equals(MeshAttribute.uv(set)));
  }

  /**
   * Returns the set of texture coordinates that tangents follow: that of the normal map, else of
   * another texture that needs tangents, else {@link #colorSet}.
   */
  public int tangentSet() {
    return texture(NORMAL)
        .or(
            () ->
                textures.entrySet().stream()
                    .filter(slot -> isNormalMap(slot.getKey()))
                    .min(Map.Entry.comparingByKey())
                    .map(Map.Entry::getValue))
        .map(Texture::set)
        .orElseGet(this::colorSet);
  }

  /**
   * Returns the set of texture coordinates of the base colour, else the first one that some texture
   * uses; 0 without textures.
   */
  public int colorSet() {
    return texture()
        .map(Texture::set)
        .orElseGet(() -> use.sets.stream().min(Integer::compare).orElse(0));
  }

  /** Returns the texture of the surface's colour. */
  public Optional<Texture> texture() {
    return texture(colorSlot());
  }
}
