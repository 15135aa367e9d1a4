package dev.sinew.simplify.price;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Material;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.model.TriMesh;
import java.util.Arrays;
import java.util.Optional;

/**
 * How much the base colour texture changes under each triangle. Where it changes a lot, as around
 * eyes and letters, a drift of the texture is seen; where it is plain, it is not. A drift d changes
 * the colour by the gradient of the image times d, so its cost grows with the squared gradient.
 */
final class TextureContrast {
  /** The longest side of the image in which gradients are taken: smaller features are not seen. */
  private static final int MAX_SIDE = 256;

  /** Parts of a triangle's sides; there is a sample in every second cell. */
  private static final int PARTS = 8;

  /** What mean contrast adds to the cost of a drift, relative to a plain texture. */
  private static final double CONTRAST_SHARE = 2;

  /** The largest factor. */
  private static final double MAX_FACTOR = 10;

  private final int width;
  private final int height;

  /** Squared gradient per pixel, for a step of the whole width or height. */
  private final float[] energy;

  private TextureContrast(Pixels pixels) {
    int step = (Math.max(pixels.width(), pixels.height()) + MAX_SIDE - 1) / MAX_SIDE;
    width = Math.max(1, pixels.width() / step);
    height = Math.max(1, pixels.height() / step);
    float[][] small = new float[3][width * height];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        average(pixels, x * step, y * step, step, small, width * y + x);
      }
    }
    energy = widened(energy(small));
  }

  /**
   * Returns a factor of the squared drift of texture coordinates per triangle; 1 for plain textures
   * and where no image is known.
   *
   * @param mesh {@link JoinedCharacter#restMesh} of the character: areas weight the mean
   */
  static double[] factors(JoinedCharacter character, TriMesh mesh, MeshAttribute texture) {
    double[] out = new double[mesh.triangleCount()];
    Arrays.fill(out, 1);
    int[][] groups = mesh.trianglesByGroup();
    for (int g = 0; g < groups.length; g++) {
      Optional<Material.Texture> base =
          character
              .material(g)
              .flatMap(Material::texture)
              .filter(used -> texture.name().equals(MeshAttribute.uv(used.set())));
      Optional<Pixels> pixels = base.flatMap(used -> used.image().pixels());
      if (pixels.isPresent()) {
        new TextureContrast(pixels.get()).write(mesh, groups[g], texture, base.orElseThrow(), out);
      }
    }
    return out;
  }

  private void write(
      TriMesh mesh, int[] triangles, MeshAttribute texture, Material.Texture base, double[] out) {
    double sum = 0;
    double whole = 0;
    double[] mean = new double[triangles.length];
    for (int i = 0; i < triangles.length; i++) {
      double[] n = mesh.areaNormal(triangles[i]);
      double area = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2;
      mean[i] = mean(mesh, triangles[i], texture, base);
      sum += area * mean[i];
      whole += area;
    }
    for (int i = 0; i < triangles.length && sum > 0; i++) {
      double factor = 1 + CONTRAST_SHARE * mean[i] * whole / sum;
      out[triangles[i]] = Math.min(MAX_FACTOR, factor);
    }
  }

  /** Returns the mean squared gradient under a triangle. */
  private double mean(TriMesh mesh, int t, MeshAttribute texture, Material.Texture base) {
    double[] m = base.transform();
    double sum = 0;
    int samples = 0;
    for (int i = 0; i < PARTS; i++) {
      for (int j = 0; i + j < PARTS; j++, samples++) {
        double a = (i + 1 / 3.0) / PARTS;
        double b = (j + 1 / 3.0) / PARTS;
        double u = at(texture, mesh, t, 0, a, b);
        double v = at(texture, mesh, t, 1, a, b);
        int x = pixel(m[0] * u + m[1] * v + m[2], width, base.repeatU());
        int y = pixel(m[3] * u + m[4] * v + m[5], height, base.repeatV());
        sum += energy[width * y + x];
      }
    }
    return sum / samples;
  }

  private static double at(
      MeshAttribute texture, TriMesh mesh, int t, int axis, double a, double b) {
    return a * texture.value(mesh.wedge(t, 0), axis)
        + b * texture.value(mesh.wedge(t, 1), axis)
        + (1 - a - b) * texture.value(mesh.wedge(t, 2), axis);
  }

  private static int pixel(double at, int size, boolean repeat) {
    double within = repeat ? at - Math.floor(at) : Math.clamp(at, 0, 1);
    return Math.min(size - 1, (int) (size * within));
  }

  private static void average(
      Pixels pixels, int left, int top, int step, float[][] out, int index) {
    double[] sum = new double[3];
    int count = 0;
    for (int y = top; y < Math.min(pixels.height(), top + step); y++) {
      for (int x = left; x < Math.min(pixels.width(), left + step); x++, count++) {
        int argb = pixels.argb()[pixels.width() * y + x];
        sum[0] += argb >> 16 & 0xFF;
        sum[1] += argb >> 8 & 0xFF;
        sum[2] += argb & 0xFF;
      }
    }
    for (int k = 0; k < 3; k++) {
      out[k][index] = (float) (sum[k] / (255 * count));
    }
  }

  private float[] energy(float[][] channels) {
    float[] out = new float[width * height];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int left = width * y + Math.max(0, x - 1);
        int right = width * y + Math.min(width - 1, x + 1);
        int up = width * Math.max(0, y - 1) + x;
        int down = width * Math.min(height - 1, y + 1) + x;
        for (float[] channel : channels) {
          float du = width * (channel[right] - channel[left]) / 2;
          float dv = height * (channel[down] - channel[up]) / 2;
          out[width * y + x] += du * du + dv * dv;
        }
      }
    }
    return out;
  }

  /** Returns the mean over 3 × 3 pixels: a drift near an edge is seen too. */
  private float[] widened(float[] values) {
    float[] out = new float[values.length];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        float sum = 0;
        for (int i = 0; i < 9; i++) {
          int row = Math.clamp(y + i / 3 - 1, 0, height - 1);
          sum += values[width * row + Math.clamp(x + i % 3 - 1, 0, width - 1)];
        }
        out[width * y + x] = sum / 9;
      }
    }
    return out;
  }
}
