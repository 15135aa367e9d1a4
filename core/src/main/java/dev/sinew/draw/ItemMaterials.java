package dev.sinew.draw;

import dev.sinew.model.Material;
import dev.sinew.model.Material.Alpha;
import dev.sinew.model.Material.Texture;
import dev.sinew.model.TextureImage.Pixels;
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
      Texture texture = material.baseColorTexture();
      Optional<TexturePyramid> made =
          texture == null || !coordinates.containsKey(texture.set())
              ? Optional.empty()
              : known.computeIfAbsent(texture, ItemMaterials::pyramid);
      textures.add(made.orElse(null));
    }
  }

  private static Optional<TexturePyramid> pyramid(Texture texture) {
    Optional<Pixels> pixels = texture.image().pixels();
    return pixels.map(decoded -> new TexturePyramid(texture, decoded));
  }

  /** Returns true if a triangle may have holes. */
  boolean hasHoles(int triangle) {
    return materials.get(materialOf[triangle]).alpha() != Alpha.OPAQUE;
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
    TexturePyramid texture = textures.get(materialOf[triangle]);
    if (texture == null || !(screenArea > 0)) {
      return 0;
    }
    float[] uv = uv(triangle);
    int p = 2 * corners[0], q = 2 * corners[1], r = 2 * corners[2];
    double area =
        Math.abs(
                (uv[q] - uv[p]) * (double) (uv[r + 1] - uv[p + 1])
                    - (uv[q + 1] - uv[p + 1]) * (double) (uv[r] - uv[p]))
            / 2;
    double pixels = area * texture.areaScale() * texture.pixelCount() / screenArea;
    return pixels > 1 ? (int) Math.round(0.5 * StrictMath.log(pixels) / StrictMath.log(2)) : 0;
  }

  private float[] uv(int triangle) {
    Texture texture = materials.get(materialOf[triangle]).texture().orElseThrow();
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
      float[] uv = uv(triangle);
      double u = 0, v = 0;
      for (int i = 0; i < 3; i++) {
        u += part[i] * uv[2 * corners[i]];
        v += part[i] * uv[2 * corners[i] + 1];
      }
      texture.sample(u, v, level, out);
    }
    out[0] *= material.baseColor().red();
    out[1] *= material.baseColor().green();
    out[2] *= material.baseColor().blue();
    out[3] *= material.baseColor().alpha();
  }

  /**
   * Returns true if a sample with some alpha is visible; blending covers a share of the samples.
   */
  boolean isVisible(int triangle, double alpha, int column, int row) {
    Material material = materials.get(materialOf[triangle]);
    return switch (material.alpha()) {
      case OPAQUE -> true;
      case MASK -> alpha >= material.alphaCutoff();
      case BLEND -> 16 * alpha > DITHER[4 * (row & 3) + (column & 3)] + 0.5;
    };
  }
}
