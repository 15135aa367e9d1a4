package dev.sinew.subdivide;

import dev.sinew.model.PolygonMesh;
import dev.sinew.model.TriMesh;

/**
 * Subdivides meshes.
 *
 * <p>Positions follow the scheme; boundaries, creases and edges of three or more faces are refined
 * as curves. Vertices without faces are kept. Faces that repeat a vertex are dropped and counted.
 *
 * <p>Wedge attributes (texture coordinates, colours) are smooth within a chart, by the same masks
 * as positions, and linear along its outline (seams and mesh boundaries): points there stay, and
 * new points divide the edge evenly. So charts keep their shape, and both sides of a seam get
 * corresponding coordinates; smoothing them as separate curves would shift them against each other.
 * Seams are where values are discontinuous: wedges that differ only in their normals are no seam.
 *
 * <p>If the mesh has normals, they are recomputed from the refined rest shape, hard along edges
 * that are still sharp and smooth elsewhere. Tangents are refined and made perpendicular to them.
 *
 * <p>Time and memory are proportional to the number of new faces: about 4 times as many with every
 * level, 3 for √3.
 */
public final class Subdivision {
  private Subdivision() {}

  /**
   * Subdivides triangles. Catmull-Clark first makes three quads of each.
   *
   * @throws IllegalArgumentException if more than {@code options.maxTriangles()} would result, or a
   *     crease has a vertex that does not exist
   */
  public static Refined of(TriMesh mesh, SubdivisionScheme scheme, SubdivisionOptions options) {
    return new Refinement(Cage.of(mesh), scheme, options).run();
  }

  /**
   * Subdivides polygons. Catmull-Clark uses them as they are; the other schemes first cut each face
   * into a fan of triangles from its first corner.
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
