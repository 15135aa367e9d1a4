package dev.sinew.subdivide;

import dev.sinew.model.SparseRowBuilder;

/**
 * The common part of Catmull-Clark and Loop: a new point on every edge, and along creases the masks
 * of the cubic B-spline, 1/2 1/2 for the edge point and 1/8 3/4 1/8 for the old point. If the
 * sharpness ends within a level, the masks of both rules are blended.
 */
abstract class EdgeSplitting implements Scheme {
  /** Adds {@code weight} times the scheme's mask of an old point with only smooth edges. */
  abstract void addSmoothPoint(SparseRowBuilder row, ControlSurface s, int point, double weight);

  /** Adds {@code weight} times the scheme's mask of the point on a smooth edge of two faces. */
  abstract void addSmoothEdge(SparseRowBuilder row, ControlSurface s, int edge, double weight);

  /** Appends one row per old point, then one per edge. */
  final void collectPointsAndEdges(SparseRowBuilder rows, ControlSurface s) {
    for (int p = 0; p < s.faces.pointCount; p++) {
      addPoint(rows, s, p);
      rows.endRow();
    }
    for (int e = 0; e < s.edges.count(); e++) {
      addEdge(rows, s, e);
      rows.endRow();
    }
  }

  private void addPoint(SparseRowBuilder row, ControlSurface s, int point) {
    ControlSurface.Rule now = s.rule(point, 0);
    ControlSurface.Rule next = s.rule(point, 1);
    double share = now == next ? 1 : s.blend(point);
    addRule(row, s, point, 0, share);
    if (share < 1) {
      addRule(row, s, point, 1, 1 - share);
    }
  }

  private void addRule(
      SparseRowBuilder row, ControlSurface s, int point, int after, double weight) {
    switch (s.rule(point, after)) {
      case SMOOTH -> addSmoothPoint(row, s, point, weight);
      case CORNER -> row.add(point, weight);
      case CREASE -> {
        row.add(point, 0.75 * weight);
        for (int i = s.edges.spokeStart[point]; i < s.edges.spokeStart[point + 1]; i++) {
          int e = s.edges.spokes[i];
          if (s.sharpness[e] > after) {
            row.add(s.edges.otherEnd(e, point), 0.125 * weight);
          }
        }
      }
    }
  }

  private void addEdge(SparseRowBuilder row, ControlSurface s, int edge) {
    double sharp = Math.min(1, s.sharpness[edge]);
    if (sharp > 0) {
      row.add(s.edges.low[edge], 0.5 * sharp);
      row.add(s.edges.high[edge], 0.5 * sharp);
    }
    if (sharp < 1) {
      addSmoothEdge(row, s, edge, 1 - sharp);
    }
  }
}
