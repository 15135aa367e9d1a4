package dev.sinew.simplify.weight;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Material;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.model.TriMesh;
import java.util.Arrays;
import java.util.Optional;

/** The colour of every triangle: that of its material and texture in the middle. */
final class SurfaceColors {
  private final TriMesh mesh;

  /** Red, green and blue of every triangle, 0 to 1. */
  private final float[] values;

  SurfaceColors(JoinedCharacter character) {
    mesh = character.mesh();
    values = new float[3 * mesh.triangleCount()];
    Arrays.fill(values, 1);
    int[][] groups = mesh.trianglesByGroup();
    for (int g = 0; g < groups.length; g++) {
      paint(groups[g], character.material(g).orElse(Material.PLAIN));
    }
  }

  /** Returns red (0), green (1) or blue (2) of a triangle, 0 to 1. */
  float value(int triangle, int channel) {
    return values[3 * triangle + channel];
  }

  /** Returns the largest difference of red, green and blue between two triangles. */
  double difference(int a, int b) {
    double most = 0;
    for (int k = 0; k < 3; k++) {
      most = Math.max(most, Math.abs(values[3 * a + k] - values[3 * b + k]));
    }
    return most;
  }

  /** Sets the colours of triangles to those in their middle. */
  private void paint(int[] triangles, Material material) {
    Optional<Pixels> pixels = material.texture().flatMap(used -> used.image().pixels());
    MeshAttribute uv =
        material
            .texture()
            .flatMap(used -> mesh.attribute(MeshAttribute.uv(used.set())))
            .orElse(null);
    double[] base = {
      srgb(material.baseColor().red()),
      srgb(material.baseColor().green()),
      srgb(material.baseColor().blue())
    };
    for (int t : triangles) {
      int argb =
          pixels.isPresent() && uv != null
              ? texel(pixels.get(), material.texture().orElseThrow(), uv, t)
              : 0xFFFFFF;
      for (int k = 0; k < 3; k++) {
        values[3 * t + k] = (float) (base[k] * ((argb >> (16 - 8 * k)) & 0xFF) / 255);
      }
    }
  }

  private static double srgb(double linear) {
    return Math.sqrt(Math.clamp(linear, 0, 1));
  }

  private int texel(Pixels pixels, Material.Texture texture, MeshAttribute uv, int t) {
    double[] m = texture.transform();
    double u = 0, v = 0;
    for (int c = 0; c < 3; c++) {
      u += uv.value(mesh.wedge(t, c), 0) / 3;
      v += uv.value(mesh.wedge(t, c), 1) / 3;
    }
    int x = pixel(m[0] * u + m[1] * v + m[2], pixels.width(), texture.repeatU());
    int y = pixel(m[3] * u + m[4] * v + m[5], pixels.height(), texture.repeatV());
    return pixels.argb()[pixels.width() * y + x];
  }

  private static int pixel(double at, int size, boolean repeat) {
    double within = repeat ? at - Math.floor(at) : Math.clamp(at, 0, 1);
    return Math.min(size - 1, (int) (size * within));
  }
}
