package dev.sinew.runtime;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.simplify.collapse.OperationStream;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * The vertices of a coarse level that the vertices of a finer one are merged into, for every mesh
 * of a character. Both levels are those of one stream of operations; polishing a level does not
 * change its vertices.
 */
public final class VertexMap {
  /** The coarse vertex of a vertex whose part of the surface is gone. */
  public static final int GONE = -1;

  private final int[][] coarseOf;
  private final int[][] mergedWith;
  private final int[] coarseCount;

  private VertexMap(int meshes) {
    coarseOf = new int[meshes][];
    mergedWith = new int[meshes][];
    coarseCount = new int[meshes];
  }

  /**
   * Computes the map of two levels.
   *
   * @param joined the original character
   * @param stream made for it
   * @param fine the number of operations of the finer level; 0 for the original, whose vertices
   *     without triangles count too
   * @param coarse the number of operations of the coarser level, not less
   */
  public static VertexMap of(JoinedCharacter joined, OperationStream stream, int fine, int coarse) {
    if (stream.pointCount() != joined.mesh().vertexCount()) {
      throw new IllegalArgumentException(
          "stream: expected "
              + joined.mesh().vertexCount()
              + " points, got "
              + stream.pointCount());
    }
    if (fine > coarse) {
      throw new IllegalArgumentException(
          "levels: expected ascending lengths, got " + fine + " and " + coarse);
    }
    int[] toFine = stream.mergedPoints(0, fine);
    int[] toCoarse = stream.mergedPoints(0, coarse);
    int meshes = joined.character().meshes().size();
    VertexMap map = new VertexMap(meshes);
    int triangle = 0;
    for (int m = 0; m < meshes; m++) {
      TriMesh mesh = joined.character().meshes().get(m).mesh();
      if (!joined.isShown(m)) {
        map.keep(m, mesh.vertexCount());
        continue;
      }
      int end = triangle + mesh.triangleCount();
      int first = joined.firstPoint(m);
      int[] finePoints =
          fine == 0
              ? IntStream.range(first, first + mesh.vertexCount()).toArray()
              : remaining(joined.mesh(), triangle, end, toFine);
      int[] coarsePoints = remaining(joined.mesh(), triangle, end, toCoarse);
      map.set(m, finePoints, coarsePoints, toCoarse);
      triangle = end;
    }
    return map;
  }

  /** A mesh that is not shown is the same on all levels. */
  private void keep(int m, int vertices) {
    coarseOf[m] = new int[vertices];
    Arrays.setAll(coarseOf[m], v -> v);
    mergedWith[m] = coarseOf[m];
    coarseCount[m] = vertices;
  }

  private void set(int m, int[] finePoints, int[] coarsePoints, int[] toCoarse) {
    coarseOf[m] = new int[finePoints.length];
    mergedWith[m] = new int[finePoints.length];
    coarseCount[m] = coarsePoints.length;
    for (int v = 0; v < finePoints.length; v++) {
      int end = toCoarse[finePoints[v]];
      coarseOf[m][v] = Math.max(GONE, Arrays.binarySearch(coarsePoints, end));
      int own = Arrays.binarySearch(finePoints, end);
      mergedWith[m][v] = own >= 0 ? own : v;
    }
  }

  /** Returns the points of the triangles of a level in ascending order, as levels have them. */
  private static int[] remaining(TriMesh mesh, int first, int end, int[] merged) {
    BitSet used = new BitSet();
    for (int t = first; t < end; t++) {
      int a = merged[mesh.vertex(t, 0)];
      int b = merged[mesh.vertex(t, 1)];
      int c = merged[mesh.vertex(t, 2)];
      if (a != b && b != c && c != a) {
        used.set(a);
        used.set(b);
        used.set(c);
      }
    }
    return used.stream().toArray();
  }

  /** Returns the number of vertices of a mesh of the finer level. */
  public int fineCount(int mesh) {
    return coarseOf[mesh].length;
  }

  /** Returns the number of vertices of a mesh of the coarser level. */
  public int coarseCount(int mesh) {
    return coarseCount[mesh];
  }

  /** Returns the coarse vertex that a fine vertex is merged into, or {@link #GONE}. */
  public int coarseOf(int mesh, int fineVertex) {
    return coarseOf[mesh][fineVertex];
  }

  /**
   * Returns the fine vertex that a fine vertex is merged into. The triangles of a part of the
   * surface that is gone have no area if each vertex is moved to this one.
   */
  public int mergedWith(int mesh, int fineVertex) {
    return mergedWith[mesh][fineVertex];
  }
}
