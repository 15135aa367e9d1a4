package dev.sinew.subdivide;

import dev.sinew.model.SparseRowBuilder;
import java.util.List;

/**
 * Loop, Smooth Subdivision Surfaces Based on Triangles (1987), with Loop's weights for points of
 * any valence. New points: the old ones, then one per edge.
 */
final class Loop extends EdgeSplitting {
  /** Returns the coefficient of each of n neighbours. */
  static double neighbourWeight(int n) {
    double c = 0.375 + 0.25 * Math.cos(2 * Math.PI / n);
    return (0.625 - c * c) / n;
  }

  @Override
  public RefinementStep refine(ControlSurface s, int level) {
    int points = s.faces.pointCount;
    SparseRowBuilder rows = new SparseRowBuilder(1, points + s.edges.count());
    collectPointsAndEdges(rows, s);
    return new RefinementStep(split(s), List.of(new Masks(points, rows)));
  }

  @Override
  void addSmoothPoint(SparseRowBuilder row, ControlSurface s, int point, double weight) {
    int n = s.valence(point);
    double each = neighbourWeight(n);
    row.add(point, weight * (1 - n * each));
    for (int i = s.edges.spokeStart[point]; i < s.edges.spokeStart[point + 1]; i++) {
      row.add(s.edges.otherEnd(s.edges.spokes[i], point), weight * each);
    }
  }

  @Override
  void addSmoothEdge(SparseRowBuilder row, ControlSurface s, int edge, double weight) {
    row.add(s.edges.low[edge], 0.375 * weight);
    row.add(s.edges.high[edge], 0.375 * weight);
    for (int i = 0; i < 2; i++) {
      int opposite = s.edges.previous(s.edges.side(edge, i));
      row.add(s.faces.cornerPoint[opposite], 0.125 * weight);
    }
  }

  /** Returns per triangle three triangles at its corners, then the one between them. */
  private static Faces split(ControlSurface s) {
    Faces old = s.faces;
    Faces out = Faces.ofSize(3, 4 * old.faceCount(), old.pointCount + s.edges.count());
    for (int f = 0; f < old.faceCount(); f++) {
      for (int k = 0; k < 3; k++) {
        int ahead = s.edges.sideEdge[3 * f + k];
        int behind = s.edges.sideEdge[3 * f + (k + 2) % 3];
        int c = 12 * f + 3 * k;
        out.cornerPoint[c] = old.cornerPoint[3 * f + k];
        out.cornerPoint[c + 1] = old.pointCount + ahead;
        out.cornerPoint[c + 2] = old.pointCount + behind;
        out.sharpness[c] = ControlSurface.nextSharpness(s.sharpness[ahead]);
        out.sharpness[c + 2] = ControlSurface.nextSharpness(s.sharpness[behind]);
        out.cornerPoint[12 * f + 9 + k] = old.pointCount + ahead;
      }
    }
    return out;
  }

  @Override
  public int[] parents(Faces old) {
    int[] parent = new int[4 * old.faceCount()];
    for (int f = 0; f < parent.length; f++) {
      parent[f] = f / 4;
    }
    return parent;
  }
}
