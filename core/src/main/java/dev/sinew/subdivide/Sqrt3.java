package dev.sinew.subdivide;

import dev.sinew.model.SparseRowBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Kobbelt, √3-Subdivision (2000): every triangle gets a point in its middle and is split into
 * three, old edges are flipped, old points are relaxed. Two steps make nine triangles of one.
 *
 * <p>Boundaries and creases are not flipped. As in the paper they are refined in every second step,
 * into three parts by the masks of the uniform cubic B-spline; the triangle at such an edge gets no
 * middle in that step, but three triangles at the parts. Sharpness counts pairs of steps here, and
 * fractions are rounded up, because a crease has no new points within a pair.
 *
 * <p>Smooth edges that are held (seams of texture coordinates, boundaries of groups) have the same
 * connectivity, so that no triangle is on both sides. But their points are those of flipped edges:
 * the two new points are the middles (a + f + g) / 3 and (b + f + g) / 3 of the flipped triangles,
 * and a point is relaxed towards the neighbours it would have after the flip. So after every second
 * step the surface does not depend on the held edges; after the first step held edges are not
 * flipped yet.
 */
final class Sqrt3 implements Scheme {
  /** Returns the weight of the mean of an old point's n neighbours. */
  static double relaxation(int n) {
    return (4 - 2 * Math.cos(2 * Math.PI / n)) / 9;
  }

  @Override
  public RefinementStep refine(ControlSurface s, int level) {
    boolean[] held = heldEdges(s);
    return level % 2 == 0 ? split(s, held) : splitAndTrisect(s, held);
  }

  /**
   * Before the first step of a pair: marks the edges that must not be flipped. These are seams,
   * boundaries of groups, edges without exactly two faces, edges whose faces have opposite
   * orientations (a flip would leave the orientation undefined), and edges of two faces with the
   * same three points (flipping all their edges would put every triangle at one new edge).
   */
  @Override
  public void prepare(ControlSurface vertices, ControlSurface wedges, int[] group, int level) {
    if (level % 2 != 0) {
      return;
    }
    Edges edges = vertices.edges;
    for (int side = 0; side < vertices.faces.cornerCount(); side++) {
      int e = edges.sideEdge[side];
      boolean held =
          edges.faceCount(e) != 2 || wedges.edges.faceCount(wedges.edges.sideEdge[side]) != 2;
      if (!held) {
        int twin = edges.twin(side);
        held =
            group[edges.cornerFace[side]] != group[edges.cornerFace[twin]]
                || edges.from(side) == edges.from(twin)
                || edges.from(edges.previous(side)) == edges.from(edges.previous(twin));
      }
      vertices.faces.held[side] = held;
      wedges.faces.held[side] = held;
    }
  }

  private static boolean[] heldEdges(ControlSurface s) {
    boolean[] held = new boolean[s.edges.count()];
    for (int e = 0; e < held.length; e++) {
      held[e] = s.sharpness[e] > 0 || s.faces.held[s.edges.side(e, 0)];
    }
    return held;
  }

  @Override
  public int[] parents(Faces old) {
    int[] parent = new int[3 * old.faceCount()];
    for (int f = 0; f < parent.length; f++) {
      parent[f] = f / 3;
    }
    return parent;
  }

  // ---- first of a pair -------------------------------------------------------------------------

  /** Splits faces. New points: the old ones, then one per face. Each side makes one triangle. */
  private static RefinementStep split(ControlSurface s, boolean[] held) {
    Faces old = s.faces;
    int points = old.pointCount;
    SparseRowBuilder rows = new SparseRowBuilder(1, points + old.faceCount());
    for (int p = 0; p < points; p++) {
      if (s.rule(p, 0) == ControlSurface.Rule.SMOOTH) {
        addRelaxed(rows, s, p);
      } else {
        rows.add(p, 1);
      }
      rows.endRow();
    }
    for (int f = 0; f < old.faceCount(); f++) {
      addMiddle(rows, old, f);
      rows.endRow();
    }
    Faces out = Faces.ofSize(3, 3 * old.faceCount(), points + old.faceCount());
    for (int side = 0; side < old.cornerCount(); side++) {
      int edge = s.edges.sideEdge[side];
      int middle = points + s.edges.cornerFace[side];
      int c = 3 * side;
      out.cornerPoint[c] = s.edges.from(side);
      out.cornerPoint[c + 2] = middle;
      if (held[edge]) {
        out.cornerPoint[c + 1] = s.edges.to(side);
        out.sharpness[c] = s.sharpness[edge];
        out.held[c] = old.held[side];
      } else {
        out.cornerPoint[c + 1] = points + s.edges.cornerFace[s.edges.twin(side)];
      }
    }
    return new RefinementStep(out, List.of(new Masks(points, rows)));
  }

