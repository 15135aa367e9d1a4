package dev.sinew.metric;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Tangent planes of the wedges of a mesh, fitted to its triangles in animation space ({@link
 * TangentPlaneFit}). Wedges of a vertex with the same normal, which differ in texture coordinates
 * or colours only, share a plane; wedges with different normals, at a hard edge, have planes of
 * their own triangles.
 */
public final class WedgePlanes {
  private WedgePlanes() {}

  /**
   * Fits a plane per wedge.
   *
   * @param coords a row per vertex of the mesh
   * @param metric over the joints of the coordinates
   * @return one row per wedge; an empty row if a wedge has no plane
   */
  public static TangentPlaneFit of(TriMesh mesh, AnimationCoords coords, PoseMetric metric) {
    int[] points = shadedPoints(mesh);
    int count = Arrays.stream(points).max().orElse(-1) + 1;
    int[] vertex = new int[count];
    for (int w = 0; w < points.length; w++) {
      vertex[points[w]] = mesh.vertexOfWedge(w);
    }
    int[] triangles = mesh.cornerWedges();
    for (int i = 0; i < triangles.length; i++) {
      triangles[i] = points[triangles[i]];
    }
    return TangentPlaneFit.of(triangles, coords.rows(vertex), metric).rows(points);
  }

  /** A vertex with one of its normals. */
  private record Shaded(int vertex, float x, float y, float z) {}

  /** Returns the index of the vertex and normal of each wedge. */
  private static int[] shadedPoints(TriMesh mesh) {
    Optional<MeshAttribute> normals = mesh.attribute(MeshAttribute.NORMAL);
    if (normals.isEmpty()) {
      return mesh.wedgeVertices();
    }
    MeshAttribute normal = normals.get();
    Map<Shaded, Integer> indices = new HashMap<>();
    int[] points = new int[mesh.wedgeCount()];
    for (int w = 0; w < points.length; w++) {
      Shaded shaded =
          new Shaded(
              mesh.vertexOfWedge(w), normal.value(w, 0), normal.value(w, 1), normal.value(w, 2));
      points[w] = indices.computeIfAbsent(shaded, key -> indices.size());
    }
    return points;
  }
}
