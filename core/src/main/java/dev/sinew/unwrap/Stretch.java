package dev.sinew.unwrap;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;

/**
 * The L2 stretch of texture coordinates on a surface (Sander, Snyder, Gortler and Hoppe, 2001): the
 * root of the mean of (σ₁² + σ₂²) / 2 over the surface, with σ the singular values of the map from
 * texture to surface, scaled so that an isometric map with equal areas has stretch 1.
 */
public final class Stretch {
  /** Triangles with less area than this share of the mean do not count. */
  private static final double NEGLIGIBLE = 1e-12;

  private final int[] vertices;
  private final double[] uv;

  /** Takes the triangles and the texture coordinates of a mesh. */
  public Stretch(TriMesh mesh, MeshAttribute texture) {
    this(mesh.triangles(), CornerUvs.of(mesh, texture));
  }

  /**
   * Takes triangles and their texture coordinates.
   *
   * @param vertices three per triangle; not copied
   * @param uv u, v per corner; not copied
   */
  public Stretch(int[] vertices, double[] uv) {
    this.vertices = vertices;
    this.uv = uv;
  }

  /**
   * Returns the stretch with vertices at given positions; infinite if a triangle with area has no
   * area in the texture. Orientation does not count.
   *
   * @param positions x, y, z per vertex
   */
  public double at(double[] positions) {
    double energy = 0;
    double surface = 0;
    double plane = 0;
    double[] area = new double[vertices.length / 3];
    for (int t = 0; t < area.length; t++) {
      area[t] = area(positions, t);
      surface += area[t];
    }
    double least = NEGLIGIBLE * surface / Math.max(1, area.length);
    for (int t = 0; t < area.length; t++) {
      double ex = uv[6 * t + 2] - uv[6 * t], ey = uv[6 * t + 3] - uv[6 * t + 1];
      double fx = uv[6 * t + 4] - uv[6 * t], fy = uv[6 * t + 5] - uv[6 * t + 1];
      double det = Math.abs(ex * fy - ey * fx);
      plane += 0.5 * det;
      if (area[t] <= least) {
        continue;
      }
      if (!(det > 0)) {
        return Double.POSITIVE_INFINITY;
      }
      int a = 3 * vertices[3 * t], b = 3 * vertices[3 * t + 1], c = 3 * vertices[3 * t + 2];
      double g22 = dot(positions, a, b, b), g23 = dot(positions, a, b, c);
      double g33 = dot(positions, a, c, c);
      double n =
          g22 * (fx * fx + fy * fy) - 2 * g23 * (ex * fx + ey * fy) + g33 * (ex * ex + ey * ey);
      energy += 0.5 * area[t] * n / (det * det);
    }
    return surface > 0 ? Math.sqrt(energy * plane) / surface : 1;
  }

  private double area(double[] p, int t) {
    int a = 3 * vertices[3 * t], b = 3 * vertices[3 * t + 1], c = 3 * vertices[3 * t + 2];
    double g22 = dot(p, a, b, b), g23 = dot(p, a, b, c), g33 = dot(p, a, c, c);
    return 0.5 * Math.sqrt(Math.max(0, g22 * g33 - g23 * g23));
  }

  private static double dot(double[] p, int o, int a, int b) {
    return (p[a] - p[o]) * (p[b] - p[o])
        + (p[a + 1] - p[o + 1]) * (p[b + 1] - p[o + 1])
        + (p[a + 2] - p[o + 2]) * (p[b + 2] - p[o + 2]);
  }
}
