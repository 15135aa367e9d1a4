package dev.sinew.draw;

import java.util.Arrays;

/**
 * The z-buffer of a band of sample rows of one cell: the nearest triangle at each sample, and its
 * nearness. Samples are independent, so a picture may be divided into bands in any way. Of
 * triangles with the same nearness the first one wins.
 */
final class VisibilityBand {
  /** The triangle of a sample without one. */
  static final int NOTHING = -1;

  private final ViewMesh mesh;
  private final int firstColumn;
  private final int firstRow;
  private final int columns;
  private final int rows;
  private final int[] triangle;

  /** Larger is nearer: 1 / depth, or the view-space z if orthographic. */
  private final double[] nearness;

  private final EdgePlanes planes = new EdgePlanes();
  private final int[] corners = new int[3];
  private final double[] part = new double[3];
  private final double[] color = new double[4];

  /**
   * @param mesh the mesh to draw
   * @param firstRow the first row of samples, counted from the top of the picture
   * @param rows the number of rows
   */
  VisibilityBand(ViewMesh mesh, int firstRow, int rows) {
    this.mesh = mesh;
    this.firstColumn = mesh.cell.x() * mesh.samples;
    this.columns = mesh.cell.width() * mesh.samples;
    this.firstRow = firstRow;
    this.rows = rows;
    this.triangle = new int[rows * columns];
    this.nearness = new double[rows * columns];
    Arrays.fill(triangle, NOTHING);
    Arrays.fill(nearness, Double.NEGATIVE_INFINITY);
    int[] reach = mesh.reach;
    for (int t = 0; t < mesh.item.triangleCount(); t++) {
      if (reach[4 * t + 2] < firstRow + rows && reach[4 * t + 3] >= firstRow) {
        scan(t);
      }
    }
  }

  /** Returns the triangle seen at a sample of the picture within this band, or {@link #NOTHING}. */
  int triangleAt(int column, int row) {
    return triangle[(row - firstRow) * columns + column - firstColumn];
  }

  private void scan(int t) {
    planes.set(mesh, t);
    double step = 1.0 / mesh.samples;
    double a0 = planes.a[0];
    double a1 = planes.a[1];
    double a2 = planes.a[2];
    boolean owns0 = planes.ownsEdge(0);
    boolean owns1 = planes.ownsEdge(1);
    boolean owns2 = planes.ownsEdge(2);
    int p = 3 * mesh.item.triangles[3 * t];
    int q = 3 * mesh.item.triangles[3 * t + 1];
    int r = 3 * mesh.item.triangles[3 * t + 2];
    boolean perspective = mesh.camera.perspective;
    // The values that E_i / det interpolates: 1 gives 1 / depth, z gives z.
    double kp = (perspective ? 1 : mesh.view[p + 2]) / planes.det;
    double kq = (perspective ? 1 : mesh.view[q + 2]) / planes.det;
    double kr = (perspective ? 1 : mesh.view[r + 2]) / planes.det;
    double nearest = perspective ? 1 / mesh.camera.near : Double.POSITIVE_INFINITY;
    double farthest = perspective ? 0 : Double.NEGATIVE_INFINITY;
    // det of a needle is inaccurate; if no corner is behind the camera, the corners bound nearness.
    double low = farthest;
    double high = Double.POSITIVE_INFINITY;
    if (!perspective || Math.min(w(p), Math.min(w(q), w(r))) >= mesh.camera.near) {
      low = Math.min(nearness(p), Math.min(nearness(q), nearness(r)));
      high = Math.max(nearness(p), Math.max(nearness(q), nearness(r)));
    }
    ItemMaterials materials = mesh.item.materials;
    ItemMaterials holes = materials != null && materials.hasHoles(t) ? materials : null;
    int level = holes == null ? 0 : mesh.textureLevel(t, planes, corners);
    int left = mesh.reach[4 * t];
    int right = mesh.reach[4 * t + 1];
    int top = Math.max(mesh.reach[4 * t + 2], firstRow);
    int bottom = Math.min(mesh.reach[4 * t + 3], firstRow + rows - 1);
    for (int row = top; row <= bottom; row++) {
      double y = (row + 0.5) * step;
      double r0 = planes.b[0] * y + planes.c[0];
      double r1 = planes.b[1] * y + planes.c[1];
      double r2 = planes.b[2] * y + planes.c[2];
      int base = (row - firstRow) * columns - firstColumn;
      for (int column = left; column <= right; column++) {
        double x = (column + 0.5) * step;
        double e0 = a0 * x + r0;
        double e1 = a1 * x + r1;
        double e2 = a2 * x + r2;
        if (e0 < 0 || e1 < 0 || e2 < 0) {
          continue;
        }
        if ((e0 == 0 && !owns0) || (e1 == 0 && !owns1) || (e2 == 0 && !owns2)) {
          continue;
        }
        double key = Math.max(low, Math.min(high, e0 * kp + e1 * kq + e2 * kr));
        int o = base + column;
        if (key > nearness[o]
            && key > farthest
            && key <= nearest
            && (holes == null || isVisible(holes, t, e0, e1, e2, level, column, row))) {
          nearness[o] = key;
          triangle[o] = t;
        }
      }
    }
  }

  /** Returns true if the alpha of a triangle at a sample makes it visible. */
  private boolean isVisible(
      ItemMaterials materials,
      int t,
      double e0,
      double e1,
      double e2,
      int level,
      int column,
      int row) {
    double sum = e0 + e1 + e2;
    part[0] = e0 / sum;
    part[1] = e1 / sum;
    part[2] = e2 / sum;
    materials.color(t, corners, part, level, color);
    double alpha = color[3];
    float[] alphas = mesh.item.alphas;
    if (alphas != null) {
      alpha *=
          part[0] * alphas[corners[0]]
              + part[1] * alphas[corners[1]]
              + part[2] * alphas[corners[2]];
    }
    return materials.isVisible(t, alpha, column, row);
  }

  private double w(int point) {
    return mesh.screen[point + 2];
  }

  private double nearness(int point) {
    return mesh.camera.perspective ? 1 / w(point) : mesh.view[point + 2];
  }
}
