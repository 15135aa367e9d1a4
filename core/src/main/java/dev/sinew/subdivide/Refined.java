package dev.sinew.subdivide;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.PolygonMesh;
import dev.sinew.model.TriMesh;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A subdivided mesh and its masks. {@link #vertices} applies to data of the old vertices (weights,
 * animation coordinates, morph targets, posed positions), {@link #wedges} to data of the old
 * wedges.
 *
 * @param mesh the refined mesh. Its first vertices are the old ones, in order. Quads are cut from
 *     their first corner, an old vertex, to the third, the face point: the same way in every pose
 * @param faceSize the number of corners of a refined face: 4 for Catmull-Clark, 3 for the others
 * @param faceWedges the wedges of the corners of the refined faces
 * @param vertices the masks of vertices: rows are refined vertices, columns old vertices
 * @param wedges the masks of wedges: rows are refined wedges, columns old wedges; for a polygon
 *     mesh those of its {@link PolygonMesh#toTriMesh}
 * @param droppedFaces the number of faces dropped because they repeat a vertex
 * @param nonManifoldEdges the number of old edges with three or more faces, which became creases
 * @param ignoredCreases the number of requested creases that are not edges of the mesh
 */
public record Refined(
    TriMesh mesh,
    int faceSize,
    int[] faceWedges,
    MaskChain vertices,
    MaskChain wedges,
    int droppedFaces,
    int nonManifoldEdges,
    int ignoredCreases) {
  /** Returns the number of refined faces. */
  public int faceCount() {
    return faceWedges.length / faceSize;
  }

  /**
   * Returns the refined faces (quads are not cut) with normals and texture coordinates.
   *
   * @param groupNames a name for every group of the mesh
   */
  public PolygonMesh polygons(List<String> groupNames) {
    int[] start = new int[faceCount() + 1];
    Arrays.setAll(start, f -> faceSize * f);
    int[] vertex = new int[faceWedges.length];
    Arrays.setAll(vertex, c -> mesh.vertexOfWedge(faceWedges[c]));
    int[] group = new int[faceCount()];
    int trianglesPerFace = faceSize - 2;
    Arrays.setAll(group, f -> mesh.group(trianglesPerFace * f));
    Optional<MeshAttribute> uv = mesh.attribute(MeshAttribute.UV).filter(a -> a.components() == 2);
    Optional<MeshAttribute> normal =
        mesh.attribute(MeshAttribute.NORMAL).filter(a -> a.components() == 3);
    return new PolygonMesh(
        mesh.positions(),
        uv.map(MeshAttribute::toArray).orElse(new float[0]),
        normal.map(MeshAttribute::toArray).orElse(new float[0]),
        start,
        new PolygonMesh.Corners(
            vertex,
            uv.isPresent() ? faceWedges.clone() : new int[0],
            normal.isPresent() ? faceWedges.clone() : new int[0]),
        group,
        groupNames);
  }
}
