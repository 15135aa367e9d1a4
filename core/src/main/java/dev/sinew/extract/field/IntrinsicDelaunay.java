package dev.sinew.extract.field;

import java.util.Arrays;

/**
 * The intrinsic Delaunay triangulation of a surface (Bobenko and Springborn, "A discrete
 * Laplace-Beltrami operator for simplicial surfaces", 2007): the same vertices and the same metric,
 * other edges, which are geodesics of the surface and known by their lengths alone. It is found by
 * flips. A surface has one of them, up to vertices on a common circle, whatever its triangles were;
 * so fields that are computed on it depend on the shape, and long thin triangles do no harm.
 *
 * <p>Boundaries, edges of more than two triangles and edges between triangles of opposite
 * orientation are kept. Two vertices may be joined by several edges, and a vertex by one to itself.
 */
final class IntrinsicDelaunay {
  private static final int NONE = -1;

  /** Angles opposite an edge that exceed half a turn by less are not worth a flip. */
  private static final double TOLERANCE = 1e-9;

  /** The least excess of two sides of a triangle over the third, relative to the mean edge. */
  private static final double LEAST_EXCESS = 1e-5;

  /** The vertices of each triangle; side k leads from corner k to corner k + 1. */
  private final int[] corners;

  /** The length of each side. */
  private final double[] lengths;

  /** The side of another triangle at each side, which runs the other way; or {@link #NONE}. */
  private final int[] opposite;

  private IntrinsicDelaunay(int[] corners, double[] lengths, int[] opposite) {
    this.corners = corners;
    this.lengths = lengths;
    this.opposite = opposite;
  }

  static IntrinsicDelaunay of(Surface surface) {
    int[] corners = surface.triangles();
    double[] lengths = lengths(surface);
    IntrinsicDelaunay made = new IntrinsicDelaunay(corners, lengths, opposites(surface));
    made.flipAll();
    return made;
  }

  /**
   * Returns the lengths of all sides. All grow by the least amount that gives every triangle an
   * area (Sharp and Crane, "A Laplacian for nonmanifold triangle meshes", 2020).
   */
  private static double[] lengths(Surface surface) {
    double[] out = new double[3 * surface.triangleCount()];
    double sum = 0;
    for (int t = 0; t < surface.triangleCount(); t++) {
      for (int k = 0; k < 3; k++) {
        int a = surface.vertex(t, k);
        int b = surface.vertex(t, (k + 1) % 3);
        double squared = 0;
        for (int axis = 0; axis < 3; axis++) {
          double d = surface.position(a, axis) - surface.position(b, axis);
          squared += d * d;
        }
        out[3 * t + k] = Math.sqrt(squared);
        sum += out[3 * t + k];
      }
    }
    double least = LEAST_EXCESS * sum / out.length;
    double missing = 0;
    for (int s = 0; s < out.length; s++) {
      double excess = out[next(s)] + out[next(next(s))] - out[s];
      missing = Math.max(missing, least - excess);
    }
    for (int s = 0; s < out.length; s++) {
      out[s] += missing;
    }
    return out;
  }

  private static int[] opposites(Surface surface) {
    int edges = surface.topology().edgeCount();
    int[] first = new int[edges];
    Arrays.fill(first, NONE);
    int[] out = new int[3 * surface.triangleCount()];
    Arrays.fill(out, NONE);
    for (int s = 0; s < out.length; s++) {
      int from = surface.vertex(s / 3, s % 3);
      int to = surface.vertex(s / 3, (s + 1) % 3);
      int edge = surface.topology().findEdge(from, to);
      int other = first[edge];
      first[edge] = s;
      boolean two = surface.topology().edgeTriangleCount(edge) == 2;
      if (two && other != NONE && surface.vertex(other / 3, other % 3) == to) {
        out[s] = other;
        out[other] = s;
      }
    }
    return out;
  }

  private static int next(int side) {
    return side % 3 == 2 ? side - 2 : side + 1;
  }

