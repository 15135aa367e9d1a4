package dev.sinew.io.fbx;

import dev.sinew.io.MalformedAssetException;
import java.util.Arrays;

/**
 * The control points and polygons of a geometry, and its triangles. A convex polygon becomes a fan,
 * another one loses ears.
 */
final class FbxPolygons {
  /** Polygons with more corners become fans: the time to find ears grows with the square. */
  private static final int MAX_EARS = 256;

  private final double[] points;
  private final int[] pointOfCorner;
  private final int[] polygonOfCorner;
  private int[] triangles;
  private int count;

  /** Reads control points and polygons of a geometry. */
  FbxPolygons(FbxNode geometry) throws MalformedAssetException {
    points = geometry.numbersOf("Vertices");
    for (int i = 0; i < points.length; i++) {
      if (!(Math.abs(points[i]) <= Float.MAX_VALUE)) {
        throw geometry.error("Vertices: expected finite 32-bit numbers, got " + points[i]);
      }
    }
    if (points.length % 3 != 0) {
      throw geometry.error("Vertices: expected a multiple of 3 numbers, got " + points.length);
    }
    pointOfCorner = geometry.indicesOf("PolygonVertexIndex");
    geometry.file().spend(geometry.at(), 16L * pointOfCorner.length);
    polygonOfCorner = new int[pointOfCorner.length];
    triangles = new int[pointOfCorner.length];
    int first = 0;
    int polygon = 0;
    for (int c = 0; c < pointOfCorner.length; c++) {
      // The last corner of a polygon has its complement.
      boolean last = pointOfCorner[c] < 0;
      if (last) {
        pointOfCorner[c] = ~pointOfCorner[c];
      }
      if (pointOfCorner[c] >= points.length / 3) {
        throw geometry.error(
            "PolygonVertexIndex: expected less than "
                + points.length / 3
                + ", got "
                + pointOfCorner[c]);
      }
      polygonOfCorner[c] = polygon;
      if (last) {
        triangulate(first, c + 1 - first);
        first = c + 1;
        polygon++;
      }
    }
    triangles = Arrays.copyOf(triangles, count);
  }

  /** Returns the coordinates of the control points, not copied. */
  double[] points() {
    return points;
  }

  /** Returns three corners per triangle, not copied. */
  int[] triangles() {
    return triangles;
  }

  int pointCount() {
    return points.length / 3;
  }

  int point(int corner) {
    return pointOfCorner[corner];
  }

  int polygon(int corner) {
    return polygonOfCorner[corner];
  }

  private void add(int a, int b, int c) {
    if (count + 3 > triangles.length) {
      triangles = Arrays.copyOf(triangles, 2 * count + 3);
    }
    triangles[count++] = a;
    triangles[count++] = b;
    triangles[count++] = c;
  }

  private void triangulate(int first, int n) {
    if (n > 3 && n <= MAX_EARS) {
      double[] flat = flat(first, n);
      if (!isConvex(flat)) {
        cutEars(first, flat);
        return;
      }
    }
    for (int k = 1; k + 1 < n; k++) {
      add(first, first + k, first + k + 1);
    }
  }

  /** Returns the corners of a polygon in its plane, counterclockwise, two numbers each. */
  private double[] flat(int first, int n) {
    double[] normal = new double[3];
    for (int k = 0; k < n; k++) {
      int a = 3 * pointOfCorner[first + k];
      int b = 3 * pointOfCorner[first + (k + 1) % n];
      for (int i = 0; i < 3; i++) {
        int u = (i + 1) % 3;
        int v = (i + 2) % 3;
        normal[i] += (points[a + u] - points[b + u]) * (points[a + v] + points[b + v]);
      }
    }
    int axis = 0;
    for (int i = 1; i < 3; i++) {
      axis = Math.abs(normal[i]) > Math.abs(normal[axis]) ? i : axis;
    }
    int u = normal[axis] < 0 ? (axis + 2) % 3 : (axis + 1) % 3;
    int v = normal[axis] < 0 ? (axis + 1) % 3 : (axis + 2) % 3;
    double[] out = new double[2 * n];
    for (int k = 0; k < n; k++) {
      out[2 * k] = points[3 * pointOfCorner[first + k] + u];
      out[2 * k + 1] = points[3 * pointOfCorner[first + k] + v];
    }
    return out;
  }

  private static double turn(double[] p, int a, int b, int c) {
    return (p[2 * b] - p[2 * a]) * (p[2 * c + 1] - p[2 * a + 1])
        - (p[2 * b + 1] - p[2 * a + 1]) * (p[2 * c] - p[2 * a]);
  }

  private static boolean isConvex(double[] flat) {
    int n = flat.length / 2;
    for (int k = 0; k < n; k++) {
      if (turn(flat, k, (k + 1) % n, (k + 2) % n) < 0) {
        return false;
      }
    }
    return true;
  }

  private void cutEars(int first, double[] flat) {
    int left = flat.length / 2;
    int[] ring = new int[left];
    Arrays.setAll(ring, k -> k);
    int at = 0;
    int misses = 0;
    while (left > 3) {
      int a = ring[at % left];
      int b = ring[(at + 1) % left];
      int c = ring[(at + 2) % left];
      // After a whole round without an ear the polygon crosses itself: cut anywhere.
      if (misses > left || isEar(flat, ring, left, a, b, c)) {
        add(first + a, first + b, first + c);
        int cut = (at + 1) % left;
        System.arraycopy(ring, cut + 1, ring, cut, left - cut - 1);
        left--;
        misses = 0;
        at = cut == 0 ? left - 1 : at % left;
      } else {
        at = (at + 1) % left;
        misses++;
      }
    }
    add(first + ring[0], first + ring[1], first + ring[2]);
  }

  private static boolean isEar(double[] flat, int[] ring, int left, int a, int b, int c) {
    if (turn(flat, a, b, c) <= 0) {
      return false;
    }
    for (int k = 0; k < left; k++) {
      int p = ring[k];
      if (p != a && p != b && p != c && isInside(flat, a, b, c, p)) {
        return false;
      }
    }
    return true;
  }

  /** Returns true for a point inside or on the border of a triangle, unless it is a corner. */
  private static boolean isInside(double[] flat, int a, int b, int c, int p) {
    return turn(flat, a, b, p) >= 0
        && turn(flat, b, c, p) >= 0
        && turn(flat, c, a, p) >= 0
        && !isSame(flat, a, p)
        && !isSame(flat, b, p)
        && !isSame(flat, c, p);
  }

  private static boolean isSame(double[] flat, int a, int b) {
    return flat[2 * a] == flat[2 * b] && flat[2 * a + 1] == flat[2 * b + 1];
  }
}
