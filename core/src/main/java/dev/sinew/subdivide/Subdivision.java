package dev.sinew.subdivide;

import dev.sinew.model.PolygonMesh;
import dev.sinew.model.TriMesh;

/**
 * Subdivides meshes.
 *
 * <p>Positions follow the scheme everywhere; boundaries, creases and edges of three or more faces
 * are refined as curves. Vertices without faces are kept. Faces that name a vertex twice are left
 * out and counted.
 *
 * <p>Wedge attributes (texture coordinates, colours) are smooth within a chart, by the same masks
 * as positions, and linear along its outline, seams and mesh boundaries alike: points there stay,
 * and new ones divide the edge evenly. So charts keep the shape they were drawn with, and along a
 * seam both sides get corresponding coordinates; smoothing the two sides as curves of their own
 * would shift them against each other. Seams are where values jump: wedges that differ in their
 * normals alone do not make one.
 *
 * <p>Where the mesh has normals they are computed anew from the refined rest shape, hard along
 * edges that are still sharp and smooth elsewhere. Tangents are carried along and made
 * perpendicular to them.
 *
 * <p>Time and memory grow with the faces made: about 4 times as many with every level, 3 for √3.
 */
public final class Subdivision {
  private Subdivision() {}

  /**
   * Subdivides triangles. Catmull-Clark makes three quads of each first.
   *
   * @throws IllegalArgumentException when more than {@code options.maxTriangles()} would result, or
   *     a crease names a vertex that is not there
   */
  public static Refined of(TriMesh mesh, SubdivisionScheme scheme, SubdivisionOptions options) {
    return new Refinement(Cage.of(mesh), scheme, options).run();
  }

  /**
   * Subdivides polygons. Catmull-Clark takes them as they are; for the others they are cut into
   * triangles first, each face as a fan about its first corner.
   *
   * @throws IllegalArgumentException as {@link #of(TriMesh, SubdivisionScheme, SubdivisionOptions)}
   */
  public static Refined of(
      PolygonMesh polygons, SubdivisionScheme scheme, SubdivisionOptions options) {
    Cage cage =
        scheme == SubdivisionScheme.CATMULL_CLARK
            ? Cage.of(polygons)
            : Cage.of(polygons.toTriMesh());
    return new Refinement(cage, scheme, options).run();
  }
}
