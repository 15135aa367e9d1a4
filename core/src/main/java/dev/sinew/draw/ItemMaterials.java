package dev.sinew.draw;

import dev.sinew.model.Material;
import dev.sinew.model.Material.Alpha;
import dev.sinew.model.Material.Color;
import dev.sinew.model.Material.Texture;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The materials of an item's triangles: base colours and textures. Read-only, so bands share it.
 */
final class ItemMaterials {
  /** Thresholds of the 4 × 4 samples of a pixel: a share of them is covered, well spread. */
  private static final int[] DITHER = {0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5};

  private final int[] materialOf;
  private final List<Material> materials;
  private final List<@Nullable TexturePyramid> textures = new ArrayList<>();
  private final List<@Nullable TexturePyramid> normalMaps = new ArrayList<>();
  private final Map<Integer, float[]> coordinates;

  /**
   * @param materialOf the material of every triangle
   * @param coordinates u and v of every point, by set
   */
  ItemMaterials(int[] materialOf, List<Material> materials, Map<Integer, float[]> coordinates) {
    this.materialOf = materialOf.clone();
    this.materials = List.copyOf(materials);
    this.coordinates = Map.copyOf(coordinates);
    Map<Texture, Optional<TexturePyramid>> known = new HashMap<>();
    for (Material material : materials) {
      textures.add(pyramid(material, material.colorSlot(), known));
      normalMaps.add(pyramid(material, Material.NORMAL, known));
    }
  }

  private @Nullable TexturePyramid pyramid(
      Material material, String slot, Map<Texture, Optional<TexturePyramid>> known) {
    Texture texture = material.textures().get(slot);
    if (texture == null || !coordinates.containsKey(texture.set())) {
      return null;
    }
    boolean isColor = Material.isColor(slot);
    return known
        .computeIfAbsent(
            texture,
            key -> key.image().pixels().map(pixels -> new TexturePyramid(key, pixels, isColor)))
        .orElse(null);
  }

  /** Returns true if a triangle may have holes. */
  boolean hasHoles(int triangle) {
    return materials.get(materialOf[triangle]).opacity().alpha() != Alpha.OPAQUE;
  }

  boolean isDoubleSided(int triangle) {
    return materials.get(materialOf[triangle]).doubleSided();
  }

  boolean isUnlit(int triangle) {
    return materials.get(materialOf[triangle]).unlit();
  }

  /**
   * Returns the level of the texture for a triangle.
   *
   * @param corners its three points
   * @param screenArea its area in samples
   */
  int textureLevel(int triangle, int[] corners, double screenArea) {
    return level(
        textures, materials.get(materialOf[triangle]).colorSlot(), triangle, corners, screenArea);
  }

  /** Returns the level of the normal map for a triangle, likewise. */
  int normalLevel(int triangle, int[] corners, double screenArea) {
    return level(normalMaps, Material.NORMAL, triangle, corners, screenArea);
  }

  private int level(
      List<@Nullable TexturePyramid> of,
      String slot,
      int triangle,
      int[] corners,
      double screenArea) {
    TexturePyramid texture = of.get(materialOf[triangle]);
    if (texture == null || !(screenArea > 0)) {
      return 0;
    }
    float[] uv = uv(triangle, slot);
    int p = 2 * corners[0], q = 2 * corners[1], r = 2 * corners[2];
    double area =
        Math.abs(
                (uv[q] - uv[p]) * (double) (uv[r + 1] - uv[p + 1])
                    - (uv[q + 1] - uv[p + 1]) * (double) (uv[r] - uv[p]))
            / 2;
    double pixels = area * texture.areaScale() * texture.pixelCount() / screenArea;
    return pixels > 1 ? (int) Math.round(0.5 * StrictMath.log(pixels) / StrictMath.log(2)) : 0;
  }

  private float[] uv(int triangle, String slot) {
    Texture texture = materials.get(materialOf[triangle]).texture(slot).orElseThrow();
    return Objects.requireNonNull(coordinates.get(texture.set()));
  }

  /**
   * Computes the base colour of a triangle at barycentric coordinates.
   *
   * @param corners its three points
   * @param part the barycentric coordinates
   * @param out receives linear red, green, blue, and alpha
   */
  void color(int triangle, int[] corners, double[] part, int level, double[] out) {
    Material material = materials.get(materialOf[triangle]);
    TexturePyramid texture = textures.get(materialOf[triangle]);
    out[0] = out[1] = out[2] = out[3] = 1;
    if (texture != null) {
      sample(texture, uv(triangle, material.colorSlot()), corners, part, level, out);
    }
    out[0] *= material.baseColor().red();
    out[1] *= material.baseColor().green();
    out[2] *= material.baseColor().blue();
    out[3] *= material.baseColor().alpha();
  }

  private static void sample(
      TexturePyramid texture, float[] uv, int[] corners, double[] part, int level, double[] out) {
    double u = 0, v = 0;
    for (int i = 0; i < 3; i++) {
      u += part[i] * uv[2 * corners[i]];
      v += part[i] * uv[2 * corners[i] + 1];
    }
    texture.sample(u, v, level, out);
  }

  /**
   * Reads the normal map of a triangle at barycentric coordinates.
   *
   * @param out receives the components along tangent, bitangent and normal; four numbers
   * @return false if it has none
   */
  boolean normal(int triangle, int[] corners, double[] part, int level, double[] out) {
    TexturePyramid map = normalMaps.get(materialOf[triangle]);
    if (map == null) {
      return false;
    }
    sample(map, uv(triangle, Material.NORMAL), corners, part, level, out);
    Color scale = materials.get(materialOf[triangle]).factor(Material.NORMAL);
    out[0] = scale.red() * (2 * out[0] - 1);
    out[1] = scale.green() * (2 * out[1] - 1);
    out[2] = 2 * out[2] - 1;
    return true;
  }

  /**
   * Returns true if a sample with some alpha is visible; blending covers a share of the samples.
   */
  boolean isVisible(int triangle, double alpha, int column, int row) {
    Material material = materials.get(materialOf[triangle]);
    return switch (material.opacity().alpha()) {
      case OPAQUE -> true;
      case MASK -> alpha >= material.opacity().cutoff();
      case BLEND -> 16 * alpha > DITHER[4 * (row & 3) + (column & 3)] + 0.5;
    };
  }
}
