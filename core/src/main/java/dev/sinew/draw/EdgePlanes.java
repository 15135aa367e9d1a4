package dev.sinew.draw;

/**
 * The edge functions of one triangle in homogeneous screen coordinates (Olano and Greer 1997,
 * "Triangle scan conversion using 2D homogeneous coordinates").
 *
 * <p>With corners v_i = (X, Y, W), E_0(p) = p · (v_1 × v_2) and so on in turn, the point seen at
 * pixel p = (x, y, 1) has E_i / det as barycentric coordinates divided by its depth. This also
 * holds for corners behind the camera, so triangles are not clipped: samples in front of the near
 * plane are skipped individually. Two triangles get exactly opposite values for the edge they
 * share, so each sample on it belongs to exactly one of them.
 */
final class EdgePlanes {
  /** E_i(x, y) = a[i] x + b[i] y + c[i], positive inside the triangle. */
  final double[] a = new double[3];

  final double[] b = new double[3];
  final double[] c = new double[3];

  /** v_0 · (v_1 × v_2), made positive. */
  double det;

  /** True if the camera sees the triangle's front, where its corners run counter-clockwise. */
  boolean front;

  /** Sets a triangle of a mesh; returns false if it has no area or is not finite. */
  boolean set(ViewMesh mesh, int triangle) {
    int[] corners = mesh.item.triangles;
    double[] s = mesh.screen;
    int p = 3 * corners[3 * triangle];
    int q = 3 * corners[3 * triangle + 1];
    int r = 3 * corners[3 * triangle + 2];
    cross(s, q, r, 0);
    cross(s, r, p, 1);
    cross(s, p, q, 2);
    det = a[0] * s[p] + b[0] * s[p + 1] + c[0] * s[p + 2];
    if (!(Math.abs(det) > 0 && Math.abs(det) < Double.POSITIVE_INFINITY)) {
      return false;
    }
    // Rows of the picture run downwards, so counter-clockwise is negative.
    front = det < 0;
    if (det < 0) {
      det = -det;
      for (int i = 0; i < 3; i++) {
        a[i] = -a[i];
        b[i] = -b[i];
        c[i] = -c[i];
      }
    }
    return true;
  }

  private void cross(double[] s, int u, int v, int i) {
    a[i] = s[u + 1] * s[v + 2] - s[u + 2] * s[v + 1];
    b[i] = s[u + 2] * s[v] - s[u] * s[v + 2];
    c[i] = s[u] * s[v + 1] - s[u + 1] * s[v];
  }

  /**
   * Returns true if samples exactly on edge {@code i} belong to this triangle and not its
   * neighbour.
   */
  boolean ownsEdge(int i) {
    return a[i] > 0 || (a[i] == 0 && b[i] > 0);
  }

  double at(int i, double x, double y) {
    return a[i] * x + (b[i] * y + c[i]);
  }
}