  // ---- second of a pair ------------------------------------------------------------------------

  /**
   * Splits faces and held edges. New points: the old ones, then one per face without a held edge,
   * then two per held edge, near its smaller and its larger end. After the previous step every face
   * has at most one held edge.
   */
  private static RefinementStep splitAndTrisect(ControlSurface s, boolean[] held) {
    Faces old = s.faces;
    int points = old.pointCount;
    SparseRowBuilder rows = new SparseRowBuilder(1, points + old.faceCount());
    for (int p = 0; p < points; p++) {
      addOldPoint(rows, s, p, held);
      rows.endRow();
    }
    int count = points;
    int[] heldSide = heldSides(s, held);
    int[] middle = new int[old.faceCount()];
    for (int f = 0; f < middle.length; f++) {
      if (heldSide[f] < 0) {
        middle[f] = count++;
        addMiddle(rows, old, f);
        rows.endRow();
      }
    }
    int[] thirds = new int[held.length];
    for (int e = 0; e < held.length; e++) {
      if (held[e]) {
        thirds[e] = count;
        count += 2;
        addThird(rows, s, e, s.edges.low[e]);
        rows.endRow();
        addThird(rows, s, e, s.edges.high[e]);
        rows.endRow();
      }
    }
    Faces out = Faces.ofSize(3, 3 * old.faceCount(), count);
    Trisection trisection = new Trisection(s, heldSide, middle, thirds);
    for (int side = 0; side < old.cornerCount(); side++) {
      if (heldSide[s.edges.cornerFace[side]] == side) {
        trisection.putBetweenThirds(out, side);
      } else {
        trisection.putFlipped(out, side);
      }
    }
    return new RefinementStep(out, List.of(new Masks(points, rows)));
  }

  private static int[] heldSides(ControlSurface s, boolean[] held) {
    int[] heldSide = new int[s.faces.faceCount()];
    Arrays.fill(heldSide, -1);
    for (int side = 0; side < s.faces.cornerCount(); side++) {
      if (held[s.edges.sideEdge[side]]) {
        heldSide[s.edges.cornerFace[side]] = side;
      }
    }
    return heldSide;
  }

  /** The new points of a step that trisects held edges, and the triangles between them. */
  private record Trisection(ControlSurface s, int[] heldSide, int[] middle, int[] thirds) {
    /** Writes the triangle at the middle part of a held side. */
    void putBetweenThirds(Faces out, int side) {
      int edge = s.edges.sideEdge[side];
      int c = 3 * side;
      out.cornerPoint[c] = third(edge, s.edges.from(side));
      out.cornerPoint[c + 1] = third(edge, s.edges.to(side));
      out.cornerPoint[c + 2] = s.edges.from(s.edges.previous(side));
      markPart(out, c, side);
    }

    /** Writes the triangle of a flipped side at its start point. */
    void putFlipped(Faces out, int side) {
      int twin = s.edges.twin(side);
      int at = s.edges.from(side);
      int c = 3 * side;
      out.cornerPoint[c] = at;
      out.cornerPoint[c + 1] = middleSeenFrom(twin);
      out.cornerPoint[c + 2] = middleSeenFrom(side);
      int beyond = heldSide[s.edges.cornerFace[twin]];
      if (beyond >= 0 && touches(beyond, at)) {
        markPart(out, c, beyond);
      }
      int here = heldSide[s.edges.cornerFace[side]];
      if (here >= 0 && touches(here, at)) {
        markPart(out, c + 2, here);
      }
    }

    /** Returns the face's middle, or the point of its held side that is nearest to this side. */
    private int middleSeenFrom(int side) {
      int f = s.edges.cornerFace[side];
      if (heldSide[f] < 0) {
        return middle[f];
      }
      int shared = touches(heldSide[f], s.edges.from(side)) ? s.edges.from(side) : s.edges.to(side);
      return third(s.edges.sideEdge[heldSide[f]], shared);
    }

