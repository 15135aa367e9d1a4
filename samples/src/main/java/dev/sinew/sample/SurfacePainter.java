package dev.sinew.sample;

import dev.sinew.math.Vec3;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.model.TriMesh;

/**
 * Paints the texture of a mesh: every texel gets the colour of the point of the surface at rest
 * that shows it. All others repeat the nearest colour, so that neither filtered textures nor
 * simplified meshes show a background at seams.
 */
final class SurfacePainter {
  private static final double EDGE_TOLERANCE = 1e-6;

  private final TriMesh mesh;
  private final float[] uv;
  private final int size;
  private final Paint paint;
  private final int[] pixels;

  private SurfacePainter(TriMesh mesh, int size, Paint paint) {
    this.mesh = mesh;
    uv = mesh.attribute(MeshAttribute.UV).orElseThrow().toArray();
    this.size = size;
    this.paint = paint;
    pixels = new int[size * size];
  }

  /**
   * Paints a texture.
   *
   * @param mesh a surface at rest with texture coordinates from 0 to 1
   * @param size texels per side
   */
  static Pixels paint(TriMesh mesh, int size, Paint paint) {
    SurfacePainter painter = new SurfacePainter(mesh, size, paint);
    for (int t = 0; t < mesh.triangleCount(); t++) {
      painter.paintTriangle(t);
    }
    painter.fillGutters();
    return new Pixels(size, size, painter.pixels);
  }

  private void paintTriangle(int t) {
    double[] u = new double[3];
    double[] v = new double[3];
    for (int k = 0; k < 3; k++) {
      u[k] = size * (double) uv[2 * mesh.wedge(t, k)];
      v[k] = size * (double) uv[2 * mesh.wedge(t, k) + 1];
    }
    double area = (u[1] - u[0]) * (v[2] - v[0]) - (u[2] - u[0]) * (v[1] - v[0]);
    if (area == 0) {
      return;
    }
    double texel = Math.sqrt(surfaceArea(t) / Math.abs(area));
    double[] share = new double[3];
    for (int row = first(v); row <= last(v); row++) {
      for (int column = first(u); column <= last(u); column++) {
        double x = column + 0.5;
        double y = row + 0.5;
        share[1] = ((x - u[0]) * (v[2] - v[0]) - (u[2] - u[0]) * (y - v[0])) / area;
        share[2] = ((u[1] - u[0]) * (y - v[0]) - (x - u[0]) * (v[1] - v[0])) / area;
        share[0] = 1 - share[1] - share[2];
        if (Math.min(share[0], Math.min(share[1], share[2])) >= -EDGE_TOLERANCE) {
          Texel at = new Texel(texel, blend(t, share, 0), blend(t, share, 1), blend(t, share, 2));
          paint.apply(at);
          pixels[size * row + column] = at.argb();
        }
      }
    }
  }

  private int first(double[] values) {
    return (int) Math.max(0, Math.floor(Math.min(values[0], Math.min(values[1], values[2]))));
  }

  private int last(double[] values) {
    return (int)
        Math.min(size - 1, Math.floor(Math.max(values[0], Math.max(values[1], values[2]))));
  }

  private double blend(int t, double[] share, int c) {
    double sum = 0;
    for (int k = 0; k < 3; k++) {
      sum += share[k] * mesh.position(mesh.vertex(t, k), c);
    }
    return sum;
  }

  /** Returns twice the area of a triangle. */
  private double surfaceArea(int t) {
    return Vec3.length(Vec3.cross(edge(t, 1), edge(t, 2)));
  }

  private double[] edge(int t, int corner) {
    double[] out = new double[3];
    for (int c = 0; c < 3; c++) {
      out[c] = mesh.position(mesh.vertex(t, corner), c) - mesh.position(mesh.vertex(t, 0), c);
    }
    return out;
  }

  /** Copies painted texels to their empty neighbours, ring by ring; an empty texel is 0. */
  private void fillGutters() {
    int[] order = new int[pixels.length];
    int count = 0;
    for (int i = 0; i < pixels.length; i++) {
      if (pixels[i] != 0) {
        order[count++] = i;
      }
    }
    for (int from = 0; from < count; from++) {
      int at = order[from];
      int column = at % size;
      int row = at / size;
      for (int next :
          new int[] {
            column > 0 ? at - 1 : at,
            column + 1 < size ? at + 1 : at,
            row > 0 ? at - size : at,
            row + 1 < size ? at + size : at
          }) {
        if (pixels[next] == 0) {
          pixels[next] = pixels[at];
          order[count++] = next;
        }
      }
    }
  }
}
