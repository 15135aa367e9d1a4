package dev.sinew.pose;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Unit directions d_k spread over the sphere: six along the axes, then the vertices of a subdivided
 * icosahedron. For every direction in space, the cosine of the angle to the nearest d_k is at least
 * {@link #coverCosine}, so |u| ≤ max_k (d_k · u) / coverCosine for every u.
 */
public final class Directions {
  /** Number of axis directions, which come first: +x, +y, +z, −x, −y, −z. */
  public static final int AXES = 6;

  private final double[] vectors;
  private final double coverCosine;

  private Directions(double[] vectors, double coverCosine) {
    this.vectors = vectors;
    this.coverCosine = coverCosine;
  }

  /**
   * Returns the directions of an icosahedron whose faces are split into four {@code times} times:
   * 18, 48, 168, 648 directions.
   */
  public static Directions split(int times) {
    List<double[]> corners = icosahedron();
    int[] faces = {
      0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10, 0, 10, 11, 1, 5, 9, 5, 11, 4, 11, 10, 2, 10, 7, 6, 7, 1,
      8, 3, 9, 4, 3, 4, 2, 3, 2, 6, 3, 6, 8, 3, 8, 9, 4, 9, 5, 2, 4, 11, 6, 2, 10, 8, 6, 7, 9, 8, 1
    };
    for (int i = 0; i < times; i++) {
      faces = splitFaces(corners, faces);
    }
    double[] vectors = new double[3 * (AXES + corners.size())];
    for (int a = 0; a < AXES; a++) {
      vectors[3 * a + a % 3] = a < 3 ? 1 : -1;
    }
    for (int i = 0; i < corners.size(); i++) {
      System.arraycopy(corners.get(i), 0, vectors, 3 * (AXES + i), 3);
    }
    return new Directions(vectors, coverCosine(corners, faces));
  }

  /** Returns the number of directions. */
  public int count() {
    return vectors.length / 3;
  }

  /** Returns the x component of direction k. */
  public double x(int k) {
    return vectors[3 * k];
  }

  /** Returns the y component of direction k. */
  public double y(int k) {
    return vectors[3 * k + 1];
  }

  /** Returns the z component of direction k. */
  public double z(int k) {
    return vectors[3 * k + 2];
  }

  /** Returns the dot product of direction k with a vector. */
  public double dot(int k, double px, double py, double pz) {
    return x(k) * px + y(k) * py + z(k) * pz;
  }

  /** Returns the cosine of the largest angle between any direction and the nearest of these. */
  public double coverCosine() {
    return coverCosine;
  }

  private static List<double[]> icosahedron() {
    double g = (1 + Math.sqrt(5)) / 2;
    double[][] raw = {
      {-1, g, 0}, {1, g, 0}, {-1, -g, 0}, {1, -g, 0}, {0, -1, g}, {0, 1, g},
      {0, -1, -g}, {0, 1, -g}, {g, 0, -1}, {g, 0, 1}, {-g, 0, -1}, {-g, 0, 1}
    };
    List<double[]> corners = new ArrayList<>();
    for (double[] v : raw) {
      corners.add(unit(v[0], v[1], v[2]));
    }
    return corners;
  }

  private static int[] splitFaces(List<double[]> corners, int[] faces) {
    Map<Long, Integer> midpoints = new HashMap<>();
    int[] out = new int[4 * faces.length];
    int at = 0;
    for (int f = 0; f < faces.length; f += 3) {
      int a = faces[f], b = faces[f + 1], c = faces[f + 2];
      int ab = midpoint(corners, midpoints, a, b);
      int bc = midpoint(corners, midpoints, b, c);
      int ca = midpoint(corners, midpoints, c, a);
      for (int corner : new int[] {a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca}) {
        out[at++] = corner;
      }
    }
    return out;
  }

  private static int midpoint(List<double[]> corners, Map<Long, Integer> midpoints, int a, int b) {
    long key = ((long) Math.min(a, b) << 32) | Math.max(a, b);
    return midpoints.computeIfAbsent(
        key,
        k -> {
          double[] p = corners.get(a);
          double[] q = corners.get(b);
          corners.add(unit(p[0] + q[0], p[1] + q[1], p[2] + q[2]));
          return corners.size() - 1;
        });
  }

  /** Every point of a face is within the face's circumradius of one of its corners. */
  private static double coverCosine(List<double[]> corners, int[] faces) {
    double min = 1;
    for (int f = 0; f < faces.length; f += 3) {
      double[] a = corners.get(faces[f]);
      double[] b = corners.get(faces[f + 1]);
      double[] c = corners.get(faces[f + 2]);
      double ux = b[0] - a[0], uy = b[1] - a[1], uz = b[2] - a[2];
      double vx = c[0] - a[0], vy = c[1] - a[1], vz = c[2] - a[2];
      double[] n = unit(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
      min = Math.min(min, Math.abs(n[0] * a[0] + n[1] * a[1] + n[2] * a[2]));
    }
    return min * (1 - 1e-12);
  }

  private static double[] unit(double x, double y, double z) {
    double n = Math.sqrt(x * x + y * y + z * z);
    return new double[] {x / n, y / n, z / n};
  }
}
