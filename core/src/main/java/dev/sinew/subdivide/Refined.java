package dev.sinew.subdivide;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.PolygonMesh;
import dev.sinew.model.TriMesh;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A subdivided mesh, and the masks that make it: apply {@link #vertices} to whatever the old
 * vertices carry (weights, animation coordinates, morph targets, posed positions) and {@link
 * #wedges} to whatever the old wedges do.
 */
public final class Refined {
  private final TriMesh mesh;
  private final int faceSize;
  private final int[] faceWedges;
  private final MaskChain vertices;
  private final MaskChain wedges;
  private final int droppedFaces;
  private final int nonManifoldEdges;
  private final int ignoredCreases;

  Refined(
      TriMesh mesh,
      int faceSize,
      int[] faceWedges,
      MaskChain vertices,
      MaskChain wedges,
      int droppedFaces,
      int nonManifoldEdges,
      int ignoredCreases) {
    this.mesh = mesh;
    this.faceSize = faceSize;
    this.faceWedges = faceWedges;
    this.vertices = vertices;
    this.wedges = wedges;
    this.droppedFaces = droppedFaces;
    this.nonManifoldEdges = nonManifoldEdges;
    this.ignoredCreases = ignoredCreases;
  }

  /**
   * The refined mesh. Its first vertices are the old ones, in their order. Quads are cut from their
   * first corner, an old vertex, to the third, the middle of the old face: the same way in every
   * pose.
   */
  public TriMesh mesh() {
    return mesh;
  }

  /** How many corners every refined face has: 4 for Catmull-Clark, 3 for the others. */
  public int faceSize() {
    return faceSize;
  }

  public int faceCount() {
    return faceWedges.length / faceSize;
  }

  /** Returns the wedge of {@link #mesh} at a corner of a refined face. */
  public int faceWedge(int face, int corner) {
    return faceWedges[faceSize * face + corner];
  }

  /** Rows are the refined mesh's vertices, columns the old mesh's. */
  public MaskChain vertices() {
    return vertices;
  }

  /**
   * Rows are the refined mesh's wedges, columns the old mesh's, for a polygon mesh those of its
   * {@link PolygonMesh#toTriMesh}.
   */
  public MaskChain wedges() {
    return wedges;
  }

  /** Faces left out because they named a vertex twice. */
  public int droppedFaces() {
    return droppedFaces;
  }

  /** Edges of the old mesh with three faces or more, which were treated as creases. */
  public int nonManifoldEdges() {
    return nonManifoldEdges;
  }

  /** Creases asked for between vertices that no face joins. */
  public int ignoredCreases() {
    return ignoredCreases;
  }

  /**
   * The refined faces as they are, quads uncut, with the wedges' normals and texture coordinates.
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
        vertex,
        uv.isPresent() ? faceWedges.clone() : new int[0],
        normal.isPresent() ? faceWedges.clone() : new int[0],
        group,
        groupNames);
  }
}
