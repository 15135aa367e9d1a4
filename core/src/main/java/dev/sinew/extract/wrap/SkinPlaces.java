package dev.sinew.extract.wrap;

import dev.sinew.distance.TriangleTree;
import dev.sinew.extract.field.Surface;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.Arrays;

/**
 * The place of each vertex of a mesh on a surface: its own vertex there, or else the nearest point.
 */
public final class SkinPlaces {
  private final boolean[] near;
  private final int[] corners;
  private final double[] weights;

  private SkinPlaces(int count) {
    near = new boolean[count];
    corners = new int[3 * count];
    weights = new double[3 * count];
  }

  /** Finds the places of the vertices of a mesh on its largest component. */
  public static SkinPlaces onComponent(Surface surface, TriMesh mesh, RunContext context) {
    SkinPlaces places = new SkinPlaces(mesh.vertexCount());
    for (int v = 0; v < mesh.vertexCount(); v++) {
      int own = surface.ofMesh(v);
      places.near[v] = own >= 0;
      places.corners[3 * v] = own;
      places.weights[3 * v] = 1;
    }
    places.findOthers(surface, mesh, context);
    return places;
  }

  /** Finds the places of the vertices of a mesh on the surface of a wrap around it. */
  public static SkinPlaces onWrap(Surface wrap, TriMesh mesh, RunContext context) {
    SkinPlaces places = new SkinPlaces(mesh.vertexCount());
    places.findOthers(wrap, mesh, context);
    Arrays.fill(places.near, true);
    return places;
  }

  private void findOthers(Surface surface, TriMesh mesh, RunContext context) {
    TriangleTree tree = new TriangleTree(surface.floatPositions(), surface.triangles(), context);
    context.runRanges(
        near.length,
        (from, to) -> {
          TriangleTree.Hit hit = new TriangleTree.Hit();
          int[] scratch = TriangleTree.newScratch();
          for (int v = from; v < to; v++) {
            if (!near[v]) {
              tree.closest(
                  mesh.position(v, 0), mesh.position(v, 1), mesh.position(v, 2), hit, scratch);
              for (int c = 0; c < 3; c++) {
                corners[3 * v + c] = surface.vertex(hit.triangle(), c);
                weights[3 * v + c] = hit.weight(c);
              }
            }
          }
        });
  }

  /** Returns the number of vertices of the mesh. */
  public int count() {
    return near.length;
  }

  /** Returns false for a vertex of another component than that of the surface. */
  public boolean isOnSurface(int vertex) {
    return near[vertex];
  }

  /** Returns the vertex of the surface that is nearest to the place of a vertex. */
  public int nearest(int vertex) {
    int best = 3 * vertex;
    for (int c = 1; c < 3; c++) {
      best = weights[3 * vertex + c] > weights[best] ? 3 * vertex + c : best;
    }
    return corners[best];
  }

  /** Returns the value at the place of a vertex, given one per vertex of the surface. */
  public double value(double[] values, int vertex) {
    double sum = 0;
    for (int c = 3 * vertex; c < 3 * vertex + 3; c++) {
      sum += weights[c] * values[corners[c]];
    }
    return sum;
  }
}
