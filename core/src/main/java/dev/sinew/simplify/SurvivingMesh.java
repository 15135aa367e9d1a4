package dev.sinew.simplify;

import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.CollapseMesh;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * The remaining triangles of a range with their points and wedges, renumbered without gaps in the
 * same order.
 *
 * @param points old indices of the points in use
 * @param wedges old indices of the wedges in use
 * @param wedgeVertex the new point per new wedge
 * @param corners 3 new wedges per triangle
 * @param groups the group per triangle
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
record SurvivingMesh(int[] points, int[] wedges, int[] wedgeVertex, int[] corners, int[] groups) {

  /** Collects the remaining triangles from {@code first} to {@code end} (exclusive). */
  static SurvivingMesh of(CollapseMesh mesh, int first, int end, RunContext context) {
    int[] live = IntStream.range(first, end).filter(t -> !mesh.isDead(t)).toArray();
    BitSet pointsUsed = new BitSet();
    BitSet wedgesUsed = new BitSet();
    for (int t : live) {
      context.checkCancelled();
      for (int c = 3 * t; c < 3 * t + 3; c++) {
        pointsUsed.set(mesh.point(c));
        wedgesUsed.set(mesh.wedge(c));
      }
    }
    int[] points = pointsUsed.stream().toArray();
    int[] wedges = wedgesUsed.stream().toArray();
    int[] newPoint = newIndices(points);
    int[] newWedge = newIndices(wedges);
    int[] corners = new int[3 * live.length];
    int[] groups = new int[live.length];
    int[] wedgeVertex = new int[wedges.length];
    for (int i = 0; i < live.length; i++) {
      context.checkCancelled();
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

  /** Returns the new index per old index, starting at the first in use. */
  private static int[] newIndices(int[] kept) {
    int[] out = new int[kept.length == 0 ? 0 : kept[kept.length - 1] - kept[0] + 1];
    for (int i = 0; i < kept.length; i++) {
      out[kept[i] - kept[0]] = i;
    }
    return out;
  }
}
