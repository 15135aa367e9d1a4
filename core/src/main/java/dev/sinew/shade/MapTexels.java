package dev.sinew.shade;

import dev.sinew.model.Material;
import dev.sinew.model.Material.Texture;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.model.TriMesh;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The number of texels that the maps of a level need. A level with a quarter of the triangles is
 * drawn at half the size; there, maps with half the texels per length show as much.
 */
public final class MapTexels {
  /** Texels that show the normals of a triangle: more than one between its corners. */
  private static final double TEXELS_PER_TRIANGLE = 4;

  /** The share of a texture that an atlas usually covers. */
  private static final double COVERED = 0.6;

  /** The least side: below, the gaps between charts take most of the texture. */
  private static final int MIN_SIDE = 128;

  private MapTexels() {}

  /**
   * Returns the side of a level's maps, a power of two, that shows what the model's textures and
   * normals show at the size on the screen that the level is for.
   *
   * @param full the model
   * @param share the triangles of the level divided by those of the model
   * @param most the largest side, which is returned if more are needed
   */
  public static int side(SkinnedCharacter full, double share, int most) {
    double needed = Math.sqrt(count(full) * Math.min(1, share) / COVERED);
    int side = MIN_SIDE;
    while (side < needed && side < most) {
      side *= 2;
    }
    return Math.min(side, most);
  }

  /** Returns the texels of a model's textures on its surface; a normal needs some, too. */
  private static double count(SkinnedCharacter full) {
    double sum = 0;
    Set<Integer> done = new HashSet<>();
    for (Part part : full.parts()) {
      if (!done.add(part.mesh())) {
        continue;
      }
      TriMesh mesh = full.geometry(part).mesh();
      double[] texels = new double[mesh.triangleCount()];
      int[][] groups = mesh.trianglesByGroup();
      for (int g = 0; g < groups.length; g++) {
        Optional<Material> material = full.material(part.mesh(), g);
        if (material.isPresent()) {
          for (Texture texture : material.get().textures().values()) {
            add(mesh, groups[g], texture, texels);
          }
        }
      }
      for (double own : texels) {
        sum += Math.max(own, TEXELS_PER_TRIANGLE);
      }
    }
    return sum;
  }

  /** Raises the texels of triangles to those of a texture. */
  private static void add(TriMesh mesh, int[] triangles, Texture texture, double[] texels) {
    Optional<Pixels> pixels = texture.image().pixels();
    Optional<MeshAttribute> uv = mesh.attribute(MeshAttribute.uv(texture.set()));
    if (pixels.isEmpty() || uv.isEmpty()) {
      return;
    }
    double[] m = texture.transform();
    double scale =
        0.5
            * Math.abs(m[0] * m[4] - m[1] * m[3])
            * pixels.get().width()
            * (double) pixels.get().height();
    MeshAttribute at = uv.get();
    for (int t : triangles) {
      int a = mesh.wedge(t, 0), b = mesh.wedge(t, 1), c = mesh.wedge(t, 2);
      double det =
          (at.value(b, 0) - at.value(a, 0)) * (double) (at.value(c, 1) - at.value(a, 1))
              - (at.value(b, 1) - at.value(a, 1)) * (double) (at.value(c, 0) - at.value(a, 0));
      texels[t] = Math.max(texels[t], scale * Math.abs(det));
    }
  }
}
