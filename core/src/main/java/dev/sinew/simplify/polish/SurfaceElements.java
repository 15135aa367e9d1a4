package dev.sinew.simplify.polish;

import dev.sinew.distance.SurfaceSamples;
import dev.sinew.simplify.collapse.CollapseView;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The elements of a surface on which samples are taken: its triangles, or the borders of its parts.
 * A border is an edge of one triangle of a part; it is a triangle of no area here, whose second and
 * third corner are the same. Each element has a part and a share of the weight of all.
 *
 * @param corners the points of all elements, 3 per element; not to be modified
 * @param parts the parts of all elements; not to be modified
 */
record SurfaceElements(int[] corners, int[] parts, int[] edges, double[] upTo) {
  /**
   * Returns the triangles of a surface, weighted by area and importance. The weights have the sum
   * 1.
   *
   * @param points x, y, z per point
   * @param triangles 3 points per triangle; kept
   * @param parts the part of every triangle; kept
   * @param importance the weight of the surface at every triangle
   */
  static SurfaceElements faces(float[] points, int[] triangles, int[] parts, double[] importance) {
    return new SurfaceElements(
        triangles, parts, new int[0], scaled(masses(points, triangles, importance), 1));
  }

  /**
   * Returns the borders of the parts of a surface. An edge has the weight of a square on it,
   * relative to the whole surface: as much as the planes through borders have in a quadric.
   */
  static SurfaceElements borders(
      float[] points, int[] triangles, int[] parts, double[] importance) {
    int[] edges = borderEdges(triangles, parts);
    int[] corners = new int[3 * edges.length];
    int[] partOf = new int[edges.length];
    double[] upTo = new double[edges.length + 1];
    for (int e = 0; e < edges.length; e++) {
      int t = edges[e] / 3;
      int a = triangles[edges[e]];
      int b = triangles[CollapseView.after(edges[e])];
      corners[3 * e] = a;
      corners[3 * e + 1] = b;
      corners[3 * e + 2] = b;
      partOf[e] = parts[t];
      double squared = 0;
      for (int k = 0; k < 3; k++) {
        double d = points[3 * b + k] - points[3 * a + k];
        squared += d * d;
      }
      upTo[e + 1] = upTo[e] + importance[t] * squared;
    }
    double[] masses = masses(points, triangles, importance);
    double whole = masses[masses.length - 1];
    return new SurfaceElements(
        corners, partOf, edges, scaled(upTo, whole > 0 ? upTo[edges.length] / whole : 0));
  }

  private static double[] masses(float[] points, int[] triangles, double[] importance) {
    double[] upTo = SurfaceSamples.areasUpTo(points, triangles);
    double sum = 0;
    double before = 0;
    for (int t = 0; t < importance.length; t++) {
      sum += importance[t] * (upTo[t + 1] - before);
      before = upTo[t + 1];
      upTo[t + 1] = sum;
    }
    return upTo;
  }

  private static double[] scaled(double[] upTo, double whole) {
    double last = upTo[upTo.length - 1];
    for (int i = 0; i < upTo.length; i++) {
      upTo[i] = last > 0 ? upTo[i] * whole / last : 0;
    }
    return upTo;
  }

  /** Returns the edges of one triangle of their part, as the corners they start at. */
  private static int[] borderEdges(int[] triangles, int[] parts) {
    int points = Arrays.stream(triangles).max().orElse(-1) + 1;
    int[] start = new int[points + 1];
    for (int c = 0; c < triangles.length; c++) {
      start[low(triangles, c) + 1]++;
    }
    for (int p = 0; p < points; p++) {
      start[p + 1] += start[p];
    }
    int[] next = start.clone();
    int[] corners = new int[triangles.length]; // By the lower point of their edges.
    for (int c = 0; c < triangles.length; c++) {
      corners[next[low(triangles, c)]++] = c;
    }
    return IntStream.range(0, triangles.length)
        .filter(c -> isBorder(triangles, parts, c, corners, start))
        .toArray();
  }

  private static boolean isBorder(
      int[] triangles, int[] parts, int corner, int[] corners, int[] start) {
    int low = low(triangles, corner);
    int high = high(triangles, corner);
    for (int i = start[low]; i < start[low + 1]; i++) {
      int other = corners[i];
      if (other != corner
          && high(triangles, other) == high
          && parts[other / 3] == parts[corner / 3]) {
        return false;
      }
    }
    return true;
  }

  private static int low(int[] triangles, int corner) {
    return Math.min(triangles[corner], triangles[CollapseView.after(corner)]);
  }

  private static int high(int[] triangles, int corner) {
    return Math.max(triangles[corner], triangles[CollapseView.after(corner)]);
  }

  int count() {
    return parts.length;
  }

  int part(int element) {
    return parts[element];
  }

  int triangle(int element) {
    return isOfEdges() ? edges[element] / 3 : element;
  }

  private boolean isOfEdges() {
    return edges.length > 0;
  }

  /** Returns the share of an element in the weight of the surface. */
  double share(int element) {
    return upTo[element + 1] - upTo[element];
  }

  /** Returns the weight of all elements: 1 for triangles. */
  double whole() {
    return upTo[upTo.length - 1];
  }

  /**
   * Returns the element at a share of the weight of all.
   *
   * @param from an element that is not beyond it
   */
  int elementAt(double share, int from) {
    int e = from;
    while (e + 2 < upTo.length && upTo[e + 1] < whole() * share) {
      e++;
    }
    return e;
  }

  /** Makes barycentric coordinates of a triangle those of an element. */
  void adapt(double[] bary) {
    if (isOfEdges()) {
      bary[0] = bary[0] * (2 - bary[0]); // Evenly along the edge.
      bary[1] = 1 - bary[0];
      bary[2] = 0;
    }
  }

  /** Copies coordinates on an element as barycentric coordinates of its triangle. */
  void copyWeights(int element, double[] bary, float[] out, int at) {
    if (isOfEdges()) {
      int corner = edges[element] % 3;
      out[at + corner] = (float) bary[0];
      out[at + (corner + 1) % 3] = (float) (bary[1] + bary[2]);
      out[at + (corner + 2) % 3] = 0;
    } else {
      for (int k = 0; k < 3; k++) {
        out[at + k] = (float) bary[k];
      }
    }
  }
}
