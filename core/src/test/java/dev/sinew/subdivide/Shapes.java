package dev.sinew.subdivide;

import dev.sinew.model.PolygonMesh;
import dev.sinew.model.TriMesh;
import dev.sinew.testkit.RawMesh;
import java.util.Arrays;
import java.util.List;

/** Meshes and measures for the subdivision tests. */
final class Shapes {
  private Shapes() {}

  static TriMesh mesh(RawMesh raw) {
    return TriMesh.of(raw.positions(), raw.triangles());
  }

  static SubdivisionOptions levels(int levels) {
    return SubdivisionOptions.DEFAULTS.withLevels(levels);
  }

  /** Returns faces with the same number of corners, without texture coordinates or normals. */
  static PolygonMesh polygons(double[] positions, int size, int... corners) {
    int[] start = new int[corners.length / size + 1];
    Arrays.setAll(start, f -> size * f);
    return new PolygonMesh(
        positions,
        new float[0],
        new float[0],
        start,
        new PolygonMesh.Corners(corners, new int[0], new int[0]),
        new int[corners.length / size],
        List.of("all"));
  }

  /** Returns the unit cube of six quads, outwards; vertex number is x + 2 y + 4 z. */
  static PolygonMesh cube() {
    double[] positions = new double[24];
    for (int v = 0; v < 8; v++) {
      positions[3 * v] = v & 1;
      positions[3 * v + 1] = v >> 1 & 1;
      positions[3 * v + 2] = v >> 2;
    }
    return polygons(
        positions, 4, 0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5);
  }

  /**
   * Returns n × m quads, closed in both directions if requested; vertex (i, j) is j * columns + i.
   */
  static PolygonMesh quadGrid(int n, int m, boolean closed) {
    int columns = closed ? n : n + 1;
    int rows = closed ? m : m + 1;
    double[] positions = new double[3 * columns * rows];
    for (int j = 0, v = 0; j < rows; j++) {
      for (int i = 0; i < columns; i++, v++) {
        positions[3 * v] = i;
        positions[3 * v + 1] = j;
      }
    }
    int[] corners = new int[4 * n * m];
    for (int j = 0, c = 0; j < m; j++) {
      for (int i = 0; i < n; i++) {
        int right = (i + 1) % columns;
        int up = (j + 1) % rows;
        corners[c++] = j * columns + i;
        corners[c++] = j * columns + right;
        corners[c++] = up * columns + right;
        corners[c++] = up * columns + i;
      }
    }
    return polygons(positions, 4, corners);
  }

  static double[] point(TriMesh mesh, int v) {
    return new double[] {mesh.position(v, 0), mesh.position(v, 1), mesh.position(v, 2)};
  }

  static double distance(double[] p, double[] q) {
    return Math.hypot(Math.hypot(p[0] - q[0], p[1] - q[1]), p[2] - q[2]);
  }

  static double largestDifference(double[] a, double[] b) {
    double largest = a.length == b.length ? 0 : Double.POSITIVE_INFINITY;
    for (int i = 0; i < a.length && i < b.length; i++) {
      largest = Math.max(largest, Math.abs(a[i] - b[i]));
    }
    return largest;
  }

  /** Applies masks by the definition of a matrix. */
  static double[][] dense(Masks masks) {
    double[][] out = new double[masks.rowCount()][masks.columnCount()];
    for (int r = 0; r < out.length; r++) {
      for (int i = 0; i < masks.length(r); i++) {
        out[r][masks.column(r, i)] += masks.coefficient(r, i);
      }
    }
    return out;
  }
}
