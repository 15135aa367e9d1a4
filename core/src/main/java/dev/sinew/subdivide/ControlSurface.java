package dev.sinew.subdivide;

import java.util.Arrays;

/**
 * Faces, their edges, and the rule of each point: smooth, crease or corner. Creases follow DeRose,
 * Kass and Truong, Subdivision Surfaces in Character Animation (1998): a point with two sharp edges
 * is on a crease, with more a corner, with one (a dart) smooth. Boundary edges and edges of three
 * or more faces are sharp on all levels. A point where a single edge of three or more faces ends,
 * or where fans of faces touch, is a corner, because it has no smooth neighbourhood.
 */
final class ControlSurface {
  /** The rule of a point's mask. */
  enum Rule {
    SMOOTH,
    CREASE,
    CORNER
  }

  final Faces faces;
  final Edges edges;

  /** The number of levels on which every edge is a crease. */
  final float[] sharpness;

  private final boolean[] pinned;

  /**
   * @param corners true for points that stay in place; may be shorter than the number of points
   * @param pinBoundary true to keep all boundary points in place
   */
  ControlSurface(Faces faces, boolean[] corners, boolean pinBoundary) {
    this.faces = faces;
    edges = new Edges(faces);
    sharpness = new float[edges.count()];
    for (int e = 0; e < sharpness.length; e++) {
      sharpness[e] =
          edges.faceCount(e) == 2 ? faces.sharpness[edges.side(e, 0)] : Float.POSITIVE_INFINITY;
    }
    pinned = Arrays.copyOf(corners, faces.pointCount);
    pinWithoutNeighbourhood();
    if (pinBoundary) {
      for (int e = 0; e < edges.count(); e++) {
        if (edges.faceCount(e) == 1) {
          pinned[edges.low[e]] = true;
          pinned[edges.high[e]] = true;
        }
      }
    }
  }

  private void pinWithoutNeighbourhood() {
    int[] fans = new int[faces.pointCount];
    int[] root = Fans.roots(edges, e -> true);
    for (int c = 0; c < root.length; c++) {
      fans[faces.cornerPoint[c]] += root[c] == c ? 1 : 0;
    }
    for (int p = 0; p < fans.length; p++) {
      pinned[p] |= fans[p] != 1 || endsNonManifold(p);
    }
  }

  private boolean endsNonManifold(int point) {
    int many = 0;
    int endless = 0;
    for (int i = edges.spokeStart[point]; i < edges.spokeStart[point + 1]; i++) {
      int e = edges.spokes[i];
      many += edges.faceCount(e) > 2 ? 1 : 0;
      endless += sharpness[e] == Float.POSITIVE_INFINITY ? 1 : 0;
    }
    return many == 1 && endless == 1;
  }

  /**
   * Returns the rule of a point after a number of levels.
   *
   * @param after 0 for the present level, 1 for the next
   */
  Rule rule(int point, int after) {
    if (pinned[point]) {
      return Rule.CORNER;
    }
    int sharp = 0;
    for (int i = edges.spokeStart[point]; i < edges.spokeStart[point + 1]; i++) {
      sharp += sharpness[edges.spokes[i]] > after ? 1 : 0;
    }
    return sharp < 2 ? Rule.SMOOTH : sharp == 2 ? Rule.CREASE : Rule.CORNER;
  }

  /**
   * Returns the weight of a point's present rule against that of the next level, 0 to 1: the mean
   * sharpness of the edges that become smooth on the next level.
   */
  double blend(int point) {
    double sum = 0;
    int count = 0;
    for (int i = edges.spokeStart[point]; i < edges.spokeStart[point + 1]; i++) {
      double s = sharpness[edges.spokes[i]];
      if (s > 0 && s <= 1) {
        sum += s;
        count++;
      }
    }
    return count == 0 ? 1 : sum / count;
  }

  /** Returns the sharpness of an edge's parts on the next level. */
  static float nextSharpness(float sharpness) {
    return Math.max(0, sharpness - 1);
  }

  /** Returns the number of edges of a point. */
  int valence(int point) {
    return edges.spokeStart[point + 1] - edges.spokeStart[point];
  }
}