  private void flipAll() {
    int[] queue = new int[corners.length];
    boolean[] queued = new boolean[corners.length];
    int size = 0;
    for (int s = 0; s < corners.length; s++) {
      queue[size++] = s;
      queued[s] = true;
    }
    while (size > 0) {
      int side = queue[--size];
      queued[side] = false;
      if (opposite[side] == NONE
          || cotangent(side) + cotangent(opposite[side]) >= -TOLERANCE
          || !flip(side)) {
        continue;
      }
      // The four sides around the new edge may have to be flipped now.
      for (int inner : new int[] {side, opposite[side]}) {
        for (int s = next(inner); s != inner; s = next(s)) {
          if (!queued[s]) {
            queued[s] = true;
            queue[size++] = s;
          }
        }
      }
    }
  }

  /**
   * Replaces a side by the other diagonal of the two triangles next to it; the new edge has the
   * same two numbers of sides.
   *
   * @return false if rounding leaves no new edge
   */
  private boolean flip(int side) {
    int other = opposite[side];
    if (other / 3 == side / 3) {
      return false;
    }
    int t1 = next(side);
    int t2 = next(t1);
    int u1 = next(other);
    int u2 = next(u1);
    int a = corners[side];
    int b = corners[t1];
    int c = corners[t2];
    int d = corners[u2];
    double base = lengths[side];
    double bc = lengths[t1];
    double ca = lengths[t2];
    double ad = lengths[u1];
    double db = lengths[u2];
    // In the plane: a at 0, b at (base, 0), c above and d below.
    double cx = (base * base + ca * ca - bc * bc) / (2 * base);
    double dx = (base * base + ad * ad - db * db) / (2 * base);
    double cy = Math.sqrt(Math.max(0, ca * ca - cx * cx));
    double dy = Math.sqrt(Math.max(0, ad * ad - dx * dx));
    double length = Math.hypot(cx - dx, cy + dy);
    if (!(length > 0 && length < bc + db && length < ca + ad)) {
      return false;
    }
    // The triangles c d b and d c a.
    int[] before = {t1, t2, u1, u2};
    int[] after = {t2, u1, u2, t1};
    int[] outside = new int[4];
    for (int i = 0; i < 4; i++) {
      outside[i] = opposite[before[i]];
      for (int k = 0; k < 4; k++) {
        if (outside[i] == before[k]) {
          outside[i] = after[k];
          break;
        }
      }
    }
    set(side, c, length);
    set(t1, d, db);
    set(t2, b, bc);
    set(other, d, length);
    set(u1, c, ca);
    set(u2, a, ad);
    for (int i = 0; i < 4; i++) {
      opposite[after[i]] = outside[i];
      if (outside[i] != NONE) {
        opposite[outside[i]] = after[i];
      }
    }
    return true;
  }

  private void set(int side, int from, double length) {
    corners[side] = from;
    lengths[side] = length;
  }

  /** Returns the number of triangles. */
  int triangleCount() {
    return corners.length / 3;
  }

  /** Returns the vertex at corner 0, 1 or 2 of a triangle. */
  int vertex(int triangle, int corner) {
    return corners[3 * triangle + corner];
  }

  /** Returns the length of the side from a corner to the next one. */
  double length(int triangle, int corner) {
    return lengths[3 * triangle + corner];
  }

  /** Returns the area of a triangle. */
  double area(int triangle) {
    double a = lengths[3 * triangle];
    double b = lengths[3 * triangle + 1];
    double c = lengths[3 * triangle + 2];
    // Heron's formula; a difference of rounding must not be negative.
    double squared = (a + b + c) * (a + b - c) * (b + c - a) * (c + a - b);
    return Math.sqrt(Math.max(0, squared)) / 4;
  }

  /** Returns the side of the other triangle at a side, or −1 where there is not exactly one. */
  int opposite(int side) {
    return opposite[side];
  }

  /** Returns the cotangent of the angle opposite a side. */
  double cotangent(int side) {
    double a = lengths[side];
    double b = lengths[next(side)];
    double c = lengths[next(next(side))];
    double dot = (b * b + c * c - a * a) / 2;
    return dot / (2 * area(side / 3));
  }
}
