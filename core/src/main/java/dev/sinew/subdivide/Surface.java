package dev.sinew.subdivide;

import java.util.Arrays;

/**
 * Faces, their edges, and which rule each point follows: the smooth one of the scheme, the one of a
 * crease, or none at all. Creases follow DeRose, Kass and Truong, Subdivision Surfaces in Character
 * Animation (1998): a point with two sharp edges lies on a crease, one with more is a corner, one
 * with a single sharp edge (a dart) is smooth. Boundary edges are sharp for ever. So are edges of
 * three or more faces, and a point where only one of those ends, or where fans of faces touch, is a
 * corner: it has no neighbourhood to be smooth in.
 */
final class Surface {
  /** What a point's mask is. */
  enum Rule {
    SMOOTH,
    CREASE,
    CORNER
  }

  final Faces faces;
  final Edges edges;

  /** For how many levels every edge is a crease. */
  final float[] sharpness;

  private final boolean[] pinned;

  /**
   * @param corners whether a point stays where it is; may be shorter than the points are many, the
   *     others are not
   * @param pinBoundary whether all points of the boundary stay where they are
   */
  Surface(Faces faces, boolean[] corners, boolean pinBoundary) {
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
   * The rule of a point once {@code after} levels have worn its edges down.
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
   * How far a point still follows its present rule rather than the next level's, 0 to 1: the mean
   * sharpness of the edges that are about to become smooth.
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

  /** Returns the sharpness an edge leaves to its parts. */
  static float worn(float sharpness) {
    return Math.max(0, sharpness - 1);
  }

  /** How many edges meet in a point. */
  int valence(int point) {
    return edges.spokeStart[point + 1] - edges.spokeStart[point];
  }
}
