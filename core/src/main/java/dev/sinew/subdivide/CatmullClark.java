package dev.sinew.subdivide;

import dev.sinew.model.SparseRowBuilder;
import java.util.List;

/**
 * Catmull and Clark, Recursively Generated B-Spline Surfaces on Arbitrary Topological Meshes
 * (1978). New points: the old ones, then one per edge, then one per face.
 *
 * <p>The masks are two maps: the first appends the face points to the old points, the second
 * computes the new points from both. So a face with n corners needs n coefficients, not n for each
 * of its edges.
 */
final class CatmullClark extends EdgeSplitting {
  @Override
  public RefinementStep refine(ControlSurface s, int level) {
    return new RefinementStep(split(s), List.of(appendFacePoints(s.faces), smooth(s)));
  }

  private static Masks appendFacePoints(Faces faces) {
    SparseRowBuilder rows = new SparseRowBuilder(1, faces.pointCount + faces.faceCount());
    for (int p = 0; p < faces.pointCount; p++) {
      rows.add(p, 1);
      rows.endRow();
    }
    for (int f = 0; f < faces.faceCount(); f++) {
      double share = 1.0 / (faces.faceStart[f + 1] - faces.faceStart[f]);
      for (int c = faces.faceStart[f]; c < faces.faceStart[f + 1]; c++) {
        rows.add(faces.cornerPoint[c], share);
      }
      rows.endRow();
    }
    return new Masks(faces.pointCount, rows);
  }

  private Masks smooth(ControlSurface s) {
    int points = s.faces.pointCount;
    int faces = s.faces.faceCount();
    SparseRowBuilder rows = new SparseRowBuilder(1, points + s.edges.count() + faces);
    collectPointsAndEdges(rows, s);
    for (int f = 0; f < faces; f++) {
      rows.add(points + f, 1);
      rows.endRow();
    }
    return new Masks(points + faces, rows);
  }

  /**
   * Adds ((n − 2) v + mean of the neighbours + mean of the face points) / n. A smooth point has as
   * many faces as edges, and every face is at two of the edges.
   */
  @Override
  void addSmoothPoint(SparseRowBuilder row, ControlSurface s, int point, double weight) {
    int n = s.valence(point);
    double each = weight / ((double) n * n);
    row.add(point, weight * (n - 2) / n);
    for (int i = s.edges.spokeStart[point]; i < s.edges.spokeStart[point + 1]; i++) {
      int e = s.edges.spokes[i];
      row.add(s.edges.otherEnd(e, point), each);
      for (int k = 0; k < 2; k++) {
        row.add(s.faces.pointCount + s.edges.cornerFace[s.edges.side(e, k)], each / 2);
      }
    }
  }

  @Override
  void addSmoothEdge(SparseRowBuilder row, ControlSurface s, int edge, double weight) {
    row.add(s.edges.low[edge], 0.25 * weight);
    row.add(s.edges.high[edge], 0.25 * weight);
    for (int k = 0; k < 2; k++) {
      int face = s.edges.cornerFace[s.edges.side(edge, k)];
      row.add(s.faces.pointCount + face, 0.25 * weight);
    }
  }

  /** Returns a quad per corner: corner, next edge point, face point, previous edge point. */
  private static Faces split(ControlSurface s) {
    Faces old = s.faces;
    Edges edges = s.edges;
    int firstFace = old.pointCount + edges.count();
    Faces out = Faces.ofSize(4, old.cornerCount(), firstFace + old.faceCount());
    for (int c = 0; c < old.cornerCount(); c++) {
      int ahead = edges.sideEdge[c];
      int behind = edges.sideEdge[edges.previous(c)];
      out.cornerPoint[4 * c] = old.cornerPoint[c];
      out.cornerPoint[4 * c + 1] = old.pointCount + ahead;
      out.cornerPoint[4 * c + 2] = firstFace + edges.cornerFace[c];
      out.cornerPoint[4 * c + 3] = old.pointCount + behind;
      out.sharpness[4 * c] = ControlSurface.nextSharpness(s.sharpness[ahead]);
      out.sharpness[4 * c + 3] = ControlSurface.nextSharpness(s.sharpness[behind]);
    }
    return out;
  }

  @Override
  public int[] parents(Faces old) {
    return old.cornerFaces();
  }
}
