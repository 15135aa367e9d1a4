package dev.sinew.model;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The surface of a group of triangles, as far as simplification, measuring and rendering need it.
 *
 * @param name the name in the file
 * @param baseColor the colour that multiplies texture and vertex colour
 * @param baseColorTexture the texture of the base colour, or null
 * @param textureSets the sets of texture coordinates that some texture uses
 * @param needsTangents whether some texture needs tangents, such as a normal map
 * @param unlit whether the surface is shown without light, so that normals have no effect
 * @param alpha how alpha is used
 * @param alphaCutoff the smallest visible alpha of {@link Alpha#MASK}
 */
public record Material(
    String name,
    Color baseColor,
    @Nullable Texture baseColorTexture,
    Set<Integer> textureSets,
    boolean needsTangents,
    boolean unlit,
    Alpha alpha,
    double alphaCutoff) {
  /** White, opaque, lit, without textures: the material of triangles that have none. */
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
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Texture(
      TextureImage image, int set, boolean repeatU, boolean repeatV, double[] transform) {
    /** Checks the matrix. */
    public Texture {
      Checks.size("transform", transform.length, 6);
    }
  }

  /** Copies the set. */
  public Material {
    textureSets = Set.copyOf(textureSets);
  }

  /** Returns true if some texture uses an attribute with texture coordinates. */
  public boolean usesTexture(MeshAttribute attribute) {
    return textureSets.stream().anyMatch(set -> attribute.name().equals(MeshAttribute.uv(set)));
  }

  /** Returns the texture of the base colour. */
  public Optional<Texture> texture() {
    return Optional.ofNullable(baseColorTexture);
  }
}