    private int third(int edge, int end) {
      return thirds[edge] + (s.edges.low[edge] == end ? 0 : 1);
    }

    private boolean touches(int side, int point) {
      return s.edges.from(side) == point || s.edges.to(side) == point;
    }

    /** Sets side c of the new faces as a part of an old side. */
    private void markPart(Faces out, int c, int side) {
      out.sharpness[c] = ControlSurface.nextSharpness(s.sharpness[s.edges.sideEdge[side]]);
    }
  }

  // ---- masks -----------------------------------------------------------------------------------

  private static void addMiddle(SparseRowBuilder row, Faces faces, int f) {
    for (int c = 3 * f; c < 3 * f + 3; c++) {
      row.add(faces.cornerPoint[c], 1.0 / 3);
    }
  }

  /** Adds the relaxed position of a point among all its neighbours. */
  private static void addRelaxed(SparseRowBuilder row, ControlSurface s, int point) {
    int n = s.valence(point);
    double alpha = relaxation(n);
    row.add(point, 1 - alpha);
    for (int i = s.edges.spokeStart[point]; i < s.edges.spokeStart[point + 1]; i++) {
      row.add(s.edges.otherEnd(s.edges.spokes[i], point), alpha / n);
    }
  }

  /** Adds the relaxed position of a point among its neighbours after flips of all held edges. */
  private static void addRelaxedAsFlipped(
      SparseRowBuilder row, ControlSurface s, int point, boolean[] held) {
    IntStream.Builder found = IntStream.builder();
    for (int i = s.edges.spokeStart[point]; i < s.edges.spokeStart[point + 1]; i++) {
      int e = s.edges.spokes[i];
      if (!held[e]) {
        found.add(s.edges.otherEnd(e, point));
      }
      for (int k = 0; k < s.edges.faceCount(e); k++) {
        int side = s.edges.side(e, k);
        int across = s.edges.next(side);
        int edgeAcross = s.edges.sideEdge[across];
        if (s.edges.from(side) == point && held[edgeAcross] && s.sharpness[edgeAcross] == 0) {
          found.add(s.edges.from(s.edges.previous(s.edges.twin(across))));
        }
      }
    }
    int[] neighbours = found.build().toArray();
    int n = neighbours.length;
    double alpha = relaxation(n);
    row.add(point, 1 - alpha);
    for (int neighbour : neighbours) {
      row.add(neighbour, alpha / n);
    }
  }

  private static void addOldPoint(
      SparseRowBuilder row, ControlSurface s, int point, boolean[] held) {
    switch (s.rule(point, 0)) {
      case SMOOTH -> addRelaxedAsFlipped(row, s, point, held);
      case CORNER -> row.add(point, 1);
      case CREASE -> {
        row.add(point, 19.0 / 27);
        for (int i = s.edges.spokeStart[point]; i < s.edges.spokeStart[point + 1]; i++) {
          int e = s.edges.spokes[i];
          if (s.sharpness[e] > 0) {
            row.add(s.edges.otherEnd(e, point), 4.0 / 27);
          }
        }
      }
    }
  }

  /** Adds the new point on a held edge near one of its ends. */
  private static void addThird(SparseRowBuilder row, ControlSurface s, int edge, int end) {
    if (s.sharpness[edge] == 0) {
      row.add(end, 1.0 / 3);
      for (int i = 0; i < 2; i++) {
        row.add(s.edges.from(s.edges.previous(s.edges.side(edge, i))), 1.0 / 3);
      }
      return;
    }
    int other = s.edges.otherEnd(edge, end);
    if (s.rule(end, 0) != ControlSurface.Rule.CREASE) {
      row.add(end, 2.0 / 3);
      row.add(other, 1.0 / 3);
      return;
    }
    row.add(end, 16.0 / 27);
    row.add(other, 10.0 / 27);
    for (int i = s.edges.spokeStart[end]; i < s.edges.spokeStart[end + 1]; i++) {
      int e = s.edges.spokes[i];
      if (e != edge && s.sharpness[e] > 0) {
        row.add(s.edges.otherEnd(e, end), 1.0 / 27);
      }
    }
  }
}
