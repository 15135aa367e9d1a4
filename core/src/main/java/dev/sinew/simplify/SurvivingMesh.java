package dev.sinew.simplify;

import dev.sinew.simplify.collapse.CollapseMesh;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * What a range of triangles still uses, renumbered without gaps in the old order.
 *
 * @param points old numbers of the points in use
 * @param wedges old numbers of the wedges in use
 * @param wedgeVertex the new point of every new wedge
 * @param corners three new wedges a triangle
 * @param groups the group of every triangle
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
record SurvivingMesh(int[] points, int[] wedges, int[] wedgeVertex, int[] corners, int[] groups) {

  /** Gathers the triangles from {@code first} to {@code end} (exclusive) that are left. */
  static SurvivingMesh of(CollapseMesh mesh, int first, int end) {
    int[] live = IntStream.range(first, end).filter(t -> !mesh.isDead(t)).toArray();
    BitSet pointsUsed = new BitSet();
    BitSet wedgesUsed = new BitSet();
    for (int t : live) {
      for (int c = 3 * t; c < 3 * t + 3; c++) {
        pointsUsed.set(mesh.point(c));
        wedgesUsed.set(mesh.wedge(c));
      }
    }
    int[] points = pointsUsed.stream().toArray();
    int[] wedges = wedgesUsed.stream().toArray();
    int[] newPoint = places(points);
    int[] newWedge = places(wedges);
    int[] corners = new int[3 * live.length];
    int[] groups = new int[live.length];
    int[] wedgeVertex = new int[wedges.length];
    for (int i = 0; i < live.length; i++) {
      groups[i] = mesh.group(live[i]);
      for (int k = 0; k < 3; k++) {
        int corner = 3 * live[i] + k;
        int wedge = newWedge[mesh.wedge(corner) - wedges[0]];
        corners[3 * i + k] = wedge;
        wedgeVertex[wedge] = newPoint[mesh.point(corner) - points[0]];
      }
    }
    return new SurvivingMesh(points, wedges, wedgeVertex, corners, groups);
  }

  /** For every old number, counted from the first in use, its new one. */
  private static int[] places(int[] kept) {
    int[] out = new int[kept.length == 0 ? 0 : kept[kept.length - 1] - kept[0] + 1];
    for (int i = 0; i < kept.length; i++) {
      out[kept[i] - kept[0]] = i;
    }
    return out;
  }
}
